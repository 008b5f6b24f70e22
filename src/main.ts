import { Effect, Layer } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { ApiKeys } from "./accounts/ApiKeys.ts"
import { Organizations } from "./accounts/Organizations.ts"
import { SecurityLog } from "./accounts/SecurityLog.ts"
import { WebhookSecrets } from "./accounts/WebhookSecrets.ts"
import { failureBody } from "./api/middleware/failure-response.ts"
import { routes } from "./api/routes.ts"
import { ContactHistories } from "./calls/ContactHistories.ts"
import { Flows } from "./campaigns/Flows.ts"
import { Audiences } from "./contacts/Audiences.ts"
import { Contacts } from "./contacts/Contacts.ts"
import * as HttpServerLayer from "./platform/HttpServer.ts"
import { RateLimiter } from "./platform/RateLimiter.ts"
import { Redis } from "./platform/Redis.ts"
import { Secrets } from "./platform/Secrets.ts"
import * as Sql from "./platform/Sql.ts"

const platform = Layer.mergeAll(Secrets.layer, RateLimiter.layer.pipe(Layer.provide(Redis.layer))).pipe(
  Layer.provideMerge(Sql.layer)
)

const accounts = Layer.mergeAll(Organizations.layer, ApiKeys.layer, WebhookSecrets.layer).pipe(
  Layer.provideMerge(SecurityLog.layer)
)

const contacts = Layer.mergeAll(Contacts.layer, Audiences.layer)

const services = Layer.mergeAll(ContactHistories.layer, Flows.layer).pipe(
  Layer.provideMerge(contacts),
  Layer.provideMerge(accounts),
  Layer.provideMerge(platform)
)

const announce = Layer.effectDiscard(
  HttpServer.addressFormattedWith((address) => Effect.logInfo(`Listening on ${address}`))
)

const http = HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true }).pipe(
  Layer.merge(announce),
  Layer.provideMerge(
    HttpServerLayer.layer((statusCode, requestId) =>
      JSON.stringify(failureBody({ statusCode, message: "The request is not valid HTTP" }, requestId))
    )
  )
)

/** The whole application, but for its settings and its lifecycle. */
export const application = http.pipe(Layer.provide(services))
