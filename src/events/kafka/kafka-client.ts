import "./kafkajs-idle.ts"
import { Effect, Option, Redacted } from "effect"
import { Kafka, type KafkaConfig, logLevel, type SASLOptions } from "kafkajs"
import type { KafkaSettings } from "../../platform/config.ts"
import { within } from "../../platform/lifecycle/within.ts"
import { why } from "../../platform/observability/why.ts"
import { BusError } from "../bus/EventBus.ts"

/** A client of the brokers in the settings. It connects when it is used. */
export const makeClient = Effect.fnUntraced(function* ({ brokers, ssl, sasl }: KafkaSettings) {
  const log = Effect.runForkWith(yield* Effect.context<never>())
  let said = { text: "", at: 0 }
  const config: KafkaConfig = {
    clientId: "carillon",
    brokers: [...brokers],
    ssl,
    connectionTimeout: 5000,
    // A broker that restarts is away for seconds: what is on its way waits, and is sent once.
    retry: { initialRetryTime: 100, maxRetryTime: 1000, retries: 30 },
    logLevel: logLevel.ERROR,
    logCreator: () => (entry) => {
      const text = `Kafka at ${entry.log.broker}: ${entry.log.message}`
      // The rest comes as an error to whom it concerns. That there is no connection would do so late, after many tries.
      if (!/^Connection (error|timeout)/.test(entry.log.message)) return
      if (said.text === text && Date.now() - said.at < 60_000) return
      said = { text, at: Date.now() }
      log(Effect.logWarning(text))
    }
  }
  return new Kafka(
    Option.match(sasl, { onNone: () => config, onSome: (given) => ({ ...config, sasl: saslOf(given) }) })
  )
})

export const askKafka = <A>(question: () => Promise<A>): Effect.Effect<A, BusError> =>
  Effect.tryPromise({ try: question, catch: (cause) => new BusError({ message: why(cause), cause }) })

/** Closes a connection; one that does not answer holds nobody up for long. */
export const closeQuietly = (close: () => Promise<void>): Effect.Effect<void> =>
  Effect.promise(close).pipe(Effect.ignoreCause, within("2 seconds"), Effect.ignore)

const saslOf = ({ mechanism, username, password }: Option.Option.Value<KafkaSettings["sasl"]>) =>
  ({ mechanism, username, password: Redacted.value(password) }) as SASLOptions
