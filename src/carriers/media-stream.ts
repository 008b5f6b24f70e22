import { bytesPerMilli, silent } from "../audio/frames.ts"
import type { MediaCodec, MediaMessage, StreamStart } from "./MediaCodec.ts"

/** What a stream says, each once and in the order of the line. */
export type StreamEvent =
  | { readonly kind: "started"; readonly start: StreamStart }
  /** What was heard up to a moment of the line, in milliseconds since the stream began: speech, or silence for what is missing. */
  | { readonly kind: "audio"; readonly audio: Uint8Array; readonly untilMillis: number }
  | { readonly kind: "digit"; readonly digit: string }
  | { readonly kind: "mark"; readonly name: string }
  | { readonly kind: "stopped" }
  /** It makes no sense any more. */
  | { readonly kind: "broken"; readonly reason: string }

/** What of a stream was ignored, in messages, and what of its sound never came. */
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
  /** Whatever comes is read: nothing makes it throw. */
  readonly read: (message: string | Uint8Array) => ReadonlyArray<StreamEvent>
  readonly counters: Readonly<StreamCounters>
}

/** Reads the messages of one stream. The sound that comes out has no gap and no repetition: it is as long as the line's time. */
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
    if (++malformedInARow < mostMalformed) return nothing
    return stop({ kind: "broken", reason: `${mostMalformed} messages in a row make no sense: ${problem}` })
  }

  const ofStarted = (message: Extract<MediaMessage, { kind: "audio" | "digit" | "mark" }>) => {
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
    if (message.kind === "audio" && message.atMillis > longestStream)
      return malformed("The time of a frame is beyond all")
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
        return ofStarted(message)
    }
  }

  return { read, counters }
}

const nothing: ReadonlyArray<StreamEvent> = []
const stopped: StreamEvent = { kind: "stopped" }

const mostMalformed = 20
const reorderedFrames = 3
const longestStream = 24 * 3_600_000

const longestSilence = 10_000
const rememberedGaps = 8

interface Frame {
  readonly audio: Uint8Array
  /** In bytes since the stream began. */
  readonly from: number
}

/** Puts frames where they belong in time; up to so many are held back until what is missing before them has come. */
const makeTimeline = (counters: StreamCounters, heldFrames: number) => {
  let heard = 0
  const held: Array<Frame> = []
  // Those that were filled last: a frame that belongs there comes late.
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
    return { kind: "audio", audio: silent(Math.min(missing, longestSilence)), untilMillis: heard / bytesPerMilli }
  }

  return { hear, end: () => release(0) }
}
