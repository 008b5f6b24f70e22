import { Clock, Context, Effect, Layer, Stream } from "effect"
import { bytesPerMilli, silent } from "../../../src/audio/frames.ts"
import { makeListener, speak } from "../../../src/audio/modem.ts"
import { loudness } from "../../../src/audio/mulaw.ts"
import { tone } from "../../../src/audio/tone.ts"
import type { TranscriptRecord } from "../../../src/calls/conversations/Transcripts.ts"
import { makePlayback } from "../../../src/carriers/simulated/line-playback.ts"
import { fixedLineTexts } from "../../../src/media/fixed-lines/fixed-lines.ts"
import { makeLineClock } from "../../../src/media/line/LineClock.ts"
import { FixedLineAudio } from "../../../src/media/reply/FixedLineAudio.ts"
import { Replies } from "../../../src/media/reply/Replies.ts"
import { LanguageModel, type ReplyPart } from "../../../src/providers/contract/LanguageModel.ts"
import type { Heard } from "../../../src/providers/contract/SpeechToText.ts"
import { type Spoken, TextToSpeech } from "../../../src/providers/contract/TextToSpeech.ts"
import { SynthesisCache } from "../../../src/providers/SynthesisCache.ts"
import { Retriever } from "../../../src/rag/Retriever.ts"
import { makeRandom } from "../../support/random.ts"
import { endCall, failure, type Step, stepping, stop, token } from "./scripted-providers.ts"
import { sessionOnLine, brief as usualBrief } from "./session-line.ts"

const limitMillis = 45_000

/** Cuts speech into pieces of five letters. */
const piecesOf = (sound: Uint8Array): ReadonlyArray<Spoken> => {
  const first = 300 * bytesPerMilli
  const next = 280 * bytesPerMilli
  const count = Math.max(0, Math.ceil((sound.length - first) / next))
  const rest = Array.from({ length: count }, (_, index) =>
    sound.subarray(first + index * next, first + (index + 1) * next)
  )
  return [sound.subarray(0, first), ...rest].map((audio) => ({ audio, sentence: null }))
}

const frameMillis = 20

/** Which sides sounded in a frame. */
interface Frame {
  readonly agent: boolean
  readonly person: boolean
}

export interface FaultyCall {
  readonly isOver: boolean
  readonly fault: string | undefined
  readonly endedAt: number
  readonly limitMillis: number
  readonly frames: ReadonlyArray<Frame>
  /** The text that the person heard. */
  readonly heard: string
  /** The saved records; there should be one. */
  readonly records: ReadonlyArray<TranscriptRecord>
  /** The injected faults, with their times. */
  readonly faults: ReadonlyArray<string>
}

