import { Effect } from "effect"
import { CommandError } from "../output.ts"

/** The API of a running server as a client with a key uses it. */
export const makeApiClient = (url: string, key: string) => {
  const request = <A>(method: "GET" | "POST", path: string, body?: unknown): Effect.Effect<A, CommandError> =>
    Effect.tryPromise({
      try: async (signal) => {
        const response = await fetch(`${url}/v1${path}`, { method, signal, ...contentOf(key, body) })
        const answer = (await response.json()) as A & { readonly message?: string }
        if (!response.ok) throw new Error(`${response.status}: ${answer.message}`)
        return answer
      },
      catch: (error) =>
        new CommandError({ message: `${method} /v1${path} failed: ${error instanceof Error ? error.message : error}` })
    })
  return { request }
}

export type ApiClient = ReturnType<typeof makeApiClient>

const contentOf = (key: string, body: unknown): RequestInit => {
  const headers = { "x-api-key": key }
  if (body === undefined) return { headers }
  if (body instanceof FormData) return { headers, body }
  return { headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) }
}
