import "./kafkajs-headers.ts"
import "./kafkajs-idle.ts"
import { Effect, Option, Redacted } from "effect"
import { Kafka, type KafkaConfig, logLevel, type SASLOptions } from "kafkajs"
import type { KafkaSettings } from "../../platform/config.ts"
import { within } from "../../platform/lifecycle/within.ts"
import { why } from "../../platform/observability/why.ts"
import { BusError } from "../bus/EventBus.ts"

/**
 * Creates a client for the brokers in the settings. It connects on first use, and reports the reason of a failure after its
 * retries. A broker needs seconds to restart: usually requests are retried for that time, and an idempotent producer still
 * writes each record once.
 */
export const makeClient = Effect.fnUntraced(function* ({ brokers, ssl, sasl }: KafkaSettings, retries = 30) {
  const log = Effect.runForkWith(yield* Effect.context<never>())
  let lastLogged = { text: "", at: 0 }
  const config: KafkaConfig = {
    clientId: "carillon",
    brokers: [...brokers],
    ssl,
    connectionTimeout: 5000,
    retry: { initialRetryTime: 100, maxRetryTime: 1000, retries },
    logLevel: logLevel.ERROR,
    logCreator: () => (entry) => {
      const text = `Kafka at ${entry.log.broker}: ${entry.log.message}`
      // Other problems reach the caller as errors. A lost connection would do so only after many
      // retries, so log it now.
      if (!/^Connection (error|timeout)/.test(entry.log.message)) return
      if (lastLogged.text === text && Date.now() - lastLogged.at < 60_000) return
      lastLogged = { text, at: Date.now() }
      log(Effect.logWarning(text))
    }
  }
  return new Kafka(
    Option.match(sasl, { onNone: () => config, onSome: (given) => ({ ...config, sasl: saslOf(given) }) })
  )
})

/** Runs a request of kafkajs as an effect. */
export const askKafka = <A>(request: () => Promise<A>): Effect.Effect<A, BusError> =>
  Effect.tryPromise({
    try: request,
    // Without an error about several topics as its cause, whose words name none of them.
    catch: (cause) => new BusError({ message: reasonOf(cause), ...(partsOf(cause) === undefined && { cause }) })
  })

/** Returns why kafkajs failed, for operators. */
export const reasonOf = (error: unknown): string => {
  const parts = partsOf(error)
  if (parts !== undefined) {
    return parts.map((one) => (one instanceof Error && "topic" in one ? `${one.topic}: ` : "") + why(one)).join("; ")
  }
  // kafkajs does not pass on why the brokers named no coordinator.
  const isUnnamed = error instanceof Error && error.name === "KafkaJSGroupCoordinatorNotFound"
  return isUnnamed ? `${error.message}: where Kafka has ACLs, let this user read the group` : why(error)
}

/** An error about several topics has an error for each. */
const partsOf = (error: unknown): ReadonlyArray<unknown> | undefined =>
  error instanceof Error && "errors" in error && Array.isArray(error.errors) ? error.errors : undefined

/** Whether the broker takes other records, and refuses this one. */
export const isRefusal = ({ cause }: BusError) =>
  cause instanceof Error && "type" in cause && refusals.has(String(cause.type))

const refusals = new Set(["MESSAGE_TOO_LARGE", "RECORD_LIST_TOO_LARGE", "INVALID_RECORD"])

/** Closes a connection. Waits at most 2 seconds and ignores failures. */
export const closeQuietly = (close: () => Promise<void>): Effect.Effect<void> =>
  Effect.promise(close).pipe(Effect.ignoreCause, within("2 seconds"), Effect.ignore)

const saslOf = ({ mechanism, username, password }: Option.Option.Value<KafkaSettings["sasl"]>) =>
  ({ mechanism, username, password: Redacted.value(password) }) as SASLOptions
