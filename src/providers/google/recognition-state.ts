import type { Heard } from "../contract/SpeechToText.ts"

/**
 * The state of recognizing one call over several streams, since the provider ends each stream after five minutes. A
 * pure state machine: audio drives it, so its times are milliseconds of audio. The current stream's results are
 * reported. The next stream overlaps it, recognizes again what is not final yet, and takes over without losing or
 * repeating an utterance.
 */
export interface RecognitionState {
  /** Duration of the received audio. */
  readonly position: number
  /** Everything before this time has been reported as final. */
  readonly finalUntil: number
  readonly finalWords: ReadonlyArray<string>
  /** End of the last words that were reported, final or not. */
  readonly reportedUntil: number
  readonly speaking: boolean
  readonly current: RecognizerStream | null
  readonly next: RecognizerStream | null
  readonly opened: number
  /** Duration and beginning of the loud audio since the current stream's last event. */
  readonly loudMillis: number
  readonly loudSince: number
  readonly quietMillis: number
  /** Time that speech may go without an event; doubles while new streams do not help, since noise is loud too. */
  readonly patience: number
  /** Consecutive streams that failed without a new result. */
  readonly failures: number
  readonly ticksToReopen: number
  /** No next stream is opened before this time, because the last one failed. */
  readonly noNextBefore: number
}

/** A stream of the provider. Its own times begin at 0, with the audio from `from` on. */
export interface RecognizerStream {
  readonly id: number
  readonly from: number
  readonly openedAt: number
  readonly sent: number
  /** Silence that was inserted while no audio arrived. */
  readonly silences: ReadonlyArray<{ readonly at: number; readonly millis: number }>
  readonly hasFinal: boolean
  readonly isMidSentence: boolean
  /** Words before this time had been reported when the stream was opened; it has to catch up with them first. */
  readonly catchesUpAt: number
  /** Events from before the stream took over. */
  readonly held: ReadonlyArray<RecognizerEvent>
}

/** An event of a stream, in the stream's own time; null when the provider gives no time, which means now. */
export type RecognizerEvent = { readonly at: number | null } & (
  | { readonly kind: "speechBegan" | "speechEnded" }
  | { readonly kind: "interim"; readonly text: string; readonly stability: number }
  | { readonly kind: "final"; readonly text: string; readonly confidence: number | null }
)

export type RecognitionInput =
  | { readonly kind: "audio"; readonly millis: number; readonly loud: boolean }
  /**
   * Sent once a second; `silence` is what was written to the open streams because no audio came since the last tick.
   */
  | { readonly kind: "tick"; readonly silence: number }
  | { readonly kind: "result"; readonly id: number; readonly result: RecognizerEvent }
  /** The provider ended a stream, because of its age or the end of an utterance. */
  | { readonly kind: "ended"; readonly id: number }
  /** The stream could not be opened, or broke. */
  | { readonly kind: "broke"; readonly id: number }
  /** The provider refused the stream; another would fail in the same way. */
  | { readonly kind: "refused"; readonly id: number }

export type RecognitionCommand =
  /** Opens a stream and writes all audio from `from` on. */
  | { readonly kind: "open"; readonly id: number; readonly from: number }
  | { readonly kind: "close"; readonly id: number }
  | { readonly kind: "report"; readonly heard: Heard }
  | { readonly kind: "giveUp" }

export type RecognitionStep = readonly [state: RecognitionState, commands: ReadonlyArray<RecognitionCommand>]

/** Duration of the audio to keep for later streams, ms. */
export const keptMillis = 10_000

/** Age at which a stream is replaced, ms; earlier in a pause. */
const rotateAfter = 240_000
const rotateInPauseAfter = 200_000
/** Minimum duration of a pause in which a stream is replaced, ms. */
const shortestPause = 500
/** Maximum time in which two streams run in parallel, ms. */
const longestOverlap = 10_000
/** Time that speech may go without an event, ms. */
const firstPatience = 3_000
const longestPatience = 60_000
/** Minimum duration of loud audio that counts as speech, ms: a cough is shorter. */
const shortestSpeech = 600
/** Number of consecutive failures after which the provider counts as lost. */
const mostFailures = 4
/** Number of consecutive broken streams after which it counts as lost: the caller keeps the line, and connects again. */
const mostBreaks = 2
/** Age from which a stream's end is no failure, ms: no attempt to connect takes as long. */
const healthyAfter = 60_000
/** Maximum difference between the end times that two streams report for the same words, ms. */
const sameEnd = 500
/** Maximum number of events that are kept from a stream that has not taken over. */
const mostHeld = 32

export const beginRecognition = (): RecognitionStep =>
  openCurrent({
    position: 0,
    finalUntil: 0,
    finalWords: [],
    reportedUntil: 0,
    speaking: false,
    current: null,
    next: null,
    opened: 0,
    loudMillis: 0,
    loudSince: 0,
    quietMillis: 0,
    patience: firstPatience,
    failures: 0,
    ticksToReopen: 0,
    noNextBefore: 0
  })

