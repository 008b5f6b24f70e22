import { assert, describe, it } from "@effect/vitest"
import { speak } from "../../../src/audio/modem.ts"
import { makeReplyPlayer } from "../../../src/media/reply/reply-player.ts"
import { makeRandom } from "../../support/random.ts"

const { PROVE, TEST_SEED } = process.env
const seed = Number(TEST_SEED)
const runs = PROVE === "full" ? 3_000 : 60

const text = "I'm sorry, I could not hear you well. Could you please say that again?"
const audio = speak(text)
const bytesPerMilli = 8
/** Audio before the first letter, and of each letter, bytes. */
const [beginBytes, letterBytes] = [160, 448]

type ToLine = { readonly audio: Uint8Array } | { readonly mark: string } | "clear"
type ToService = { readonly untilMillis: number } | { readonly mark: string }

/**
 * A line whose audio is its clock. It goes on while the process of the service stands still, and plays what it has;
 * its frames arrive all at once afterwards.
 */
const makeLine = () => {
  const received: Array<ToService> = []
  const marks: Array<{ readonly name: string; readonly at: number }> = []
  let queued = 0
  let played = 0
  let cleared = 0
  let frames = 0
  const reach = () => {
    while ((marks[0]?.at ?? Number.POSITIVE_INFINITY) <= played) received.push({ mark: marks.shift()?.name ?? "" })
  }
  return {
    /** Frames and marks on their way to the service. */
    received,
    waitingMillis: () => (queued - played) / bytesPerMilli,
    heardBytes: () => played - cleared,
    playUntil: (wall: number) => {
      for (; (frames + 1) * 20 <= wall; frames++) {
        played = Math.min(queued, played + 160)
        received.push({ untilMillis: (frames + 1) * 20 })
        reach()
      }
    },
    take: (message: ToLine) => {
      if (message === "clear") {
        cleared += queued - played
        played = queued
      } else if ("mark" in message) marks.push({ name: message.mark, at: queued })
      else queued += message.audio.length
      reach()
    }
  }
}

const cutAfterStalls = (random: () => number) => {
  const line = makeLine()
  const sent: Array<ToLine> = []
  const stalls = Array.from({ length: 4 }, () => ({ at: random() * 3_500, millis: 100 + random() * 800 }))
  const cutAt = 300 + random() * 3_000
  let wall = 0
  let now = 0
  let recorded: string | undefined
  let longestQueue = 0
  const player = makeReplyPlayer(
    {
      now: () => now,
      send: (frames) => sent.push({ audio: frames }),
      mark: (mark) => sent.push({ mark }),
      clear: () => sent.push("clear"),
      isTimedByAudio: true
    },
    (...events) => {
      for (const event of events) if (event.kind === "replyHeard") recorded = event.text
    }
  )
  const begin = () => {
    player.begin(1)
    player.add(1, { kind: "sentence", text })
    player.add(1, { kind: "audio", audio })
    player.add(1, { kind: "complete", endsCall: false, text })
  }
  const read = (message: ToService) => {
    if ("mark" in message) return player.reachMark(message.mark)
    const before = now
    now = message.untilMillis
    if (before < 100 && now >= 100) begin()
    if (before < cutAt && now >= cutAt) player.drop(1)
    player.tick(now)
  }
  for (; wall < 6_000; wall += 5) {
    for (const stall of stalls) {
      if (stall.at > wall - 5 && stall.at <= wall) wall += stall.millis
    }
    line.playUntil(wall)
    for (const message of sent.splice(0)) line.take(message)
    longestQueue = Math.max(longestQueue, line.waitingMillis())
    for (const message of line.received.splice(0)) read(message)
  }
  const wordEnds = Array.from(text.matchAll(/\S+/g), ({ 0: word, index }) => index + word.length)
  const heard = wordEnds.filter((end) => beginBytes + end * letterBytes <= line.heardBytes()).length
  return { heard, recorded: recorded?.split(" ").filter((word) => word !== "").length ?? 0, longestQueue }
}

describe("a reply on a line that goes on while the process stands still", () => {
  it("is recorded as it was heard, but for two words, since little of it is sent ahead", () => {
    for (let run = 0; run < runs; run++) {
      const { heard, longestQueue, recorded } = cutAfterStalls(makeRandom(seed + run))
      const what = `TEST_SEED=${seed} run ${run}: ${heard} words were heard, ${recorded} recorded`
      assert.isAtMost(longestQueue, 560, what)
      assert.isAtMost(Math.abs(heard - recorded), 2, what)
    }
  })
})