/** Simulates a call: the seed decides when each provider fails, and when the person speaks. */
export const callWithFaults = Effect.fnUntraced(function* (seed: number, breaksInSentences = false) {
  const random = makeRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const oneOf = <A>(...all: ReadonlyArray<A>) => all[below(all.length)] as A
  const clock = makeLineClock(0)
  const faults: Array<string> = []
  const open = { count: 0 }
  /** Some calls have few faults, some consist mostly of faults. */
  const share = oneOf(0, 0.1, 0.3, 0.7)
  const goesWrong = (...kinds: ReadonlyArray<string>) => {
    if (random() >= share) return undefined
    const kind = oneOf(...kinds)
    faults.push(`${clock.currentTimeMillisUnsafe()} ${kind}`)
    return kind
  }

  let replies = 0
  const modelSteps = (): ReadonlyArray<Step<ReplyPart>> => {
    const id = ++replies
    const ends = below(8) === 0
    const words = Array.from(
      { length: 1 + below(14) },
      (_, index) => ` ${wordOf(id, index)}${oneOf("", "", ",", ".", "?")}`
    )
    const paced = words.flatMap((word): ReadonlyArray<Step<ReplyPart>> => [below(60), token(word)])
    const whole = [...paced, token("."), ...(ends ? [endCall] : []), stop]
    const cut = paced.slice(0, 2 * below(words.length))
    switch (
      goesWrong("model hangs", "model refuses", "model breaks", "model stalls", "model is empty", "model is slow")
    ) {
      case "model hangs":
        return ["hang"]
      case "model refuses":
        return [below(300), failure("HTTP 429")]
      case "model breaks":
        return [200, ...cut, failure("it broke")]
      case "model stalls":
        return [200, ...cut, oneOf<Step<ReplyPart>>("hang", 3_000), stop]
      case "model is empty":
        return [below(500), ...(ends ? [endCall] : []), stop]
      case "model is slow":
        return [500 + below(3_000), ...whole]
      default:
        return [50 + below(500), ...whole]
    }
  }

  const fixed = new Set(fixedLineTexts("en-US"))
  const voiceSteps = (text: string): ReadonlyArray<Step<Spoken>> => {
    const sound = speak(`${text.trim()} `)
    const pieces = piecesOf(sound)
    // Fixed lines were rendered when the campaign began.
    if (fixed.has(text)) return pieces
    switch (
      goesWrong("voice hangs", "voice refuses", "voice breaks", "voice stalls", "voice is empty", "voice is slow")
    ) {
      case "voice hangs":
        return ["hang"]
      case "voice refuses":
        return [below(300), failure("RESOURCE_EXHAUSTED")]
      case "voice breaks":
        return [100, ...(breaksInSentences ? pieces.slice(0, below(pieces.length)) : []), failure("it broke")]
      case "voice stalls":
        return [100, ...pieces.slice(0, 1), breaksInSentences ? "hang" : 1_500, ...pieces.slice(1)]
      case "voice is empty":
        return [below(300)]
      case "voice is slow":
        return [300 + below(2_000), ...pieces]
      default:
        return [30 + below(300), ...pieces]
    }
  }

  const providers = Layer.mergeAll(
    Layer.succeed(LanguageModel, { reply: () => Stream.suspend(() => stepping(modelSteps(), open)) }),
    Layer.succeed(TextToSpeech, {
      offers: () => Effect.succeed(true),
      speak: ({ sentences }) => Stream.flatMap(sentences, (text) => stepping(voiceSteps(text), open))
    })
  )
  const made = yield* Layer.build(
    Layer.merge(FixedLineAudio.layer, Replies.layer).pipe(
      Layer.provide(SynthesisCache.layer),
      Layer.provide([providers, Layer.succeed(Retriever, { retrieve: () => Effect.succeed([]) })])
    )
  )
  const brief = {
    ...usualBrief,
    limitMillis,
    allowInterrupts: below(4) > 0,
    opening: `${Array.from({ length: 5 }, (_, index) => wordOf(0, index)).join(" ")}?`,
    isOpeningShared: false
  }
  const line = yield* sessionOnLine({
    brief: Effect.succeed(brief),
    render: (fixedLine) => Context.get(made, FixedLineAudio).render(brief, fixedLine),
    reply: Context.get(made, Replies).reply
  })

  const playback = makePlayback()
  const listener = makeListener()
  const frames: Array<Frame> = []
  let heard = ""
  let sent = 0
  const carry = () => {
    for (; sent < line.wire.length; sent++) {
      const one = line.wire[sent]
      if (one?.kind === "audio") playback.queue(one.audio)
      if (one?.kind === "mark") playback.mark(one.name)
      if (one?.kind === "clear") playback.clear()
    }
    const played = playback.next() ?? silent(frameMillis)
    heard += listener.hear(played)
    for (const mark of playback.reached()) if (below(10) > 0) line.session.reachMark(mark)
    return loudness(played) > 300
  }

  const person = makePerson(seed, { goesWrong })
  yield* Effect.provideService(line.run, Clock.Clock, clock)
  while (!line.isOver() && line.now() < limitMillis + 6_000) {
    const agent = carry()
    const { results, isSpeaking } = person(line.now(), agent)
    frames.push({ agent, person: isSpeaking })
    clock.advanceTo(line.now() + frameMillis)
    yield* line.hear(isSpeaking ? tone(500, frameMillis) : silent(frameMillis))
    for (const one of results) yield* one === "lost" ? line.failRecognizer(failure("lost", false)) : line.recognize(one)
  }
  const call: FaultyCall = {
    isOver: line.isOver(),
    fault: line.fault(),
    endedAt: line.now(),
    limitMillis,
    frames,
    heard,
    records: line.saved.filter((one) => typeof one !== "string"),
    faults
  }
  return call
})

