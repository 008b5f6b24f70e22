import { Clock, Effect, Layer, Metric } from "effect"
import { desiredNodes, nextCallLimit } from "../../domain/dialing/call-capacity.ts"
import { AppConfig } from "../../platform/config.ts"
import { keepGoing } from "../../platform/lifecycle/keep-going.ts"
import { Lifecycle } from "../../platform/lifecycle/Lifecycle.ts"
import { watchEventLoop } from "../../platform/observability/event-loop.ts"
import { CallCapacity } from "./CallCapacity.ts"
import { NodeLoads } from "./NodeLoads.ts"

/**
 * Measures how many calls this node can carry, reports it to the other nodes every second while it has calls, and takes
 * its share of the starts that all nodes together can carry.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { callsPerNode, roles } = yield* AppConfig
    const capacity = yield* CallCapacity
    const loads = yield* NodeLoads
    const lifecycle = yield* Lifecycle
    const eventLoop = yield* watchEventLoop
    let warnedAt = Number.NEGATIVE_INFINITY

    const measure = Effect.gen(function* () {
      const delayMillis = eventLoop.takeDelay()
      yield* Metric.update(loopDelay, delayMillis)
      const limit = capacity.limit()
      if (limit === null) return
      const next = nextCallLimit(limit, { delayMillis, streams: capacity.streams() }, callsPerNode)
      // A node with few calls is late for another reason.
      if (next < Math.min(limit, capacity.streams()))
        yield* Effect.logWarning(
          `This node carries ${capacity.streams()} calls and is ${Math.round(delayMillis)} ms late: it takes at most ${next}`
        )
      capacity.setLimit(next)
      yield* Metric.update(streamsLimit, next)
    })

    const report = Effect.gen(function* () {
      const isDraining = yield* lifecycle.isDraining
      const {
        calls,
        capacity: carried,
        nodes,
        starts
      } = yield* loads.report({
        carries: roles.has("media") && !isDraining,
        callLimit: capacity.limit(),
        streams: capacity.streams(),
        dials: roles.has("dialer") && !isDraining,
        works: roles.has("workers"),
        ...capacity.recent()
      })
      capacity.reserve(starts)
      yield* Metric.update(expectedCalls, calls)
      if (Number.isFinite(carried)) yield* Metric.update(capacityOfAll, carried)
      yield* Metric.update(desired, desiredNodes(calls, 0, perNode(carried, nodes, callsPerNode)))
      const now = yield* Clock.currentTimeMillis
      const refused = capacity.takeRefused()
      if (refused === 0 || now - warnedAt < warnPauseMillis) return
      warnedAt = now
      yield* Effect.logWarning(
        `Calls wait because no node could carry them: all nodes (${nodes}) can carry ${carried}. Start more nodes`
      )
    })

    const ticking = Effect.gen(function* () {
      for (let tick = 1; ; tick++) {
        yield* Effect.sleep("1 second")
        if (tick % idleTicks === 0) yield* measure
        if (tick % idleTicks === 0 || capacity.isActive()) yield* report
      }
    })

    // The first report comes before the first call.
    yield* Effect.catchCause(report, (cause) =>
      Effect.logWarning("Could not report the load of this node; retrying", cause)
    )
    yield* Effect.forkScoped(keepGoing("Could not report the load of this node; retrying")(ticking))
    yield* Effect.addFinalizer(() => loads.leave)
  })
)

/** Number of calls that a node carries: as measured, or as set where nothing is known. */
export const perNode = (capacity: number, nodes: number, setting: number): number =>
  nodes > 0 && Number.isFinite(capacity) ? Math.max(1, Math.floor(capacity / nodes)) : setting

/** An idle node reports, and each node measures, once in this many seconds. */
const idleTicks = 5

/** Minimum time between two warnings about calls that wait for nodes, ms. */
const warnPauseMillis = 60_000

const loopDelay = Metric.gauge("event_loop_delay_ms", {
  description: "Delay of this node's event loop in the last 5 seconds, 95th percentile"
})
const streamsLimit = Metric.gauge("media_streams_limit", {
  description: "Media streams that this node can carry, as measured"
})
const expectedCalls = Metric.gauge("autoscale_calls", {
  description: "Open media streams of all nodes, and those to expect from the calls that ring"
})
const capacityOfAll = Metric.gauge("autoscale_capacity", { description: "Calls that all nodes together can carry" })
const desired = Metric.gauge("autoscale_desired_nodes", { description: "Nodes that the calls need" })
