import { Effect, Option, type Scope } from "effect"
import type { Settings } from "../../platform/config.ts"
import type { ProviderFailure } from "../contract/ProviderFailure.ts"
import { googleFailure } from "./google-failure.ts"

/** The address of a Google service. */
export interface Endpoint {
  readonly host: string
  readonly port: number
  /** Uses neither TLS nor credentials. */
  readonly isPlain: boolean
}

export const regionOf = ({ region }: Settings["google"]): string => Option.getOrElse(region, () => "global")

/** Version 2 has an endpoint in every region, version 1 only in two. */
export const speechEndpoint = (google: Settings["google"]): Endpoint => {
  const region = regionOf(google)
  const hasRegion = Option.isSome(google.project) ? region !== "global" : region === "us" || region === "eu"
  return endpointOf(google.speechEndpoint, `${hasRegion ? `${region}-` : ""}speech.googleapis.com`)
}

/** Synthesis has fewer regional endpoints than recognition; the global endpoint serves the other regions. */
export const voiceEndpoint = (google: Settings["google"]): Endpoint => {
  const region = regionOf(google)
  const hasRegion = ["us", "eu", "asia-southeast1"].includes(region)
  return endpointOf(google.ttsEndpoint, `${hasRegion ? `${region}-` : ""}texttospeech.googleapis.com`)
}

/**
 * Reads an endpoint, which is a URL or `host[:port]`. `http://` means a plain connection, for which credentials are
 * neither needed nor sent; everything else means TLS.
 */
export const endpointOf = (setting: Option.Option<string>, usual: string): Endpoint => {
  const text = Option.getOrElse(setting, () => usual)
  const url = new URL(text.includes("://") ? text : `https://${text}`)
  const isPlain = url.protocol === "http:"
  return { host: url.hostname, port: Number(url.port) || (isPlain ? 80 : 443), isPlain }
}

/** Whether requests can be made: a TLS endpoint needs credentials. */
export const isConfigured = ({ credentials }: Settings["google"], { isPlain }: Endpoint): boolean =>
  isPlain || Option.isSome(credentials)

/** Options of the SDK's clients, which read GOOGLE_APPLICATION_CREDENTIALS from the environment themselves. */
export const clientOptions = async ({ host, isPlain, port }: Endpoint) => {
  const shared = {
    apiEndpoint: host,
    port,
    // Without this, clients of the same address share one connection.
    "grpc.use_local_subchannel_pool": 1,
    // A person waits on the line: the usual pauses grow to minutes, and would outlast the outage.
    "grpc.initial_reconnect_backoff_ms": 250,
    "grpc.max_reconnect_backoff_ms": 1_000
  }
  if (!isPlain) return shared
  const grpc = await import("@grpc/grpc-js")
  return {
    ...shared,
    sslCreds: grpc.credentials.createInsecure(),
    // Without this, the SDK looks for credentials to find the domain.
    clientOptions: { universeDomain: "googleapis.com" }
  }
}

interface Client {
  readonly initialize: () => Promise<unknown>
  readonly close: () => Promise<void>
}

/** A pool of clients that grows with the number of concurrent calls. */
export interface Clients<A> {
  /** A client, connected or to be connected on first use; returned to the pool when the scope closes. */
  readonly borrow: Effect.Effect<A, ProviderFailure, Scope.Scope>
}

/**
 * A client is one connection, which carries 100 streams; further streams would wait silently. Each client is
 * therefore lent to a limited number of calls, and more clients are made on demand.
 */
export const makeClients = Effect.fnUntraced(function* <A extends Client>(provider: string, make: () => A) {
  const clients = new Set<{ readonly client: A; lent: number }>()
  yield* Effect.addFinalizer(() =>
    Effect.promise(async () => {
      await Promise.allSettled([...clients].map(({ client }) => client.close()))
    })
  )

  const lend = Effect.sync(() => {
    const free = [...clients].find(({ lent }) => lent < mostLoans)
    const entry = free ?? { client: make(), lent: 0 }
    clients.add(entry)
    entry.lent += 1
    return entry
  })

  const borrow = Effect.gen(function* () {
    const entry = yield* Effect.acquireRelease(lend, (lent) =>
      Effect.sync(() => {
        lent.lent -= 1
      })
    )
    yield* Effect.tryPromise({
      try: () => entry.client.initialize(),
      catch: (cause) => {
        // A client whose initialization failed never recovers.
        clients.delete(entry)
        entry.client.close().catch(() => {})
        return googleFailure(provider, cause)
      }
    })
    return entry.client
  })

  return { borrow } satisfies Clients<A>
})

/** Cancels a stream; destroys it when its client is closed already, since cancelling throws then. */
export const cancel = (stream: { readonly cancel: () => void; readonly destroy: () => unknown }): void => {
  try {
    stream.cancel()
  } catch {
    stream.destroy()
  }
}

/** Maximum number of calls that share a client; each has two streams at times. */
const mostLoans = 45