export const step = (state: RecognitionState, event: RecognitionInput): RecognitionStep => {
  switch (event.kind) {
    case "audio":
      return whenDue(afterAudio(state, event.millis, event.loud))
    case "tick":
      return afterTick(state, event.silence)
    case "result":
      return afterResult(state, event.id, event.result)
    case "ended":
      return afterEnd(state, event.id, mostFailures)
    case "broke":
      // The caller may have kept more audio, so it gets the failure.
      return state.position - state.finalUntil > keptMillis
        ? afterEnd(state, event.id, 1)
        : afterEnd(state, event.id, mostBreaks)
    case "refused":
      return state.current?.id === event.id ? [state, [{ kind: "giveUp" }]] : afterEnd(state, event.id, mostFailures)
  }
}

const afterAudio = (state: RecognitionState, millis: number, loud: boolean): RecognitionState => {
  const longer = (stream: RecognizerStream | null) => stream && { ...stream, sent: stream.sent + millis }
  // Two coughs with a long pause between them are not speech.
  const wasCough = state.loudMillis < shortestSpeech && state.quietMillis >= firstPatience
  const beginsAnew = loud && (state.loudMillis === 0 || wasCough)
  return {
    ...state,
    position: state.position + millis,
    current: longer(state.current),
    next: longer(state.next),
    quietMillis: loud ? 0 : state.quietMillis + millis,
    loudMillis: (beginsAnew ? 0 : state.loudMillis) + (loud ? millis : 0),
    loudSince: beginsAnew ? state.position : state.loudSince
  }
}

const afterTick = (state: RecognitionState, silence: number): RecognitionStep => {
  const waited = silence === 0 ? state : afterSilence(state, silence)
  if (waited.current !== null) return whenDue(waited)
  return waited.ticksToReopen > 1 ? [{ ...waited, ticksToReopen: waited.ticksToReopen - 1 }, []] : openCurrent(waited)
}

const afterSilence = (state: RecognitionState, millis: number): RecognitionState => {
  const longer = (stream: RecognizerStream | null) =>
    stream && {
      ...stream,
      sent: stream.sent + millis,
      silences: [...stream.silences, { at: stream.sent, millis }]
    }
  return {
    ...state,
    current: longer(state.current),
    next: longer(state.next),
    quietMillis: state.quietMillis + millis
  }
}

/** Acts on the passing of audio: opens another stream, ends an overlap, or replaces a stream that does not respond. */
const whenDue = (state: RecognitionState): RecognitionStep => {
  const { current, loudMillis, loudSince, next, noNextBefore, patience, position, quietMillis } = state
  if (current === null) return [state, []]
  if (loudMillis >= shortestSpeech && position - loudSince >= patience) return replaceUnresponsive(state, current)
  if (next !== null) return next.sent - (next.openedAt - next.from) >= longestOverlap ? takeOver(state) : [state, []]
  const isPause = quietMillis >= shortestPause && !current.isMidSentence
  const isDue = current.sent >= rotateAfter || (current.sent >= rotateInPauseAfter && isPause)
  return isDue && position >= noNextBefore ? openNext(state) : [state, []]
}

const replaceUnresponsive = (state: RecognitionState, current: RecognizerStream): RecognitionStep => {
  const patience = Math.min(state.patience * 2, longestPatience)
  const close: RecognitionCommand = { kind: "close", id: current.id }
  return after([{ ...state, patience }, [close]], (left) =>
    left.next === null ? openCurrent(left) : promote(left, left.next)
  )
}

const newStream = (state: RecognitionState): RecognizerStream => {
  const { finalUntil, opened, position, reportedUntil } = state
  const from = Math.max(finalUntil, position - keptMillis, 0)
  return {
    id: opened,
    from,
    openedAt: position,
    sent: position - from,
    silences: [],
    hasFinal: false,
    isMidSentence: false,
    catchesUpAt: reportedUntil - sameEnd,
    held: []
  }
}

const openCurrent = (state: RecognitionState): RecognitionStep => {
  const current = newStream(state)
  return [
    { ...state, current, opened: state.opened + 1, loudMillis: 0, ticksToReopen: 0 },
    [{ kind: "open", id: current.id, from: current.from }]
  ]
}

const openNext = (state: RecognitionState): RecognitionStep => {
  const next = newStream(state)
  return [{ ...state, next, opened: state.opened + 1 }, [{ kind: "open", id: next.id, from: next.from }]]
}

const takeOver = (state: RecognitionState): RecognitionStep => {
  const { current, next } = state
  if (next === null) return [state, []]
  const close: ReadonlyArray<RecognitionCommand> = current === null ? [] : [{ kind: "close", id: current.id }]
  return after([state, close], (left) => promote(left, next))
}

// Reports the events from before the take-over, except those that the previous stream reported.
const promote = (state: RecognitionState, next: RecognizerStream): RecognitionStep =>
  next.held.reduce<RecognitionStep>(
    (done, result) =>
      after(done, (now) => (now.current?.id === next.id ? accept(now, now.current, result) : [now, []])),
    [{ ...state, current: { ...next, held: [] }, next: null, loudMillis: 0 }, []]
  )

