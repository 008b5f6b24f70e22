import { Effect, Option } from "effect"
import { AppConfig } from "../config.ts"
import { AdminListener } from "./HttpServer.ts"
import { ListenAddress } from "./ListenAddress.ts"

/** URL at which people reach the console, for links. Known once the server listens. Never derived from a request. */
export const consoleUrl = Effect.gen(function* () {
  const settings = yield* AppConfig
  const { url: adminUrl } = yield* AdminListener
  const { url: ownUrl } = yield* ListenAddress
  if (Option.isSome(settings.consoleUrl)) return settings.consoleUrl.value
  return adminUrl ?? (yield* ownUrl)
})

/** The link by which a person signs in once. Browsers do not send the part behind the #, so no log has the token. */
export const welcomeUrl = (base: string, token: string) => `${base}/console/welcome#${token}`

/** The link by which a person accepts an invitation. */
export const invitationUrl = (base: string, token: string) => `${base}/console/invitation#${token}`
