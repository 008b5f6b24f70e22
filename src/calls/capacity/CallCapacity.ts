import { Context, Effect, Layer } from "effect"
import { AppConfig } from "../../platform/config.ts"

/** The calls that this node carries and may start, kept in memory: each call asks for them. */
export class CallCapacity extends Context.Service<
  CallCapacity,
  {
    /** Maximum number of media streams of this node; null without a limit. */
    readonly limit: () => number | null
    readonly setLimit: (limit: number) => void
    readonly streams: () => number
    readonly setStreams: (streams: number) => void
    /** Whether another media stream may be opened on this node. */
    readonly mayOpen: () => boolean
    /**
     * Takes one of the starts that this node may make. Returns false when no node could carry the call, or when the last
     * reservation is too old.
     */
    readonly takeStart: () => boolean
    /** Replaces the starts that this node may make, until the next report. Infinite without a limit. */
    readonly reserve: (starts: number) => void
    /** Whether this node has calls, or has started some recently. */
    readonly isActive: () => boolean
    /** Number of starts that no node could carry, since the last call of this function. */
    readonly takeRefused: () => number
    readonly noteAnswered: () => void
    readonly noteUnanswered: () => void
    /** Recent calls, answered and not. Older ones count less. */
    readonly recent: () => { readonly answered: number; readonly unanswered: number }
  }
>()("carillon/calls/CallCapacity") {
  static readonly layer = Layer.effect(
    CallCapacity,
    Effect.map(AppConfig, ({ callsPerNode, carrier, simulatorSpeed }) => {
      // A line that is faster than real time is for tests and demos: its calls do not follow the clock.
      const isLimited = carrier !== "simulated" || simulatorSpeed === 1
      return makeCallCapacity(isLimited ? callsPerNode : null, () => performance.now())
    })
  )
}

/** The memory of a node. Until the first report it may start any number of calls. `now` is in ms. */
export const makeCallCapacity = (setting: number | null, now: () => number): CallCapacity["Service"] => {
  let limit = setting
  let streams = 0
  let refused = 0
  let left = Number.POSITIVE_INFINITY
  let reservedAt = now()
  let lastStart = Number.NEGATIVE_INFINITY
  let starts: Array<number> = []
  const outcomes = { answered: 0, unanswered: 0, at: now() }

  const decay = () => {
    const factor = 0.5 ** ((now() - outcomes.at) / halfLifeMillis)
    Object.assign(outcomes, {
      answered: outcomes.answered * factor,
      unanswered: outcomes.unanswered * factor,
      at: now()
    })
  }
  return {
    limit: () => limit,
    setLimit: (calls) => {
      limit = calls
    },
    streams: () => streams,
    setStreams: (open) => {
      streams = open
    },
    mayOpen: () => limit === null || streams < limit,
    takeStart: () => {
      const isLimited = left !== Number.POSITIVE_INFINITY
      // This node cannot report at the moment. More nodes would not help, so the start is not counted as refused.
      if (isLimited && now() - reservedAt > reservationMillis) return false
      if (left < 1) {
        refused++
        return false
      }
      left--
      lastStart = now()
      if (isLimited) starts.push(lastStart)
      return true
    },
    reserve: (allowed) => {
      reservedAt = now()
      // The database may not know yet of the calls that were started a moment ago.
      starts = starts.filter((at) => at > reservedAt - uncommittedMillis)
      left = allowed - starts.length
    },
    isActive: () => streams > 0 || now() - lastStart < 60_000,
    takeRefused: () => {
      const count = refused
      refused = 0
      return count
    },
    noteAnswered: () => {
      decay()
      outcomes.answered++
    },
    noteUnanswered: () => {
      decay()
      outcomes.unanswered++
    },
    recent: () => {
      decay()
      return { answered: outcomes.answered, unanswered: outcomes.unanswered }
    }
  }
}

/** Time after which an outcome counts half, ms. */
const halfLifeMillis = 120_000

/** Maximum time between taking a start and the commit of its attempt, ms. */
const uncommittedMillis = 2_000

/** Lifetime of a reservation, ms: a node that hung does not use it. Shorter than the others count it. */
const reservationMillis = 10_000
