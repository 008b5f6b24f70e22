import type { Heard } from "../contract/SpeechToText.ts"

/**
 * The state of recognizing one call over several streams, since the provider ends each stream after five minutes. A pure
 * state machine: audio drives it, so its times are milliseconds of audio. The current stream's results are reported. The next
 * stream overlaps it, recognizes again what is not final yet, and takes over without losing or repeating an utterance.
 */
export interface Hearing {
  /** Length of the audio received. */
  readonly position: number
  /** Everything before this time has been reported as final. */
  readonly finalUntil: number
  readonly finalWords: ReadonlyArray<string>
  /** End of the last words that were reported, final or not. */
  readonly reportedUntil: number
  readonly speaking: boolean
  readonly current: EarStream | null
  readonly next: EarStream | null
  readonly opened: number
  /** Length and begin of the loud audio since the current stream's last event. */
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
export interface EarStream {
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

export type EarEvent =
  | { readonly kind: "audio"; readonly millis: number; readonly loud: boolean }
  /** Sent once a second; `silence` is what was written to the open streams because no audio came since the last tick. */
  | { readonly kind: "tick"; readonly silence: number }
  | { readonly kind: "result"; readonly id: number; readonly result: RecognizerEvent }
  /** The provider ended a stream, because of its age, the end of an utterance, or an error. */
  | { readonly kind: "ended"; readonly id: number }
  /** The provider refused the stream; another would fail in the same way. */
  | { readonly kind: "refused"; readonly id: number }

export type EarCommand =
  /** Opens a stream and writes all audio from `from` on. */
  | { readonly kind: "open"; readonly id: number; readonly from: number }
  | { readonly kind: "close"; readonly id: number }
  | { readonly kind: "report"; readonly heard: Heard }
  | { readonly kind: "giveUp" }

export type HearingStep = readonly [hearing: Hearing, commands: ReadonlyArray<EarCommand>]

/** Length of the audio to keep for later streams, ms. */
export const keptMillis = 10_000

/** Age at which a stream is replaced, ms; earlier in a pause. */
const rotateAfter = 240_000
const rotateInPauseAfter = 200_000
/** Shortest pause in which a stream is replaced, ms. */
const shortestPause = 500
/** Maximum time in which two streams run in parallel, ms. */
const longestOverlap = 10_000
/** Time that speech may go without an event, ms. */
const firstPatience = 3_000
const longestPatience = 60_000
/** Least loud audio that counts as speech, ms: a cough is shorter. */
const shortestSpeech = 600
/** Consecutive failures after which the provider is lost. */
const mostFailures = 4
/** Age from which a stream's end is no failure, ms: no attempt to connect takes as long. */
const healthyAfter = 60_000
/** Maximum difference between the end times that two streams report for the same words, ms. */
const sameEnd = 500
/** Maximum number of events that are kept from a stream that has not taken over. */
const mostHeld = 32

export const beginHearing = (): HearingStep =>
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

export const step = (hearing: Hearing, event: EarEvent): HearingStep => {
  switch (event.kind) {
    case "audio":
      return whenDue(afterAudio(hearing, event.millis, event.loud))
    case "tick":
      return afterTick(hearing, event.silence)
    case "result":
      return afterResult(hearing, event.id, event.result)
    case "ended":
      return afterEnd(hearing, event.id)
    case "refused":
      return hearing.current?.id === event.id ? [hearing, [{ kind: "giveUp" }]] : afterEnd(hearing, event.id)
  }
}

const afterAudio = (hearing: Hearing, millis: number, loud: boolean): Hearing => {
  const longer = (stream: EarStream | null) => stream && { ...stream, sent: stream.sent + millis }
  // Two coughs with a long pause between them are not speech.
  const wasCough = hearing.loudMillis < shortestSpeech && hearing.quietMillis >= firstPatience
  const beginsAnew = loud && (hearing.loudMillis === 0 || wasCough)
  return {
    ...hearing,
    position: hearing.position + millis,
    current: longer(hearing.current),
    next: longer(hearing.next),
    quietMillis: loud ? 0 : hearing.quietMillis + millis,
    loudMillis: (beginsAnew ? 0 : hearing.loudMillis) + (loud ? millis : 0),
    loudSince: beginsAnew ? hearing.position : hearing.loudSince
  }
}

const afterTick = (hearing: Hearing, silence: number): HearingStep => {
  const waited = silence === 0 ? hearing : afterSilence(hearing, silence)
  if (waited.current !== null) return whenDue(waited)
  return waited.ticksToReopen > 1 ? [{ ...waited, ticksToReopen: waited.ticksToReopen - 1 }, []] : openCurrent(waited)
}

const afterSilence = (hearing: Hearing, millis: number): Hearing => {
  const longer = (stream: EarStream | null) =>
    stream && {
      ...stream,
      sent: stream.sent + millis,
      silences: [...stream.silences, { at: stream.sent, millis }]
    }
  return {
    ...hearing,
    current: longer(hearing.current),
    next: longer(hearing.next),
    quietMillis: hearing.quietMillis + millis
  }
}

/** Acts on the passing of audio: opens another stream, ends an overlap, or replaces a stream that does not respond. */
const whenDue = (hearing: Hearing): HearingStep => {
  const { current, loudMillis, loudSince, next, noNextBefore, patience, position, quietMillis } = hearing
  if (current === null) return [hearing, []]
  if (loudMillis >= shortestSpeech && position - loudSince >= patience) return replaceUnresponsive(hearing, current)
  if (next !== null)
    return next.sent - (next.openedAt - next.from) >= longestOverlap ? takeOver(hearing) : [hearing, []]
  const isPause = quietMillis >= shortestPause && !current.isMidSentence
  const isDue = current.sent >= rotateAfter || (current.sent >= rotateInPauseAfter && isPause)
  return isDue && position >= noNextBefore ? openNext(hearing) : [hearing, []]
}

const replaceUnresponsive = (hearing: Hearing, current: EarStream): HearingStep => {
  const patience = Math.min(hearing.patience * 2, longestPatience)
  const close: EarCommand = { kind: "close", id: current.id }
  return after([{ ...hearing, patience }, [close]], (left) =>
    left.next === null ? openCurrent(left) : promote(left, left.next)
  )
}

const newStream = (hearing: Hearing): EarStream => {
  const { finalUntil, opened, position, reportedUntil } = hearing
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

const openCurrent = (hearing: Hearing): HearingStep => {
  const current = newStream(hearing)
  return [
    { ...hearing, current, opened: hearing.opened + 1, loudMillis: 0, ticksToReopen: 0 },
    [{ kind: "open", id: current.id, from: current.from }]
  ]
}

const openNext = (hearing: Hearing): HearingStep => {
  const next = newStream(hearing)
  return [{ ...hearing, next, opened: hearing.opened + 1 }, [{ kind: "open", id: next.id, from: next.from }]]
}

const takeOver = (hearing: Hearing): HearingStep => {
  const { current, next } = hearing
  if (next === null) return [hearing, []]
  const close: ReadonlyArray<EarCommand> = current === null ? [] : [{ kind: "close", id: current.id }]
  return after([hearing, close], (left) => promote(left, next))
}

// Reports the events from before the take-over, except those that the previous stream reported.
const promote = (hearing: Hearing, next: EarStream): HearingStep =>
  next.held.reduce<HearingStep>(
    (done, result) =>
      after(done, (now) => (now.current?.id === next.id ? accept(now, now.current, result) : [now, []])),
    [{ ...hearing, current: { ...next, held: [] }, next: null, loudMillis: 0 }, []]
  )

const afterResult = (hearing: Hearing, id: number, result: RecognizerEvent): HearingStep => {
  const { current, next } = hearing
  if (current?.id === id) return accept(hearing, current, result)
  if (next?.id !== id) return [hearing, []]
  const held = [...next.held.filter(({ kind }) => kind !== "interim"), result].slice(-mostHeld)
  const heard = { ...hearing, next: { ...next, held } }
  // In the middle of a sentence the current stream stays until its final result.
  return current?.isMidSentence ? [heard, []] : takeOver(heard)
}

const accept = (hearing: Hearing, current: EarStream, result: RecognizerEvent): HearingStep => {
  const stream: EarStream = {
    ...current,
    hasFinal: current.hasFinal || result.kind === "final",
    isMidSentence: result.kind === "interim" || (result.kind !== "final" && current.isMidSentence)
  }
  const at = result.at === null ? hearing.position : positionOf(current, result.at)
  // A stream that only repeats known results before it fails counts as failed.
  const isNews =
    result.kind === "final"
      ? at > hearing.finalUntil
      : result.kind === "interim" && result.at !== null && at > hearing.reportedUntil
  const accepted = {
    ...hearing,
    current: stream,
    reportedUntil: isNews ? Math.max(hearing.reportedUntil, at) : hearing.reportedUntil,
    loudMillis: 0,
    patience: firstPatience,
    failures: isNews ? 0 : hearing.failures
  }
  if (result.kind === "interim") {
    const text = withoutRepetition(hearing, current, result.text)
    const isNew = at > hearing.finalUntil && at >= current.catchesUpAt && text !== ""
    return [accepted, isNew ? [report({ kind: "interim", text, stability: result.stability, atMillis: at })] : []]
  }
  if (result.kind === "final") return finish(accepted, current, result, at)
  const began = result.kind === "speechBegan"
  const isNew = began !== hearing.speaking && at > hearing.finalUntil
  return [{ ...accepted, speaking: began }, isNew ? [report({ kind: result.kind, atMillis: at })] : []]
}

const finish = (
  hearing: Hearing,
  stream: EarStream,
  { confidence, text: whole }: Extract<RecognizerEvent, { kind: "final" }>,
  at: number
): HearingStep => {
  const repeats = mayRepeat(hearing, stream)
  const isKnown = at <= hearing.finalUntil + (repeats ? sameEnd : 0)
  const text = withoutRepetition(hearing, stream, whole)
  const finished: Hearing = {
    ...hearing,
    speaking: false,
    finalUntil: Math.max(hearing.finalUntil, at),
    finalWords: isKnown ? hearing.finalWords : [...hearing.finalWords, ...wordsOf(text)].slice(-50)
  }
  const commands = isKnown || text === "" ? [] : [report({ kind: "final", text, untilMillis: at, confidence })]
  const step: HearingStep = [finished, commands]
  return finished.next === null ? step : after(step, takeOver)
}

const afterEnd = (hearing: Hearing, id: number): HearingStep => {
  const { current, next, position } = hearing
  if (next?.id === id) return [{ ...hearing, next: null, noNextBefore: position + 5_000 }, []]
  if (current?.id !== id) return [hearing, []]
  if (next !== null) return promote(hearing, next)
  const wasHealthy = current.sent - (current.openedAt - current.from) >= healthyAfter
  if (wasHealthy) return openCurrent({ ...hearing, failures: 0 })
  const failures = hearing.failures + 1
  if (failures >= mostFailures) return [hearing, [{ kind: "giveUp" }]]
  const left = { ...hearing, failures }
  return failures === 1 ? openCurrent(left) : [{ ...left, current: null, ticksToReopen: 2 ** (failures - 2) }, []]
}

const after = ([hearing, commands]: HearingStep, then: (hearing: Hearing) => HearingStep): HearingStep => {
  const [last, more] = then(hearing)
  return [last, [...commands, ...more]]
}

const report = (heard: Heard): EarCommand => ({ kind: "report", heard })

/** Converts a stream's own time to that of the received audio, which the inserted silence is not part of. */
const positionOf = ({ from, silences }: EarStream, at: number): number =>
  silences.reduce((position, silence) => position - Math.min(Math.max(at - silence.at, 0), silence.millis), from + at)

// The first words of a stream may repeat what another has reported since it was opened.
const mayRepeat = ({ finalUntil }: Hearing, stream: EarStream) => !stream.hasFinal && stream.from < finalUntil

const withoutRepetition = (hearing: Hearing, stream: EarStream, text: string): string => {
  const trimmed = text.trim()
  if (!mayRepeat(hearing, stream)) return trimmed
  const pieces = trimmed.split(/\s+/)
  const words = pieces.map(wordOf)
  const { finalWords } = hearing
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
