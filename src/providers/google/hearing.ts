import type { Heard } from "../contract/SpeechToText.ts"

/**
 * How one call is heard over several streams, as none lives longer than five minutes: a pure machine. Audio drives it, so
 * its times are milliseconds of audio. The first stream is believed; the next overlaps it, hears what is not final yet once
 * more, and takes over with nothing lost and nothing told twice.
 */
export interface Hearing {
  /** The audio that was given in. */
  readonly position: number
  /** All before it has been told for good. */
  readonly finalUntil: number
  readonly finalWords: ReadonlyArray<string>
  /** No words have been told yet that end after it. */
  readonly toldUntil: number
  readonly speaking: boolean
  readonly current: EarStream | null
  readonly next: EarStream | null
  readonly opened: number
  /** Loud audio since the last word from the current stream: how much, and since when. */
  readonly loudMillis: number
  readonly loudSince: number
  readonly quietMillis: number
  /** How long speech may go without an answer; it grows while renewing does not help, since noise is loud too. */
  readonly patience: number
  /** Streams that failed one after the other, and told nothing but what another had heard already. */
  readonly failures: number
  readonly ticksToReopen: number
  /** A stream that was to take over failed: none is opened before. */
  readonly noNextBefore: number
}

/** A stream of the provider: its own times begin at 0, with the audio from `from` on. */
export interface EarStream {
  readonly id: number
  readonly from: number
  readonly openedAt: number
  readonly sent: number
  /** Silence that we put in while no audio came. */
  readonly silences: ReadonlyArray<{ readonly at: number; readonly millis: number }>
  readonly hasFinal: boolean
  readonly isMidSentence: boolean
  /** The words before it were told, final or not, when the stream was opened: it takes a while to get there once more. */
  readonly isToldUntil: number
  /** What it heard before it took over. */
  readonly held: ReadonlyArray<RecognizerEvent>
}

/** What a stream says, in its own time; null when it does not tell the time, which means now. */
export type RecognizerEvent = { readonly at: number | null } & (
  | { readonly kind: "speechBegan" | "speechEnded" }
  | { readonly kind: "interim"; readonly text: string; readonly stability: number }
  | { readonly kind: "final"; readonly text: string; readonly confidence: number | null }
)

export type EarEvent =
  | { readonly kind: "audio"; readonly millis: number; readonly loud: boolean }
  /** Once a second; `silence` was written to the open streams if no audio had come since the last. */
  | { readonly kind: "tick"; readonly silence: number }
  | { readonly kind: "said"; readonly id: number; readonly said: RecognizerEvent }
  /** The provider ended a stream: it has lasted too long, an utterance is over, or something broke. */
  | { readonly kind: "ended"; readonly id: number }
  /** The provider takes no such stream. */
  | { readonly kind: "refused"; readonly id: number }

export type EarCommand =
  /** Opens a stream and writes all audio from `from` on. */
  | { readonly kind: "open"; readonly id: number; readonly from: number }
  | { readonly kind: "close"; readonly id: number }
  | { readonly kind: "tell"; readonly heard: Heard }
  | { readonly kind: "giveUp" }

export type HearingStep = readonly [hearing: Hearing, commands: ReadonlyArray<EarCommand>]

/** How much audio must be kept for streams to come, in milliseconds. */
export const keptMillis = 10_000

const rotateAfter = 240_000
const rotateInQuietAfter = 200_000
const quietEnough = 500
const overlapAtMost = 10_000
const patienceAtFirst = 3_000
const patienceAtMost = 60_000
/** Less is a cough. */
const loudEnough = 600
const failuresAtMost = 4
/** A stream that has lived this long was well: no attempt to connect takes as long. */
const wellAfter = 60_000
/** Two streams put the end of the same words at times so far apart. */
const sameEnd = 500
const heldAtMost = 32

