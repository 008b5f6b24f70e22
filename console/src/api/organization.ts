/**
 * The organization in the address: `/console/o/7/campaigns` shows the campaigns of organization 7. Another organization
 * is another load of the page, so that nothing of the former one stays in memory.
 */
export const organizationId: string | undefined = /^\/console\/o\/(\d+)(?=\/|$)/.exec(location.pathname)?.[1]

/** The address below which the screens of an organization lie. */
export const addressOf = (organization: string | number): string => `/console/o/${organization}`
