import { Effect, Layer, Option } from "effect"
import { HttpServer } from "effect/http"
import { Organizations } from "../accounts/Organizations.ts"
import { SignInLinks } from "../accounts/people/SignInLinks.ts"
import { AppConfig } from "../platform/config.ts"
import { consoleUrl, welcomeUrl } from "../platform/http/console-url.ts"
import { AdminListener } from "../platform/http/HttpServer.ts"
import { Doctor } from "./checks/Doctor.ts"
import { isShort, shortTokenAdvice } from "./checks/short-token.ts"

/** Logs at the start where the server listens, which database it uses, what is wrong, and how to sign in first. */
export const announce = Layer.effectDiscard(
  Effect.gen(function* () {
    const { url } = yield* AdminListener
    yield* HttpServer.addressFormattedWith((address) =>
      Effect.logInfo(
        url === undefined
          ? `Listening on ${address}, described at ${address}/docs`
          : `Listening on ${address}; administration, metrics and ${url}/docs on ${url} only`
      )
    )
    const doctor = yield* Doctor
    const { problem, uses } = yield* doctor.database
    yield* Effect.logInfo(`Uses ${uses}`)
    if (problem !== null) yield* Effect.logWarning(`The database does not work as it should: ${problem}`)
    yield* Effect.forkScoped(warnOfBucket(doctor))
    const { adminToken, databaseUrl, node } = yield* AppConfig
    if (isShort(adminToken)) yield* Effect.logWarning(shortTokenAdvice)
    if (Option.isSome(node) && Option.isNone(databaseUrl)) yield* Effect.logWarning(aloneAdvice)
    const links = yield* SignInLinks
    const first = yield* links.makeFirst
    if (first !== null) {
      yield* Effect.logInfo(
        `To sign in to the console as its first person, open ${welcomeUrl(yield* consoleUrl, first.token)} within an hour`
      )
    }
    const organizations = yield* Organizations
    const { total } = yield* organizations.list({ page: 1, limit: 1 })
    if (total === 0) yield* Effect.logInfo("No organization yet: npm run carillon -- org create --name Acme")
  })
)

// The start does not wait for the bucket, because calls go on without it.
const warnOfBucket = Effect.fnUntraced(function* ({ bucket }: Doctor["Service"]) {
  const part = Option.getOrUndefined(yield* bucket)
  if (part?.problem == null) return
  yield* Effect.logWarning(`Files cannot be stored in ${part.uses}: ${part.problem}`)
})

const aloneAdvice =
  "NODE_HOST is set, but not DATABASE_URL: this node has a database of its own and shares nothing with other nodes. Set the same DATABASE_URL on each"
