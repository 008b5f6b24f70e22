import { bytesPerMilli, silent } from "../audio/frames.ts"
import type { MediaCodec, MediaMessage, StreamStart } from "./MediaCodec.ts"

/** An event of a stream. Each is reported once, in the order of the line. */
export type StreamEvent =
  | { readonly kind: "started"; readonly start: StreamStart }
  /**
   * Audio up to a moment of the line, in milliseconds since the stream began; missing frames are
   * replaced by silence.
   */
  | { readonly kind: "audio"; readonly audio: Uint8Array; readonly untilMillis: number }
  | { readonly kind: "digit"; readonly digit: string }
  | { readonly kind: "mark"; readonly name: string }
  | { readonly kind: "stopped" }
  /** The stream can no longer be understood. */
  | { readonly kind: "broken"; readonly reason: string }

/** Numbers of ignored messages of a stream, and milliseconds of audio that never arrived. */
export interface StreamCounters {
  unknown: number
  malformed: number
  beforeStart: number
  startedAgain: number
  repeated: number
  late: number
  missingMillis: number
}

export interface MediaStream {
  /** Reads a message. Never throws, whatever the message is. */
  readonly read: (message: string | Uint8Array) => ReadonlyArray<StreamEvent>
  readonly counters: Readonly<StreamCounters>
}

/**
 * Reads the messages of one stream. The resulting audio has no gap and no repetition: it is exactly
 * as long as the line's time.
 */
export const makeMediaStream = (codec: MediaCodec): MediaStream => {
  const counters: StreamCounters = {
    unknown: 0,
    malformed: 0,
    beforeStart: 0,
    startedAgain: 0,
    repeated: 0,
    late: 0,
    missingMillis: 0
  }
  const timeline = makeTimeline(counters, codec.capabilities.ordered ? 0 : reorderedFrames)
  let phase: "waiting" | "started" | "over" = "waiting"
  let streamId = ""
  let malformedInARow = 0

  const begin = (start: StreamStart): ReadonlyArray<StreamEvent> => {
    if (phase === "waiting") {
      phase = "started"
      streamId = start.streamId
      return [{ kind: "started", start }]
    }
    if (start.streamId !== streamId) counters.startedAgain++
    return nothing
  }

  const stop = (last: StreamEvent): ReadonlyArray<StreamEvent> => {
    phase = "over"
    return [...timeline.end(), last]
  }

  const malformed = (problem: string): ReadonlyArray<StreamEvent> => {
    counters.malformed++
    if (++malformedInARow < maxMalformedInARow) return nothing
    return stop({ kind: "broken", reason: `${maxMalformedInARow} messages in a row make no sense: ${problem}` })
  }

  const onceStarted = (message: Extract<MediaMessage, { kind: "audio" | "digit" | "mark" }>) => {
    if (phase === "waiting") {
      counters.beforeStart++
      return nothing
    }
    return message.kind === "audio" ? timeline.hear(message.audio, message.atMillis) : [message]
  }

  const read = (wire: string | Uint8Array): ReadonlyArray<StreamEvent> => {
    if (phase === "over") return nothing
    const message = codec.read(wire)
    if (message.kind === "malformed") return malformed(message.problem)
    if (message.kind === "audio" && message.atMillis > maxStreamMillis)
      return malformed("The time of a frame is more than a day after the start")
    malformedInARow = 0
    switch (message.kind) {
      case "start":
        return begin(message.start)
      case "stop":
        return stop(stopped)
      case "unknown":
        counters.unknown++
        return nothing
      case "connected":
        return nothing
      default:
        return onceStarted(message)
    }
  }

  return { read, counters }
}

const nothing: ReadonlyArray<StreamEvent> = []
const stopped: StreamEvent = { kind: "stopped" }

/** Malformed messages in a row after which a stream counts as broken. */
const maxMalformedInARow = 20
/** Frames held back for reordering where a carrier's frames may arrive out of order. */
const reorderedFrames = 3
/** Maximum time of a frame, ms. */
const maxStreamMillis = 24 * 3_600_000

/** Maximum silence inserted for one gap, ms. */
const maxSilenceMillis = 10_000
/** Number of the latest gaps that are remembered, to tell late frames from repeated ones. */
const rememberedGaps = 8

interface Frame {
  readonly audio: Uint8Array
  /** Position in bytes since the stream began. */
  readonly from: number
}

/**
 * Orders frames by time. Holds back up to `heldFrames` frames until the missing frame before them
 * has arrived.
 */
const makeTimeline = (counters: StreamCounters, heldFrames: number) => {
  let heard = 0
  const held: Array<Frame> = []
  // The gaps filled last. A frame that belongs into one of them is late.
  const gaps: Array<{ readonly from: number; readonly to: number }> = []

  const hear = (audio: Uint8Array, atMillis: number): ReadonlyArray<StreamEvent> => {
    const frame = { audio, from: atMillis * bytesPerMilli }
    if (frame.from === heard && held.length === 0) return [append(audio)]
    if (frame.from + audio.length <= heard) return leaveOut(frame)
    hold(frame)
    return release(heldFrames)
  }

  const append = (audio: Uint8Array): StreamEvent => {
    heard += audio.length
    return { kind: "audio", audio, untilMillis: heard / bytesPerMilli }
  }

  const leaveOut = ({ from }: Frame) => {
    if (gaps.some((gap) => gap.from <= from && from < gap.to)) counters.late++
    else counters.repeated++
    return nothing
  }

  const hold = (frame: Frame) => {
    const next = held.findIndex(({ from }) => from > frame.from)
    held.splice(next < 0 ? held.length : next, 0, frame)
  }

  const release = (most: number): ReadonlyArray<StreamEvent> => {
    const events: Array<StreamEvent> = []
    for (let first = held[0]; first !== undefined && (first.from <= heard || held.length > most); first = held[0]) {
      held.shift()
      const rest = first.audio.subarray(Math.max(0, heard - first.from))
      if (rest.length === 0) {
        leaveOut(first)
        continue
      }
      if (first.from > heard) events.push(fill(first.from))
      events.push(append(rest))
    }
    return events
  }

  const fill = (to: number): StreamEvent => {
    gaps.push({ from: heard, to })
    if (gaps.length > rememberedGaps) gaps.shift()
    const missing = (to - heard) / bytesPerMilli
    counters.missingMillis += missing
    heard = to
    return { kind: "audio", audio: silent(Math.min(missing, maxSilenceMillis)), untilMillis: heard / bytesPerMilli }
  }

  return { hear, end: () => release(0) }
}
