import { bytesPerMilli } from "../../audio/frames.ts"
import { samples } from "../../audio/mulaw.ts"
import { samplesOfPart } from "../../calls/recordings/recording-parts.ts"
import type { RecordingConsent } from "../../domain/flows/Recording.ts"
import { makeTwoTracks, type TwoTracks } from "./two-tracks.ts"

/** A part of a recording: both sides of the line, and the loudest sample of each tenth of a second. */
export interface RecordedPart {
  /** The line's time at the begin of the part, ms. */
  readonly fromMillis: number
  /** μ-law samples of the person and of the agent, in turns. */
  readonly audio: Uint8Array
  /** A byte for the person and one for the agent, in turns. */
  readonly peaks: Uint8Array
}

/** Where a recording is kept. No method waits. */
export interface RecordingSink {
  readonly add: (part: RecordedPart) => void
  readonly noteConsent: (consent: RecordingConsent) => void
  /** Removes all that was added. */
  readonly discard: () => void
  /** Ends the recording: no part follows. */
  readonly end: () => void
}

/**
 * A decision about the recording of a call: it begins at once, waits for consent or is never made. Later the person
 * decides: consent begins it, and any other answer deletes it.
 */
export type RecordingDecision = "begin" | "wait" | "never" | RecordingConsent

/** Records the two sides of a line, as they are played on it. */
export interface Recorder extends TwoTracks {
  readonly decide: (decision: RecordingDecision) => void
  /** No decision follows. The last words may be recognized after the line is gone, and forbid the recording. */
  readonly close: () => void
}

/**
 * Makes a recorder. Until the first decision it keeps the audio in memory, because the call begins before its flow is
 * known.
 */
export const makeRecorder = (sink: RecordingSink): Recorder => {
  let state: "undecided" | "on" | "off" = "undecided"
  let isOver = false
  let kept: Array<RecordedPart> = []

  const take = (bytes: Uint8Array) => {
    const part = recordedPart(bytes)
    if (state === "on") return sink.add(part)
    if (state === "undecided" && kept.push(part) > maxKept) kept.shift()
  }

  const tracks = makeTwoTracks({ isListened: () => state !== "off", publish: take, end: () => {} }, partMillis)

  const decide = (decision: RecordingDecision) => {
    const wasOn = state === "on"
    state = decision === "begin" || decision === "GIVEN" ? "on" : "off"
    if (state === "on") for (const part of kept) sink.add(part)
    kept = []
    // An earlier part of the conversation, before a transfer that failed, may be recorded although this one is not.
    if (state === "off" && (wasOn || decision === "WITHDRAWN")) sink.discard()
    if (decision !== "begin" && decision !== "wait" && decision !== "never") sink.noteConsent(decision)
  }

  const end = () => {
    if (isOver) return
    isOver = true
    tracks.end()
  }

  const close = () => {
    end()
    sink.end()
  }

  return { ...tracks, decide, end, close }
}

const recordedPart = (bytes: Uint8Array): RecordedPart => {
  const head = new DataView(bytes.buffer, bytes.byteOffset)
  const length = head.getUint16(4)
  const audio = new Uint8Array(2 * length)
  const peaks = new Uint8Array(2 * Math.ceil(length / peakSamples))
  for (let from = 0, peak = 0; from < length; from += peakSamples) {
    const until = Math.min(length, from + peakSamples)
    peaks[peak++] = interleave(bytes, 6, audio, 0, from, until)
    peaks[peak++] = interleave(bytes, 6 + length, audio, 1, from, until)
  }
  return { fromMillis: head.getUint32(0), audio, peaks }
}

/** Copies samples of a side into every second place, and returns the height of the loudest. */
const interleave = (bytes: Uint8Array, head: number, to: Uint8Array, side: number, from: number, until: number) => {
  let loudest = 0
  for (let index = from; index < until; index++) {
    const sample = bytes[head + index] as number
    to[2 * index + side] = sample
    const height = heights[sample] as number
    if (height > loudest) loudest = height
  }
  return loudest
}

/** The height of each sample in a waveform. */
const heights = Uint8Array.from(samples, (sample) => Math.abs(sample) >> 7)

const partMillis = samplesOfPart / bytesPerMilli
/** Duration of the audio of a peak, ms. */
const peakMillis = 100
const peakSamples = peakMillis * bytesPerMilli
/** Number of parts that are kept until the first decision. */
const maxKept = 4
