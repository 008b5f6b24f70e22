import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Layer, Logger, Metric, Tracer } from "effect"
import {
  FetchHttpClient,
  HttpClient,
  HttpClientRequest,
  HttpMiddleware,
  HttpRouter,
  HttpServer,
  HttpServerRequest,
  HttpServerResponse
} from "effect/http"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import * as Telemetry from "../../../src/platform/observability/Telemetry.ts"

// Protobuf does not encode texts, so the sent bytes can be searched.
const collector = Effect.gen(function* () {
  const received = new Map<string, string>()
  const server = yield* Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const server = createServer((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk) => chunks.push(chunk))
        request.on("end", () => {
          const path = request.url ?? ""
          received.set(path, (received.get(path) ?? "") + Buffer.concat(chunks).toString("latin1"))
          response.end()
        })
      })
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.callback<void>((resume) => {
        server.closeAllConnections()
        server.close(() => resume(Effect.void))
      })
  )
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, received }
})

// Runs with the telemetry of these settings and flushes it at the end.
const withTelemetry = <A, E>(program: Effect.Effect<A, E>, env: Record<string, string>) =>
  Effect.gen(function* () {
    const settings = yield* readSettings(env)
    const layer = Telemetry.layer.pipe(
      Layer.provide(Layer.succeed(AppConfig, settings)),
      Layer.provideMerge(Logger.layer([]))
    )
    return yield* Effect.provide(program, layer)
  })

const traceparent = (flags: string) => `00-${"1".repeat(32)}-${"2".repeat(16)}-${flags}`

// Serves /things/:id on a free port, with an inner span, and sends a request with these headers.
const request = (id: string, headers: Record<string, string>) =>
  Effect.gen(function* () {
    const routes = HttpRouter.add(
      "GET",
      "/things/:id",
      Effect.fn(`Things.${id}`)(() => Effect.succeed(HttpServerResponse.text("ok")))()
    )
    yield* Layer.build(HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true })).pipe(
      Effect.andThen(
        Effect.gen(function* () {
          const { address } = yield* HttpServer.HttpServer
          const port = "port" in address ? address.port : 0
          const ask = HttpClientRequest.get(`http://127.0.0.1:${port}/things/${id}`).pipe(
            HttpClientRequest.setHeaders(headers)
          )
          yield* HttpClient.execute(ask).pipe(
            Effect.flatMap(({ text }) => text),
            Effect.provideService(HttpClient.TracerPropagationEnabled, false),
            Effect.withTracerEnabled(false)
          )
        })
      ),
      Effect.provide([NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }), FetchHttpClient.layer]),
      Effect.scoped
    )
  })

describe("Telemetry", () => {
  it.live("sends traces, metrics and logs without secrets when the setting is there", () =>
    Effect.gen(function* () {
      const { url, received } = yield* collector
      const program = Effect.gen(function* () {
        yield* request("42", { traceparent: traceparent("01") })
        yield* Metric.update(
          Metric.withAttributes(Metric.counter("carillon_test_total"), { phone: "+919812345610", kind: "visible" }),
          1
        )
        const failure = Cause.fail(new Error("cannot call +919812345610"))
        yield* Effect.logError("for +919812345610", failure).pipe(
          Effect.annotateLogs({
            password: "hunter2",
            phone: 919812345610,
            request: { headers: { authorization: "Bearer hunter2" } }
          })
        )
        yield* Effect.fail(new Error("with token=hunter2 for +919812345610")).pipe(
          Effect.withSpan("failing", {
            parent: Tracer.externalSpan({ traceId: "3".repeat(32), spanId: "4".repeat(16) }),
            attributes: { apiKey: "hunter2", to: "+919812345610" }
          }),
          Effect.ignore
        )
      })
      yield* withTelemetry(program, { OTEL_EXPORTER_OTLP_ENDPOINT: url })

      assert.deepStrictEqual([...received.keys()].sort(), ["/v1/logs", "/v1/metrics", "/v1/traces"])
      const traces = received.get("/v1/traces") ?? ""
      for (const text of ["carillon", "/things/42", "Things.42", "failing", "+9198******10"])
        assert.include(traces, text)
      assert.include(received.get("/v1/metrics") ?? "", "visible")
      assert.include(received.get("/v1/logs") ?? "", "cannot call +9198******10")
      for (const sent of received.values()) {
        assert.notInclude(sent, "919812345610")
        assert.notInclude(sent, "hunter2")
      }
    })
  )

  it.live("sends nothing without the setting", () =>
    Effect.gen(function* () {
      const { received } = yield* collector
      yield* withTelemetry(
        request("42", { traceparent: traceparent("01") }).pipe(Effect.andThen(Effect.logError("x"))),
        {}
      )
      assert.strictEqual(received.size, 0)
    })
  )

  it.live("drops a trace that its sender does not record, with all its spans", () =>
    Effect.gen(function* () {
      const { url, received } = yield* collector
      yield* withTelemetry(request("42", { traceparent: traceparent("00") }), { OTEL_EXPORTER_OTLP_ENDPOINT: url })
      assert.notInclude(received.get("/v1/traces") ?? "", "42")
    })
  )

  it.live("does not delay the shutdown when the collector is away", () =>
    withTelemetry(Effect.logError("x"), { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" })
  )
})

describe("sampling", () => {
  const traced = Effect.fnUntraced(function* (share: number, headers: Record<string, string>) {
    const disabled = yield* HttpMiddleware.TracerDisabledWhen.pipe(Effect.provide(Telemetry.sampling(share)))
    const requests = Array.from({ length: 10_000 }, () =>
      HttpServerRequest.fromWeb(new Request("http://localhost/", { headers }))
    )
    const chosen = requests.filter((request) => !disabled(request))
    // The server asks again, and must get the same answer.
    assert.isTrue(chosen.every((request) => !disabled(request)))
    return chosen.length
  })

  it.effect("samples a share of the new traces and every trace that its sender records", () =>
    Effect.gen(function* () {
      const chosen = yield* traced(0.01, {})
      // 100 are expected; beyond these bounds by chance in fewer than one of 10^20 runs.
      assert.isAbove(chosen, 10)
      assert.isBelow(chosen, 250)
      assert.strictEqual(yield* traced(0, {}), 0)
      assert.strictEqual(yield* traced(0, { traceparent: traceparent("01") }), 10_000)
      assert.strictEqual(yield* traced(1, { traceparent: traceparent("00") }), 0)
    })
  )
})

describe("partsOfTraces", () => {
  const exported = Effect.fnUntraced(function* (options: Tracer.SpanOptions) {
    const names: Array<string> = []
    const exporting = Tracer.make({
      span: (span) => {
        names.push(span.name)
        return new Tracer.NativeSpan(span)
      }
    })
    yield* Effect.void.pipe(
      Effect.withSpan("child"),
      Effect.withSpan("root", options),
      Effect.provideService(Tracer.Tracer, Telemetry.partsOfTraces(exporting))
    )
    return names
  })
  const parent = (sampled: boolean) => Tracer.externalSpan({ traceId: "1".repeat(32), spanId: "2".repeat(16), sampled })

  it.effect("exports whole requests, consumed messages and traces from outside, and nothing else", () =>
    Effect.gen(function* () {
      for (const whole of [{ kind: "server" }, { kind: "consumer" }, { parent: parent(true) }] as const) {
        assert.deepStrictEqual(yield* exported(whole), ["root", "child"])
      }
      for (const nothing of [{}, { kind: "client" }, { parent: parent(false), kind: "server" }] as const) {
        assert.deepStrictEqual(yield* exported(nothing), [])
      }
    })
  )
})
