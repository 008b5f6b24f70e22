import { Effect } from "effect"
import { networkCodeOf, refusalReason } from "../contract/error-code.ts"
import { ProviderFailure } from "../contract/ProviderFailure.ts"
import type { VendorAccount } from "./ProviderSocket.ts"

/** Asks the HTTP side of a vendor's server for a JSON document. */
export const getJson = (
  { baseUrl, provider }: VendorAccount,
  path: string,
  headers: Readonly<Record<string, string>>
): Effect.Effect<unknown, ProviderFailure> =>
  Effect.tryPromise({
    try: async (signal) => {
      // The key must not follow a redirect to another server.
      const response = await fetch(new URL(path, baseUrl.replace(/^ws/, "http")), {
        headers,
        redirect: "error",
        signal
      })
      if (response.ok) return (await response.json()) as unknown
      await response.body?.cancel()
      return new ProviderFailure({
        provider,
        reason: refusalReason(response.status),
        retryable: response.status >= 500
      })
    },
    catch: (cause) => {
      const code = networkCodeOf(cause)
      const reason = `no whole answer${code === undefined ? "" : ` (${code})`}`
      return new ProviderFailure({ provider, reason, retryable: true })
    }
  }).pipe(
    Effect.timeoutOrElse({
      duration: timeoutMillis,
      orElse: () =>
        Effect.fail(new ProviderFailure({ provider, reason: `no answer within ${timeoutMillis} ms`, retryable: true }))
    }),
    Effect.flatMap((answer) => (answer instanceof ProviderFailure ? Effect.fail(answer) : Effect.succeed(answer)))
  )

/** Timeout of a request, ms. */
const timeoutMillis = 5_000
