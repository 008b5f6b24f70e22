import { assert, describe, it } from "@effect/vitest"
import { fixedLineTexts } from "../../../src/media/fixed-lines/fixed-lines.ts"
import { makeReplyPlayer, type ReplyHeard } from "../../../src/media/reply/reply-player.ts"
import { makeSentenceSplitter } from "../../../src/media/text/sentences.ts"
import type { SpokenTime } from "../../../src/providers/contract/TextToSpeech.ts"
import { makeRandom } from "../../support/random.ts"

const { PROVE, TEST_SEED } = process.env
const seed = Number(TEST_SEED)
const runs = PROVE === "full" ? 5_000 : 60

type Random = () => number
const between = (random: Random, from: number, to: number) => Math.floor(from + random() * (to - from))

const loudByte = 0x20
const silentByte = 0xff
const bytesPerMilli = 8

interface SpeechOf {
  readonly text: string
  readonly audio: Uint8Array
  readonly times: ReadonlyArray<SpokenTime>
  /** When each word begins and ends to sound, bytes. */
  readonly spans: ReadonlyArray<{ readonly from: number; readonly to: number }>
}

/** Speech as a voice makes it: words of uneven pace, pauses at marks, and silence before and after. */
const speechOf = (text: string, random: Random): SpeechOf => {
  const parts: Array<{ readonly bytes: number; readonly isLoud: boolean }> = []
  const spans: Array<{ readonly from: number; readonly to: number }> = []
  const times: Array<SpokenTime> = []
  let bytes = 0
  const add = (millis: number, isLoud: boolean) => {
    parts.push({ bytes: millis * bytesPerMilli, isLoud })
    bytes += millis * bytesPerMilli
  }
  const pace = between(random, 55, 90)
  add(between(random, 0, 200), false)
  const words = [...text.matchAll(/\S+/g)]
  for (const [index, { index: at, 0: word }] of words.entries()) {
    const from = bytes
    add(Math.round((word.length + 1) * pace * (0.9 + random() * 0.2)), true)
    spans.push({ from, to: bytes })
    times.push({ characters: at + word.length, untilMillis: bytes / bytesPerMilli })
    if (index === words.length - 1) add(between(random, 0, 500), false)
    else if (/[.?!।]$/.test(word)) add(between(random, 250, 700), false)
    else if (/[,;:]$/.test(word)) add(between(random, 0, 300), false)
  }
  const audio = Buffer.concat(parts.map((part) => Buffer.alloc(part.bytes, part.isLoud ? loudByte : silentByte)))
  return { text, audio: new Uint8Array(audio), times, spans }
}

const lines = ["en-IN", "de-DE", "hi-IN", "es-ES"].flatMap((language) => fixedLineTexts(language))

const sentencesOf = (text: string) => {
  const { add, end } = makeSentenceSplitter()
  return [...add(text), ...end()]
}

interface Setup {
  readonly random: Random
  /** Audio with which the line begins, in the order in which it is played. */
  readonly speeches: ReadonlyArray<SpeechOf>
  readonly isTimed: boolean
  readonly hasMarks: boolean
}

/** Plays speech, stops it at a time, and returns what was recorded, and how many words had begun and had sounded. */
const interrupted = ({ hasMarks, isTimed, random, speeches }: Setup) => {
  const whole = speeches.map(({ text }) => text).join(" ")
  const length = speeches.reduce((sum, { audio }) => sum + audio.length, 0)
  const recorded: Array<ReplyHeard> = []
  const returning: Array<{ readonly at: number; readonly name: string }> = []
  let now = between(random, 0, 20)
  let endsAt = 0
  const player = makeReplyPlayer(
    {
      now: () => now,
      send: (audio) => {
        endsAt = Math.max(endsAt, now) + audio.length / bytesPerMilli
      },
      mark: (name) => {
        // Marks cross the network, some of them slowly.
        if (hasMarks) returning.push({ name, at: endsAt + between(random, 0, 40) })
      },
      clear: () => undefined
    },
    (...events) => recorded.push(...events.filter((event) => event.kind === "replyHeard"))
  )
  const began = now
  player.begin(1)
  for (const { audio, text, times } of speeches) {
    player.add(1, { kind: "sentence", text })
    let timed = 0
    for (let at = 0; at < audio.length; ) {
      const to = at + between(random, 400, 16_000)
      const next = times.filter(({ untilMillis }) => untilMillis * bytesPerMilli <= to)
      const news = isTimed && next.length > timed ? { times: next.slice(timed) } : {}
      timed = next.length
      player.add(1, { kind: "audio", audio: audio.subarray(at, to), ...news })
      at = to
    }
  }
  player.add(1, { kind: "complete", endsCall: false, text: whole })
  const stopsAt = began + between(random, 20, length / bytesPerMilli)
  for (; now < stopsAt; now += 20) {
    for (const { at, name } of returning) if (at <= now && at > now - 20) player.reachMark(name)
    player.tick(now)
  }
  player.drop(1)
  const played = (now - began) * bytesPerMilli
  const spans = speeches.flatMap((speech, index) => {
    const before = speeches.slice(0, index).reduce((sum, { audio }) => sum + audio.length, 0)
    return speech.spans.map(({ from, to }) => ({ from: before + from, to: before + to }))
  })
  const begun = spans.filter(({ from }) => from < played).length
  const sounded = spans.filter(({ to }) => to <= played).length
  const text = recorded[0]?.text ?? ""
  return { text, whole, begun, sounded, words: text.split(/\s+/).filter((word) => word !== "").length, stopsAt }
}

describe("the record of an interrupted line", () => {
  const kinds = [
    ["a fixed line in one piece", (text: string) => [text]],
    ["a reply, sentence by sentence", sentencesOf]
  ] as const
  for (const [kind, piecesOf] of kinds) {
    for (const hasMarks of [true, false]) {
      for (const isTimed of [true, false]) {
        const title = `${kind}: ${isTimed ? "the very words" : "the words but for one"} that had sounded, ${
          hasMarks ? "with" : "without"
        } marks of the carrier`
        it(title, () => {
          let off = 0
          for (let run = 0; run < runs; run++) {
            const random = makeRandom(seed + run)
            const line = lines[between(random, 0, lines.length)] ?? ""
            const speeches = piecesOf(line).map((text) => speechOf(text, random))
            const { begun, sounded, text, whole, words } = interrupted({ random, speeches, isTimed, hasMarks })
            const what = `TEST_SEED=${seed} run ${run}: of "${whole}" ${sounded} words had sounded, recorded "${text}"`
            assert.isTrue(whole.startsWith(text), what)
            const error = Math.abs(words - sounded)
            // A mark that is on its way for 40 ms may hide the end of a word.
            if (isTimed) assert.isAtMost(error, hasMarks ? 1 : 0, what)
            // Without times the word that sounds at the end may be taken for a whole one, and so may the next.
            else assert.isAtMost(Math.max(words - begun, sounded - words), 1, what)
            off += error
          }
          assert.isBelow(off / runs, isTimed ? 0.2 : 0.5)
        })
      }
    }
  }
})
