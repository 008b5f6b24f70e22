/** The queries to repeat after numbers were added or removed. */
export const refreshes = ["/admin/v1/organizations/:id/dnc", "/v1/contacts"]
