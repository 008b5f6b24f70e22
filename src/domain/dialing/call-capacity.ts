/** The report of a node to the others about the calls that it carries and starts. */
export interface NodeLoad {
  /** Whether media streams of new calls reach this node. A node that stops takes no new ones. */
  readonly carries: boolean
  /** Maximum number of open media streams; null without a limit. */
  readonly callLimit: number | null
  readonly streams: number
  /** Whether this node starts calls. */
  readonly dials: boolean
  /** Starts that this node may still make by its last report. */
  readonly reservedStarts: number
  /** Recent calls that were answered, and calls that ended without an answer. Older ones count less. */
  readonly answered: number
  readonly unanswered: number
}

/** Delay of the event loop beyond which frames leave too late, ms at the 95th percentile: two frames. */
const tooLateMillis = 40

/** Delay below which the node could carry more, ms at the 95th percentile. */
const roomyMillis = 20

/** Minimum limit of a node: below this number of calls, something other than its calls slows it down. */
const leastCalls = 50

/**
 * Returns how many calls a node can carry, given the delay of its event loop in the last seconds: less than now when
 * frames are late, and step by step more up to the setting while there is time to spare.
 */
export const nextCallLimit = (
  limit: number,
  { delayMillis, streams }: { readonly delayMillis: number; readonly streams: number },
  setting: number
): number => {
  if (delayMillis > tooLateMillis) {
    const least = Math.min(leastCalls, setting)
    return Math.max(least, Math.min(limit, Math.floor(streams * 0.95)))
  }
  return delayMillis < roomyMillis ? Math.min(setting, limit + Math.ceil(setting / 50)) : limit
}

/** Share of calls that are answered. Without experience every call counts as one that will be. */
export const answerShare = (loads: ReadonlyArray<NodeLoad>): number => {
  const sum = (pick: (load: NodeLoad) => number) => loads.reduce((total, load) => total + pick(load), 0)
  const answered = sum((load) => load.answered) + cautiousCalls
  return Math.max(leastShare, answered / (answered + sum((load) => load.unanswered)))
}

/** Answered calls that are assumed before there is any experience. */
const cautiousCalls = 5

/** Minimum share of answered calls. */
const leastShare = 0.05

export interface Capacity {
  /** Open media streams, and those to expect from the calls that ring. */
  readonly calls: number
  /** Calls that all nodes can carry; infinite without a limit. */
  readonly capacity: number
  /** Nodes that carry calls. */
  readonly nodes: number
}

/** Returns what all nodes carry and could carry, while `ringing` calls are not answered yet. */
export const capacityOf = (loads: ReadonlyArray<NodeLoad>, ringing: number): Capacity => {
  const carriers = loads.filter(({ carries }) => carries)
  return {
    calls: carriers.reduce((sum, { streams }) => sum + streams, 0) + Math.ceil(ringing * answerShare(loads)),
    capacity: carriers.reduce((sum, { callLimit }) => sum + (callLimit ?? Number.POSITIVE_INFINITY), 0),
    nodes: carriers.length
  }
}

/**
 * Returns how many calls a node may start until its next report. All nodes together never reserve more than the nodes
 * can carry, whatever the others have started of theirs in the meantime.
 */
export const startsToReserve = (own: NodeLoad, others: ReadonlyArray<NodeLoad>, ringing: number): number => {
  if (!own.dials) return 0
  const loads = [own, ...others]
  const { calls: streams, capacity } = capacityOf(loads, 0)
  if (capacity === Number.POSITIVE_INFINITY) return capacity
  const starts = Math.floor((capacity - streams) / answerShare(loads)) - ringing
  const dialers = loads.filter(({ dials }) => dials).length
  const taken = others.reduce((sum, { reservedStarts }) => sum + reservedStarts, 0)
  return Math.max(0, Math.min(Math.ceil(starts / dialers), starts - taken))
}

/** Number of nodes that carry these calls, and `buffer` more. */
export const desiredNodes = (calls: number, buffer: number, callsPerNode: number): number =>
  Math.max(1, Math.ceil((calls + buffer) / callsPerNode))
