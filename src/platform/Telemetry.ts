import { randomUUID } from "node:crypto"
import { Effect, Layer, Logger, Option, Tracer } from "effect"
import { FetchHttpClient } from "effect/http"
import { OtlpExporter, OtlpLogger, OtlpMetrics, OtlpSerialization, OtlpTracer } from "effect/observability"
import { AppConfig } from "./config.ts"
import { redactField, redactText } from "./redact.ts"

/** Sends traces, metrics and logs to the OpenTelemetry collector of the settings; without one it does nothing. */
export const layer = Layer.unwrap(
  Effect.map(AppConfig, ({ otlpEndpoint }) =>
    Option.match(otlpEndpoint, { onNone: () => Layer.empty, onSome: exportTo })
  )
)

/**
 * Starts a trace for this share of what has no trace yet; what comes with one is traced as its sender decided.
 * A span that goes nowhere costs next to nothing, an exported one more than the request it describes.
 */
export const sampling = (exporting: Tracer.Tracer, share: number): Tracer.Tracer =>
  Tracer.make({
    span: (options) => {
      const sampled = options.sampled && (Option.isSome(options.parent) || Math.random() < share)
      return sampled ? exporting.span(options) : new Tracer.NativeSpan({ ...options, sampled: false })
    }
  })

const exportTo = (baseUrl: string) => {
  // Cumulative metrics of several nodes must not be taken for one series.
  const resource = { serviceName: "carillon", attributes: { "service.instance.id": randomUUID() } }
  const options = (signal: string) => ({
    url: `${baseUrl}/v1/${signal}`,
    resource,
    shutdownTimeout: "3 seconds" as const
  })
  return Layer.mergeAll(
    Logger.layer([OtlpLogger.make(options("logs"))], { mergeWithExisting: true }),
    Layer.effectDiscard(OtlpMetrics.make(options("metrics"))),
    Layer.effect(
      Tracer.Tracer,
      Effect.map(OtlpTracer.make(options("traces")), (tracer) => sampling(tracer, 0.01))
    )
  ).pipe(Layer.provide([OtlpExporter.layerFlusher, redactedSerialization, FetchHttpClient.layer]))
}

// The one door through which everything leaves for the collector.
const redactedSerialization = Layer.effect(
  OtlpSerialization.OtlpSerialization,
  Effect.map(OtlpSerialization.OtlpSerialization, ({ traces, metrics, logs }) => ({
    traces: (data: Parameters<typeof traces>[0]) => traces(scrub(data)),
    metrics: (data: Parameters<typeof metrics>[0]) => metrics(scrub(data)),
    logs: (data: Parameters<typeof logs>[0]) => logs(scrub(data))
  }))
).pipe(Layer.provide(OtlpSerialization.layerProtobuf))

const scrub = <A>(data: A): A => scrubNode("", data) as A

// Inside an attribute { key, value }, `name` is its key.
const scrubNode = (name: string, node: unknown): unknown => {
  if (typeof node === "string") return redactText(node)
  if (Array.isArray(node)) return node.map((item) => scrubNode(name, item))
  if (!isPlainObject(node)) return node
  if (typeof node.key === "string" && isPlainObject(node.value)) {
    return { ...node, key: redactText(node.key), value: scrubNode(node.key, node.value) }
  }
  for (const leaf of name === "" ? [] : Object.values(node)) {
    const hidden = typeof leaf === "string" || typeof leaf === "number" ? redactField(name, leaf) : leaf
    if (hidden !== leaf) return { stringValue: String(hidden) }
  }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, scrubNode(name, value)]))
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
