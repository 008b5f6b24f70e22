/**
 * Typed clients of both APIs, published as `carillon/client`. Their methods are the operations of the OpenAPI documents:
 * `client.contacts.list({ query: { search: "asha", page: 1, limit: 20 } })`. They fail with the errors of the contract.
 */
export { AdminApi } from "./api/contract/AdminApi.ts"
export { Api } from "./api/contract/Api.ts"
export { makeAdminClient, makeClient } from "./api/contract/clients.ts"