const afterResult = (state: RecognitionState, id: number, result: RecognizerEvent): RecognitionStep => {
  const { current, next } = state
  if (current?.id === id) return accept(state, current, result)
  if (next?.id !== id) return [state, []]
  const held = [...next.held.filter(({ kind }) => kind !== "interim"), result].slice(-mostHeld)
  const heard = { ...state, next: { ...next, held } }
  // In the middle of a sentence the current stream stays until its final result.
  return current?.isMidSentence ? [heard, []] : takeOver(heard)
}

const accept = (state: RecognitionState, current: RecognizerStream, result: RecognizerEvent): RecognitionStep => {
  const stream: RecognizerStream = {
    ...current,
    hasFinal: current.hasFinal || result.kind === "final",
    isMidSentence: result.kind === "interim" || (result.kind !== "final" && current.isMidSentence)
  }
  const at = result.at === null ? state.position : positionOf(current, result.at)
  // A stream that only repeats known results before it fails counts as failed.
  const isNews =
    result.kind === "final"
      ? at > state.finalUntil
      : result.kind === "interim" && result.at !== null && at > state.reportedUntil
  const accepted = {
    ...state,
    current: stream,
    reportedUntil: isNews ? Math.max(state.reportedUntil, at) : state.reportedUntil,
    loudMillis: 0,
    patience: firstPatience,
    failures: isNews ? 0 : state.failures
  }
  if (result.kind === "interim") {
    const text = withoutRepetition(state, current, result.text)
    const isNew = at > state.finalUntil && at >= current.catchesUpAt && text !== ""
    return [accepted, isNew ? [report({ kind: "interim", text, stability: result.stability, atMillis: at })] : []]
  }
  if (result.kind === "final") return finish(accepted, current, result, at)
  const began = result.kind === "speechBegan"
  const isNew = began !== state.speaking && at > state.finalUntil
  return [{ ...accepted, speaking: began }, isNew ? [report({ kind: result.kind, atMillis: at })] : []]
}

const finish = (
  state: RecognitionState,
  stream: RecognizerStream,
  { confidence, text: whole }: Extract<RecognizerEvent, { kind: "final" }>,
  at: number
): RecognitionStep => {
  const repeats = mayRepeat(state, stream)
  const isKnown = at <= state.finalUntil + (repeats ? sameEnd : 0)
  const text = withoutRepetition(state, stream, whole)
  const finished: RecognitionState = {
    ...state,
    speaking: false,
    finalUntil: Math.max(state.finalUntil, at),
    finalWords: isKnown ? state.finalWords : [...state.finalWords, ...wordsOf(text)].slice(-50)
  }
  const commands = isKnown || text === "" ? [] : [report({ kind: "final", text, untilMillis: at, confidence })]
  const step: RecognitionStep = [finished, commands]
  return finished.next === null ? step : after(step, takeOver)
}

const afterEnd = (state: RecognitionState, id: number, most: number): RecognitionStep => {
  const { current, next, position } = state
  if (next?.id === id) return [{ ...state, next: null, noNextBefore: position + 5_000 }, []]
  if (current?.id !== id) return [state, []]
  if (next !== null) return promote(state, next)
  const wasHealthy = current.sent - (current.openedAt - current.from) >= healthyAfter
  if (wasHealthy) return openCurrent({ ...state, failures: 0 })
  const failures = state.failures + 1
  if (failures >= most) return [state, [{ kind: "giveUp" }]]
  const left = { ...state, failures }
  return failures === 1 ? openCurrent(left) : [{ ...left, current: null, ticksToReopen: 2 ** (failures - 2) }, []]
}

const after = (
  [state, commands]: RecognitionStep,
  then: (state: RecognitionState) => RecognitionStep
): RecognitionStep => {
  const [last, more] = then(state)
  return [last, [...commands, ...more]]
}

const report = (heard: Heard): RecognitionCommand => ({ kind: "report", heard })

/** Converts a stream's own time to that of the received audio, which the inserted silence is not part of. */
const positionOf = ({ from, silences }: RecognizerStream, at: number): number =>
  silences.reduce((position, silence) => position - Math.min(Math.max(at - silence.at, 0), silence.millis), from + at)

// The first words of a stream may repeat what another has reported since it was opened.
const mayRepeat = ({ finalUntil }: RecognitionState, stream: RecognizerStream) =>
  !stream.hasFinal && stream.from < finalUntil

const withoutRepetition = (state: RecognitionState, stream: RecognizerStream, text: string): string => {
  const trimmed = text.trim()
  if (!mayRepeat(state, stream)) return trimmed
  const pieces = trimmed.split(/\s+/)
  const words = pieces.map(wordOf)
  const { finalWords } = state
  for (let count = Math.min(words.length, finalWords.length); count > 0; count--) {
    const end = finalWords.slice(-count)
    if (end.every((word, index) => word === words[index])) return pieces.slice(count).join(" ")
  }
  return trimmed
}

const wordsOf = (text: string) =>
  text
    .split(/\s+/)
    .map(wordOf)
    .filter((word) => word !== "")

const wordOf = (piece: string) => piece.toLowerCase().replaceAll(/[^\p{L}\p{N}\p{M}]/gu, "")
