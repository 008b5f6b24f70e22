import { bytesPerMilli, frameMillis, silent } from "../../audio/frames.ts"

// Limits of the queue, far beyond what any client sends ahead: ten minutes of audio.
const maxBytes = 10 * 60_000 * bytesPerMilli
const maxMarks = 10_000

/** Queue of the audio that was sent to a person and is yet to be played, and of the marks in it. */
export const makePlayback = () => {
  const chunks: Array<Uint8Array> = []
  const marks: Array<{ readonly name: string; readonly at: number }> = []
  let queued = 0
  let played = 0
  /** Number of bytes of the first chunk that were played. */
  let begun = 0

  const fill = (frame: Uint8Array) => {
    let filled = 0
    for (let chunk = chunks[0]; chunk !== undefined && filled < frame.length; chunk = chunks[0]) {
      const part = chunk.subarray(begun, begun + frame.length - filled)
      frame.set(part, filled)
      filled += part.length
      begun += part.length
      if (begun < chunk.length) continue
      chunks.shift()
      begun = 0
    }
    return filled
  }

  const reached = () => {
    const names: Array<string> = []
    for (let mark = marks[0]; mark !== undefined && mark.at <= played; mark = marks[0]) {
      names.push(mark.name)
      marks.shift()
    }
    return names
  }

  return {
    queue: (audio: Uint8Array): void => {
      chunks.push(audio)
      queued += audio.length
    },
    mark: (name: string): void => {
      marks.push({ name, at: queued })
    },
    /** Returns the next frame; undefined when the queue is empty. */
    next: (): Uint8Array | undefined => {
      if (chunks.length === 0) return undefined
      const frame = silent(frameMillis)
      played += fill(frame)
      return frame
    },
    /** Returns the marks up to which everything was played, each once. */
    reached,
    /** Drops all audio that was not played, so that all marks count as reached. */
    clear: (): void => {
      chunks.length = 0
      begun = 0
      played = queued
    },
    isTooFull: () => queued - played > maxBytes || marks.length > maxMarks
  }
}
