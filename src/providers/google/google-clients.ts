import { Effect, Option, type Scope } from "effect"
import type { Settings } from "../../platform/config.ts"
import type { ProviderFailure } from "../contract/ProviderFailure.ts"
import { googleFailure } from "./google-failure.ts"

/** Where a service of Google is asked. */
export interface Endpoint {
  readonly host: string
  readonly port: number
  /** Without TLS and credentials. */
  readonly isPlain: boolean
}

export const regionOf = ({ region }: Settings["google"]): string => Option.getOrElse(region, () => "global")

/** Version 2 is asked in its region. Version 1, which knows no recognizers, is in few. */
export const speechEndpoint = (google: Settings["google"]): Endpoint => {
  const region = regionOf(google)
  const hasPlace = Option.isSome(google.project) ? region !== "global" : region === "us" || region === "eu"
  return endpointOf(google.speechEndpoint, `${hasPlace ? `${region}-` : ""}speech.googleapis.com`)
}

/** Speech is made in fewer places than it is recognized in; the service for all is near everywhere. */
export const voiceEndpoint = (google: Settings["google"]): Endpoint => {
  const region = regionOf(google)
  const hasPlace = ["us", "eu", "asia-southeast1"].includes(region)
  return endpointOf(google.ttsEndpoint, `${hasPlace ? `${region}-` : ""}texttospeech.googleapis.com`)
}

/**
 * An endpoint is a URL or `host[:port]`. As everywhere, `http://` is plain, and all else TLS; plain, no credentials are sent
 * and none are needed.
 */
export const endpointOf = (setting: Option.Option<string>, usual: string): Endpoint => {
  const text = Option.getOrElse(setting, () => usual)
  const url = new URL(text.includes("://") ? text : `https://${text}`)
  const isPlain = url.protocol === "http:"
  return { host: url.hostname, port: Number(url.port) || (isPlain ? 80 : 443), isPlain }
}

/** Whether anything can be asked there. */
export const isConfigured = ({ credentials }: Settings["google"], { isPlain }: Endpoint): boolean =>
  isPlain || Option.isSome(credentials)

/** What the SDK's clients are made with. They read GOOGLE_APPLICATION_CREDENTIALS themselves, from the environment. */
export const clientOptions = async ({ host, isPlain, port }: Endpoint) => {
  const shared = {
    apiEndpoint: host,
    port,
    // Clients to the same place would share a connection otherwise.
    "grpc.use_local_subchannel_pool": 1
  }
  if (!isPlain) return shared
  const grpc = await import("@grpc/grpc-js")
  return {
    ...shared,
    sslCreds: grpc.credentials.createInsecure(),
    // Otherwise credentials are looked for all the same, to learn it from them.
    clientOptions: { universeDomain: "googleapis.com" }
  }
}

interface Client {
  readonly initialize: () => Promise<unknown>
  readonly close: () => Promise<void>
}

/** Clients enough for all who talk at once. */
export interface Clients<A> {
  /** One that is connected or connects when it is first used; given back with the scope. */
  readonly borrow: Effect.Effect<A, ProviderFailure, Scope.Scope>
}

/**
 * A client is one connection, which carries a hundred streams: those above wait without a word. So each client is lent to
 * few, and there are as many as it takes.
 */
export const makeClients = Effect.fnUntraced(function* <A extends Client>(provider: string, make: () => A) {
  const clients = new Set<{ readonly client: A; lent: number }>()
  yield* Effect.addFinalizer(() =>
    Effect.promise(async () => {
      await Promise.allSettled([...clients].map(({ client }) => client.close()))
    })
  )

  const lend = Effect.sync(() => {
    const free = [...clients].find(({ lent }) => lent < lentAtMost)
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
        // It would refuse for ever.
        clients.delete(entry)
        entry.client.close().catch(() => {})
        return googleFailure(provider, cause)
      }
    })
    return entry.client
  })

  return { borrow } satisfies Clients<A>
})

/** One of a client that was closed meanwhile cannot be cancelled, and throws. */
export const cancel = (stream: { readonly cancel: () => void; readonly destroy: () => unknown }): void => {
  try {
    stream.cancel()
  } catch {
    stream.destroy()
  }
}

// Whoever listens has two streams at times.
const lentAtMost = 45
