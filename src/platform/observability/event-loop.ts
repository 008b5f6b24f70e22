import { monitorEventLoopDelay } from "node:perf_hooks"
import { Effect } from "effect"

/** Time between two checks, ms. The histogram contains it. */
const resolution = 50

/** Measures by how much the event loop of this process is late. */
export const watchEventLoop = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => {
      const histogram = monitorEventLoopDelay({ resolution })
      histogram.enable()
      return histogram
    }),
    (histogram) => Effect.sync(() => histogram.disable())
  ),
  (histogram) => ({
    /** Returns the delay since it was asked last: ms at the 95th percentile. */
    takeDelay: (): number => {
      const delay = histogram.count === 0 ? 0 : histogram.percentile(95) / 1e6 - resolution
      histogram.reset()
      return Math.max(0, delay)
    }
  })
)