/**
 * Returns a word of a reply. Each reply has its own first letter, so its words are known wherever
 * they are cut.
 */
const wordOf = (reply: number, index: number) => `${letters[reply]}${String(index).padStart(2, "0")}`
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** Returns the words of replies in a text, in order. */
export const wordsIn = (text: string): ReadonlyArray<{ readonly reply: number; readonly index: number }> =>
  [...text.matchAll(/([A-Za-z])(\d\d)/g)].map(([, letter = "", index]) => ({
    reply: letters.indexOf(letter),
    index: Number(index)
  }))

interface Rules {
  readonly goesWrong: (...kinds: ReadonlyArray<string>) => string | undefined
}

const phrases = ["yes", "no", "hmm", "wait", "what is that?", "please tell me more about it.", "I will pay tomorrow"]
const letterMillis = 60

/** Simulates a person who speaks now and then, mostly into silence, and the recognizer's results. */
const makePerson = (seed: number, { goesWrong }: Rules) => {
  const random = makeRandom(seed + 1)
  const below = (limit: number) => Math.floor(random() * limit)
  const patience = below(5) === 0 ? 60_000 : 4_000
  let speaksFrom = 300 + below(2_000)
  let speaksUntil = 0
  let quietSince = 0
  let pending: ReadonlyArray<{ readonly at: number; readonly what: Heard | "lost" }> = []

  const speakAt = (now: number) => {
    const text = below(40) === 0 ? "do not call me again" : (phrases[below(phrases.length)] ?? "yes")
    speaksUntil = now + Math.max(300, text.length * letterMillis)
    const half = text.slice(0, Math.ceil(text.length / 2))
    const interim: Heard = { kind: "interim", text: half, stability: random(), atMillis: 0 }
    const final: Heard = { kind: "final", text, untilMillis: 0, confidence: null }
    const usual = [
      { at: (now + speaksUntil) / 2 + 250, what: interim },
      { at: speaksUntil + 200 + below(400), what: final }
    ]
    const fault = goesWrong(
      "recognizer is late",
      "recognizer hears nothing",
      "recognizer repeats",
      "recognizer never finishes",
      "recognizer is lost"
    )
    const late = usual.map(({ at, what }) => ({ at: at + 500 + below(2_500), what }))
    const heard = {
      "recognizer is late": late,
      "recognizer hears nothing": [],
      "recognizer repeats": [...usual, ...late],
      "recognizer never finishes": usual.slice(0, 1),
      "recognizer is lost": below(4) === 0 ? [{ at: now + 100, what: "lost" as const }] : usual
    }[fault ?? ""]
    pending = [...pending, ...(heard ?? usual)]
  }

  return (now: number, agent: boolean) => {
    const isSpeaking = now < speaksUntil
    if (agent || isSpeaking) quietSince = now
    const isOut = now - quietSince > 500 && now >= speaksFrom
    const interrupts = agent && below(400) === 0
    if (!isSpeaking && (isOut || interrupts)) {
      speakAt(now)
      speaksFrom = speaksUntil + 400 + below(patience)
    }
    const due = pending.filter(({ at }) => at <= now)
    pending = pending.filter(({ at }) => at > now)
    return { isSpeaking: now < speaksUntil, results: due.map(({ what }) => what) }
  }
}
