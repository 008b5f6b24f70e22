import { Effect, Metric } from "effect"

const requests = Metric.counter("http_requests", { description: "Requests answered", incremental: true })
const durations = Metric.histogram("http_request_duration_ms", {
  description: "Time from a request to its answer, in milliseconds",
  boundaries: [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000]
})

/** Counts an answered request, and records how long the answer took. */
export const countRequest = (method: string, status: number, millis: number) =>
  Effect.andThen(
    Metric.update(requestsOf(method, status), 1),
    // A websocket lasts as long as its call: that is no response time.
    status === 101 ? Effect.void : Metric.update(durations, millis)
  )

// Cached: there are few pairs of method and status, and a metric with attributes is expensive to make.
const requestsOf = (method: string, status: number) => {
  const label = `${method} ${status}`
  const known = counters.get(label) ?? Metric.withAttributes(requests, { method, status: String(status) })
  counters.set(label, known)
  return known
}
const counters = new Map<string, typeof requests>()
