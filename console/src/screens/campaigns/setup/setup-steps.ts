/** The steps of setting up a draft, in their order. */
export const setupSteps = ["audience", "pace", "labels", "start"] as const
export type SetupStep = (typeof setupSteps)[number]
