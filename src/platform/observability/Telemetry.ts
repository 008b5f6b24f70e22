import { randomUUID } from "node:crypto"
import { Effect, Layer, Logger, Option, References, Tracer } from "effect"
import { FetchHttpClient, HttpMiddleware, type HttpServerRequest, HttpTraceContext } from "effect/http"
import { OtlpExporter, OtlpLogger, OtlpMetrics, OtlpSerialization, OtlpTracer } from "effect/observability"
import { AppConfig } from "../config.ts"
import { redactField, redactText } from "../secrets/redact.ts"

/** Sends traces, metrics and logs to the OpenTelemetry collector of the settings; does nothing without one. */
export const layer = Layer.unwrap(
  Effect.map(AppConfig, ({ otlpEndpoint }) => Option.match(otlpEndpoint, { onNone: () => spansOff, onSome: exportTo }))
)

/**
 * Samples requests: traces this share of the requests without a trace context, and requests whose sender records its
 * trace. Tracing every request would cost more than the requests themselves.
 */
export const sampling = (share: number) => {
  // Remembers the choice, because the server evaluates this predicate more than once for a request.
  const chosen = new WeakSet<HttpServerRequest.HttpServerRequest>()
  return Layer.succeed(HttpMiddleware.TracerDisabledWhen, (request) => {
    const sender = HttpTraceContext.fromHeaders(request.headers)
    if (Option.isSome(sender)) return !sender.value.sampled
    if (chosen.has(request)) return false
    if (Math.random() >= share) return true
    chosen.add(request)
    return false
  })
}

/**
 * Exports spans of kind `server` or `consumer` with all spans below them, and spans of traces that began outside. Drops
 * every other span without a parent, because it belongs to a request that was not sampled.
 */
export const partsOfTraces = (exporting: Tracer.Tracer): Tracer.Tracer =>
  Tracer.make({
    span: (options) => {
      const starts = options.kind === "server" || options.kind === "consumer"
      if (options.sampled && (starts || Option.isSome(options.parent))) return exporting.span(options)
      return new Tracer.NativeSpan(options.sampled ? { ...options, sampled: false } : options)
    }
  })

// Without a collector no spans are created.
const spansOff = Layer.succeed(References.TracerEnabled, false)

const exportTo = (baseUrl: string) => {
  // The instance id separates the cumulative metrics of several nodes.
  const resource = { serviceName: "carillon", attributes: { "service.instance.id": randomUUID() } }
  const options = (signal: string) => ({
    url: `${baseUrl}/v1/${signal}`,
    resource,
    shutdownTimeout: "3 seconds" as const
  })
  return Layer.mergeAll(
    Logger.layer([OtlpLogger.make(options("logs"))], { mergeWithExisting: true }),
    Layer.effectDiscard(OtlpMetrics.make(options("metrics"))),
    Layer.effect(Tracer.Tracer, Effect.map(OtlpTracer.make(options("traces")), partsOfTraces)),
    sampling(0.01)
  ).pipe(Layer.provide([OtlpExporter.layerFlusher, redactedSerialization, FetchHttpClient.layer]))
}

// Redacts everything that is sent to the collector.
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
