/**
 * Typed clients of the two interfaces, as others use them: `carillon/client` of the packed package. Their methods are those of the
 * OpenAPI documents: `client.contacts.list({ query: { search: "asha", page: 1, limit: 20 } })`. A failure is one of the errors of the contract.
 */
import { HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { AdminApi } from "./api/contract/AdminApi.ts"
import { Api } from "./api/contract/Api.ts"

export { AdminApi, Api }

/** A client of `/v1`, with the key of an organization. */
export const makeClient = ({ apiKey, url }: { readonly url: string; readonly apiKey: string }) =>
  HttpApiClient.make(Api, {
    baseUrl: url,
    transformClient: HttpClient.mapRequest(HttpClientRequest.setHeader("x-api-key", apiKey))
  })

/** A client of `/admin/v1`. */
export const makeAdminClient = ({ adminToken, url }: { readonly url: string; readonly adminToken: string }) =>
  HttpApiClient.make(AdminApi, {
    baseUrl: url,
    transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(adminToken))
  })