export const beginHearing = (): HearingStep =>
  openCurrent({
    position: 0,
    finalUntil: 0,
    finalWords: [],
    toldUntil: 0,
    speaking: false,
    current: null,
    next: null,
    opened: 0,
    loudMillis: 0,
    loudSince: 0,
    quietMillis: 0,
    patience: patienceAtFirst,
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
    case "said":
      return afterSaid(hearing, event.id, event.said)
    case "ended":
      return afterEnd(hearing, event.id)
    case "refused":
      return hearing.current?.id === event.id ? [hearing, [{ kind: "giveUp" }]] : afterEnd(hearing, event.id)
  }
}

const afterAudio = (hearing: Hearing, millis: number, loud: boolean): Hearing => {
  const longer = (stream: EarStream | null) => stream && { ...stream, sent: stream.sent + millis }
  // One cough and another, long after, are no speech.
  const wasCough = hearing.loudMillis < loudEnough && hearing.quietMillis >= patienceAtFirst
  const isAnew = loud && (hearing.loudMillis === 0 || wasCough)
  return {
    ...hearing,
    position: hearing.position + millis,
    current: longer(hearing.current),
    next: longer(hearing.next),
    quietMillis: loud ? 0 : hearing.quietMillis + millis,
    loudMillis: (isAnew ? 0 : hearing.loudMillis) + (loud ? millis : 0),
    loudSince: isAnew ? hearing.position : hearing.loudSince
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

/** What the passing of audio makes due: another stream, the end of an overlap, or leaving a stream that is deaf. */
const whenDue = (hearing: Hearing): HearingStep => {
  const { current, loudMillis, loudSince, next, noNextBefore, patience, position, quietMillis } = hearing
  if (current === null) return [hearing, []]
  if (loudMillis >= loudEnough && position - loudSince >= patience) return leaveDeaf(hearing, current)
  if (next !== null) return next.sent - (next.openedAt - next.from) >= overlapAtMost ? takeOver(hearing) : [hearing, []]
  const isPause = quietMillis >= quietEnough && !current.isMidSentence
  const isDue = current.sent >= rotateAfter || (current.sent >= rotateInQuietAfter && isPause)
  return isDue && position >= noNextBefore ? openNext(hearing) : [hearing, []]
}

const leaveDeaf = (hearing: Hearing, current: EarStream): HearingStep => {
  const patience = Math.min(hearing.patience * 2, patienceAtMost)
  const close: EarCommand = { kind: "close", id: current.id }
  return after([{ ...hearing, patience }, [close]], (left) =>
    left.next === null ? openCurrent(left) : promote(left, left.next)
  )
}

const newStream = (hearing: Hearing): EarStream => {
  const { finalUntil, opened, position, toldUntil } = hearing
  const from = Math.max(finalUntil, position - keptMillis, 0)
  return {
    id: opened,
    from,
    openedAt: position,
    sent: position - from,
    silences: [],
    hasFinal: false,
    isMidSentence: false,
    isToldUntil: toldUntil - sameEnd,
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

// What it heard before it was believed is told now, but for what was told already.
const promote = (hearing: Hearing, next: EarStream): HearingStep =>
  next.held.reduce<HearingStep>(
    (done, said) => after(done, (now) => (now.current?.id === next.id ? believe(now, now.current, said) : [now, []])),
    [{ ...hearing, current: { ...next, held: [] }, next: null, loudMillis: 0 }, []]
  )

const afterSaid = (hearing: Hearing, id: number, said: RecognizerEvent): HearingStep => {
  const { current, next } = hearing
  if (current?.id === id) return believe(hearing, current, said)
  if (next?.id !== id) return [hearing, []]
  const held = [...next.held.filter(({ kind }) => kind !== "interim"), said].slice(-heldAtMost)
  const heard = { ...hearing, next: { ...next, held } }
  // In the middle of a sentence it stays with the stream that is about to end it.
  return current?.isMidSentence ? [heard, []] : takeOver(heard)
}

const believe = (hearing: Hearing, current: EarStream, said: RecognizerEvent): HearingStep => {
  const stream: EarStream = {
    ...current,
    hasFinal: current.hasFinal || said.kind === "final",
    isMidSentence: said.kind === "interim" || (said.kind !== "final" && current.isMidSentence)
  }
  const at = said.at === null ? hearing.position : positionOf(current, said.at)
  // To hear the same again, and then to fail again, is no better than to hear nothing.
  const isNews =
    said.kind === "final"
      ? at > hearing.finalUntil
      : said.kind === "interim" && said.at !== null && at > hearing.toldUntil
  const believed = {
    ...hearing,
    current: stream,
    toldUntil: isNews ? Math.max(hearing.toldUntil, at) : hearing.toldUntil,
    loudMillis: 0,
    patience: patienceAtFirst,
    failures: isNews ? 0 : hearing.failures
  }
  if (said.kind === "interim") {
    const text = withoutTold(hearing, current, said.text)
    const isNew = at > hearing.finalUntil && at >= current.isToldUntil && text !== ""
    return [believed, isNew ? [tell({ kind: "interim", text, stability: said.stability, atMillis: at })] : []]
  }
  if (said.kind === "final") return finish(believed, current, said, at)
  const began = said.kind === "speechBegan"
  const isNew = began !== hearing.speaking && at > hearing.finalUntil
  return [{ ...believed, speaking: began }, isNew ? [tell({ kind: said.kind, atMillis: at })] : []]
}

const finish = (
  hearing: Hearing,
  stream: EarStream,
  { confidence, text: whole }: Extract<RecognizerEvent, { kind: "final" }>,
  at: number
): HearingStep => {
  const repeats = mayRepeat(hearing, stream)
  const isTold = at <= hearing.finalUntil + (repeats ? sameEnd : 0)
  const text = withoutTold(hearing, stream, whole)
  const told: Hearing = {
    ...hearing,
    speaking: false,
    finalUntil: Math.max(hearing.finalUntil, at),
    finalWords: isTold ? hearing.finalWords : [...hearing.finalWords, ...wordsOf(text)].slice(-50)
  }
  const commands = isTold || text === "" ? [] : [tell({ kind: "final", text, untilMillis: at, confidence })]
  const step: HearingStep = [told, commands]
  return told.next === null ? step : after(step, takeOver)
}

const afterEnd = (hearing: Hearing, id: number): HearingStep => {
  const { current, next, position } = hearing
  if (next?.id === id) return [{ ...hearing, next: null, noNextBefore: position + 5_000 }, []]
  if (current?.id !== id) return [hearing, []]
  if (next !== null) return promote(hearing, next)
  const wasWell = current.sent - (current.openedAt - current.from) >= wellAfter
  if (wasWell) return openCurrent({ ...hearing, failures: 0 })
  const failures = hearing.failures + 1
  if (failures >= failuresAtMost) return [hearing, [{ kind: "giveUp" }]]
  const left = { ...hearing, failures }
  return failures === 1 ? openCurrent(left) : [{ ...left, current: null, ticksToReopen: 2 ** (failures - 2) }, []]
}

const after = ([hearing, commands]: HearingStep, then: (hearing: Hearing) => HearingStep): HearingStep => {
  const [last, more] = then(hearing)
  return [last, [...commands, ...more]]
}

const tell = (heard: Heard): EarCommand => ({ kind: "tell", heard })

/** From a stream's own time to that of the audio given in: our silence took none of it. */
const positionOf = ({ from, silences }: EarStream, at: number): number =>
  silences.reduce((position, silence) => position - Math.min(Math.max(at - silence.at, 0), silence.millis), from + at)

// A stream's first words may be those that another has told since it was opened.
const mayRepeat = ({ finalUntil }: Hearing, stream: EarStream) => !stream.hasFinal && stream.from < finalUntil

const withoutTold = (hearing: Hearing, stream: EarStream, text: string): string => {
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
