import { Effect, Schema, type Stream } from "effect"
import { HttpClient, HttpClientRequest, HttpClientResponse } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import type { LiveEvent, OrganizationLiveEvent } from "../../domain/views/LiveCampaign.ts"
import { AdminApi } from "./AdminApi.ts"
import { Api } from "./Api.ts"
import type { CloudEvent } from "./operations/events.ts"
import { InternalServerError, NotFound, ServiceUnavailable, TooManyRequests, Unauthorized } from "./shared/errors.ts"
import { eventsIn } from "./shared/event-source.ts"

/** A client of `/v1` that uses an API key of an organization. */
export const makeClient = ({ apiKey, url }: { readonly url: string; readonly apiKey: string }) =>
  HttpApiClient.make(Api, {
    baseUrl: url,
    transformClient: HttpClient.mapRequest(HttpClientRequest.setHeader("x-api-key", apiKey))
  })

/**
 * A client of `/admin/v1`. `events.stream`, `overview.follow` and `liveCampaigns.follow` return once the server has accepted the request,
 * with a stream that ends when the connection is lost.
 */
export const makeAdminClient = Effect.fnUntraced(function* ({
  adminToken,
  url
}: {
  readonly url: string
  readonly adminToken: string
}) {
  const client = yield* HttpApiClient.make(AdminApi, {
    baseUrl: url,
    transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(adminToken))
  })
  const { events, liveCampaigns, overview } = client
  return {
    ...client,
    events: {
      ...events,
      stream: () => Effect.flatMap(events.stream({ responseMode: "response-only" }), streamIn<CloudEvent>)
    },
    overview: {
      ...overview,
      follow: ({ params }: { readonly params: { readonly id: string } }) =>
        Effect.flatMap(overview.follow({ params, responseMode: "response-only" }), streamIn<OrganizationLiveEvent>)
    },
    liveCampaigns: {
      ...liveCampaigns,
      follow: ({ params }: { readonly params: { readonly id: string; readonly campaignId: string } }) =>
        Effect.flatMap(liveCampaigns.follow({ params, responseMode: "response-only" }), streamIn<LiveEvent>)
    }
  }
})

const StreamFailure = Schema.Union([NotFound, Unauthorized, TooManyRequests, InternalServerError, ServiceUnavailable])

const streamIn = <A>(response: HttpClientResponse.HttpClientResponse) =>
  HttpClientResponse.matchStatus(response, {
    200: ({ stream }): Effect.Effect<Stream.Stream<A>> => Effect.succeed(eventsIn<A, unknown>(stream)),
    orElse: (refused) =>
      Effect.flatMap(HttpClientResponse.schemaBodyJson(StreamFailure)(refused), (failure) => Effect.fail(failure))
  })
