import { assert, describe, it } from "@effect/vitest"
import { makePlayback, type OutgoingAudio, type Playback } from "../../../src/media/reply/playback.ts"
import { makeRandom } from "../../support/random.ts"

const { PROVE, TEST_SEED } = process.env
const seed = Number(TEST_SEED)
const runs = PROVE === "full" ? 5_000 : 200

type Random = () => number
const below = (random: Random, limit: number) => Math.floor(random() * limit)

const text = "Good morning, this is Carillon."
const audioOf = (millis: number, of = 1) => new Uint8Array(millis * 8).fill(of)

/** A complete reply of one sentence. */
const replyOf = (millis: number, words = text) => {
  const playback = makePlayback()
  playback.begin()
  playback.sentence(words)
  playback.add(audioOf(millis))
  playback.finish()
  return playback
}

const sendAll = (playback: Playback, now: number) => {
  const sent: Array<OutgoingAudio> = []
  for (let piece = playback.next(now); piece !== undefined; piece = playback.next(now)) sent.push(piece)
  return sent
}

/** Sends the due audio every 20 ms, from one time up to another. */
const sendUntil = (playback: Playback, from: number, until: number) => {
  const sent: Array<OutgoingAudio> = []
  for (let now = from; now < until; now += 20) sent.push(...sendAll(playback, now))
  return sent
}

const millisOf = (sent: ReadonlyArray<OutgoingAudio>) => sent.reduce((sum, { audio }) => sum + audio.length / 8, 0)

const marksOf = (sent: ReadonlyArray<OutgoingAudio>) => sent.flatMap(({ mark }) => (mark === undefined ? [] : [mark]))

/** A carrier that plays byte for byte, and begins a while after the first frame arrived. */
const makeCarrier = (delay: number) => {
  let queue: Array<{ readonly byte: number } | { readonly mark: string }> = []
  const played: Array<number> = []
  let playsFrom = Number.POSITIVE_INFINITY
  return {
    played,
    take: ({ audio, mark }: { readonly audio: Uint8Array; readonly mark?: string }, now: number) => {
      if (queue.length === 0) playsFrom = now + delay
      for (const byte of audio) queue.push({ byte })
      if (mark !== undefined) queue.push({ mark })
    },
    /** Plays until now, and returns the marks that were reached. */
    playUntil: (now: number) => {
      const marks: Array<string> = []
      let bytes = Math.max(0, Math.floor((now - playsFrom) * 8))
      playsFrom = Math.max(playsFrom, Math.min(now, playsFrom + bytes / 8))
      while (queue.length > 0) {
        const [first] = queue
        if ("mark" in first!) marks.push(first.mark)
        else if (bytes-- > 0) played.push(first!.byte)
        else break
        queue.shift()
      }
      return marks
    },
    clear: () => {
      const marks = queue.flatMap((entry) => ("mark" in entry ? [entry.mark] : []))
      queue = []
      return marks
    }
  }
}

describe("playback", () => {
  it("sends at most 300 ms ahead", () => {
    const playback = replyOf(2_000)
    assert.strictEqual(millisOf(sendAll(playback, 1_000)), 300)
    assert.strictEqual(millisOf(sendAll(playback, 1_019)), 0)
    assert.strictEqual(millisOf(sendAll(playback, 1_060)), 60)
    assert.strictEqual(millisOf(sendAll(playback, 1_180)), 120)
    assert.strictEqual(millisOf(sendAll(playback, 5_000)), 300)
  })

  it("waits for room for three frames, but not for more audio", () => {
    const playback = replyOf(2_000)
    assert.deepStrictEqual(
      sendUntil(playback, 0, 1_000).map(({ audio }) => audio.length),
      Array(21).fill(480)
    )
    const slow = makePlayback()
    slow.begin()
    slow.add(audioOf(50))
    assert.strictEqual(millisOf(sendAll(slow, 0)), 40)
    slow.add(audioOf(10))
    assert.strictEqual(millisOf(sendAll(slow, 1)), 20)
    slow.add(audioOf(250))
    assert.strictEqual(millisOf(sendAll(slow, 1)), 240)
    slow.add(audioOf(10))
    slow.finish()
    // At first there is no room for the rest, then there is.
    assert.strictEqual(millisOf(sendAll(slow, 19)), 0)
    assert.strictEqual(millisOf(sendAll(slow, 20)), 20)
    assert.isTrue(slow.hasEnded(320))
  })

  it("cuts audio into whole frames, and pads only the last", () => {
    for (let run = 0; run < runs; run++) {
      const random = makeRandom(seed + run)
      const playback = makePlayback()
      playback.begin()
      const bytes = Uint8Array.from({ length: 1 + below(random, 5_000) }, () => below(random, 255))
      const frames: Array<Uint8Array> = []
      for (let at = 0, now = 0; at < bytes.length; now += 500) {
        const to = at + 1 + below(random, 900)
        playback.add(bytes.subarray(at, to))
        at = to
        frames.push(...sendAll(playback, now).map(({ audio }) => audio))
      }
      playback.finish()
      frames.push(...sendUntil(playback, 1e6, 1e6 + 1_000).map(({ audio }) => audio))
      assert.isTrue(frames.every(({ length }) => length % 160 === 0 && length <= 480))
      const expected = new Uint8Array(Math.ceil(bytes.length / 160) * 160).fill(0xff)
      expected.set(bytes)
      assert.deepStrictEqual(new Uint8Array(Buffer.concat(frames)), expected, `TEST_SEED=${seed} run ${run}`)
    }
  })

  it("sends a mark every 240 ms and at the end, each with its own name", () => {
    const playback = replyOf(490)
    const first = sendUntil(playback, 0, 1_000).map(({ mark }) => mark)
    assert.deepStrictEqual(
      first.flatMap((mark, index) => (mark === undefined ? [] : [index])),
      [3, 7, 8]
    )
    playback.begin()
    playback.add(audioOf(500))
    playback.finish()
    const marks = [...first, ...sendUntil(playback, 2_000, 3_000).map(({ mark }) => mark)].filter(Boolean)
    assert.strictEqual(new Set(marks).size, 6)
  })

  it("ends by our own clock, whatever marks the carrier returns", () => {
    const playback = replyOf(1_000)
    const last = marksOf(sendUntil(playback, 0, 1_000)).at(-1)!
    for (const reach of [() => undefined, () => playback.reach(last, 900), () => playback.reach(last, 50_000)]) {
      reach()
      assert.isFalse(playback.hasEnded(999))
      assert.isTrue(playback.hasEnded(1_000))
    }
  })

  it("has not ended while more audio may come, nor in a gap", () => {
    const playback = makePlayback()
    playback.begin()
    playback.add(audioOf(100))
    sendAll(playback, 0)
    assert.isFalse(playback.hasEnded(100))
    playback.add(audioOf(100))
    playback.finish()
    assert.isFalse(playback.hasEnded(100))
    sendAll(playback, 3_000)
    assert.isTrue(playback.hasEnded(3_100))
    // Audio that came after a gap was not heard in the gap.
    assert.strictEqual(playback.heardMillis(3_050), 150)
  })

  it("has ended at once when there is no audio", () => {
    const playback = makePlayback()
    playback.begin()
    playback.finish()
    assert.isTrue(playback.hasEnded(0))
  })

  it("counts the audio before the last mark and the time since, but never more than can have been played", () => {
    const playback = replyOf(1_000)
    const marks = marksOf(sendUntil(playback, 0, 300))
    assert.strictEqual(playback.heardMillis(250), 250)
    // The carrier played 150 ms later than estimated.
    playback.reach(marks[0]!, 390)
    playback.reach(marks[0]!, 420)
    assert.strictEqual(playback.heardMillis(390), 240)
    assert.strictEqual(playback.heardMillis(440), 290)
    assert.strictEqual(playback.heardMillis(9_000), 540)
    const eager = replyOf(1_000)
    const early = marksOf(sendAll(eager, 0))
    eager.reach(early[0]!, 1)
    assert.strictEqual(eager.heardMillis(100), 100)
  })

  it("counts a whole reply once it has ended, although marks of a line that is timed by its audio are to come", () => {
    const playback = makePlayback(true)
    playback.begin()
    playback.sentence(text)
    playback.add(audioOf(1_000))
    playback.finish()
    const [, second] = marksOf(sendUntil(playback, 0, 480))
    playback.reach(second!, 480)
    sendUntil(playback, 480, 1_000)
    assert.strictEqual(playback.heardMillis(900), 720)
    assert.strictEqual(playback.heardText(Number.POSITIVE_INFINITY), text)
  })

  it("counts nothing after it was cleared, whatever marks the carrier returns", () => {
    const playback = replyOf(5_000)
    const marks = marksOf(sendUntil(playback, 0, 1_000))
    playback.clear(1_000)
    for (const mark of marks) playback.reach(mark, 1_010)
    playback.add(audioOf(1_000))
    playback.finish()
    assert.deepStrictEqual(sendUntil(playback, 1_020, 2_000), [])
    assert.strictEqual(playback.heardMillis(9_000), 1_000)
    assert.strictEqual(playback.heardText(9_000), "Good")
    playback.pause(9_000)
    playback.resume()
    assert.deepStrictEqual(sendAll(playback, 9_000), [])
  })

  it("remembers the heard part of a cleared sentence when more of it arrives", () => {
    const playback = makePlayback()
    playback.begin()
    playback.sentence(text)
    playback.add(audioOf(800))
    sendUntil(playback, 0, 800)
    playback.clear(800)
    const heard = playback.heardText(800)
    assert.strictEqual(heard, "Good morning,")
    for (const late of [
      playback.cut,
      () => playback.sentence("More."),
      playback.finish,
      () => playback.add(audioOf(9_000))
    ]) {
      late()
      assert.deepStrictEqual([playback.heardText(1_600), playback.hasEnded(9_000)], [heard, false])
    }
  })

  it("ignores marks of an earlier reply", () => {
    const playback = replyOf(1_000)
    const marks = marksOf(sendUntil(playback, 0, 1_000))
    playback.reach(marks[4]!, 1_000)
    playback.begin()
    playback.sentence("Something else.")
    playback.add(audioOf(1_000))
    const [late] = marksOf(sendAll(playback, 1_000))
    for (const mark of marks) playback.reach(mark, 1_100)
    assert.strictEqual(playback.heardMillis(1_100), 100)
    playback.reach(late!, 1_280)
    assert.strictEqual(playback.heardMillis(1_280), 240)
  })

  it("resumes with the first word that was not heard completely", () => {
    const playback = replyOf(3_100)
    const [mark] = marksOf(sendUntil(playback, 0, 700))
    playback.pause(700)
    assert.isFalse(playback.hasEnded(700))
    assert.strictEqual(playback.heardText(700), "Good")
    assert.deepStrictEqual(sendAll(playback, 900), [])
    playback.resume()
    playback.reach(mark!, 1_000)
    assert.strictEqual(playback.heardText(1_000), "Good")
    // "morning" sounds from 500 ms on; playback resumes 20 ms before it.
    assert.strictEqual(millisOf(sendUntil(playback, 1_000, 9_000)), 3_100 - 480)
    assert.strictEqual(playback.heardMillis(1_100), 700)
    assert.strictEqual(playback.heardMillis(1_300), 780)
    assert.strictEqual(playback.heardText(9_000), text)
    assert.isTrue(playback.hasEnded(1_000 + 2_620))
  })

  it("reports the played part of a sentence that broke off, and its repetition", () => {
    const promise = "We will call you tomorrow."
    const playback = makePlayback()
    playback.begin()
    playback.sentence(promise)
    playback.add(audioOf(1_000))
    playback.cut()
    playback.sentence(promise)
    playback.add(audioOf(2_000))
    playback.finish()
    sendUntil(playback, 0, 4_000)
    assert.strictEqual(playback.heardText(4_000), `We will call ${promise}`)
    const failed = makePlayback()
    failed.begin()
    failed.sentence(promise)
    failed.add(audioOf(700))
    failed.cut()
    failed.finish()
    sendUntil(failed, 0, 1_000)
    assert.isTrue(failed.hasEnded(1_000))
    assert.strictEqual(failed.heardText(1_000), "We will call")
  })

  it("keeps audio that arrives in a pause, and drops it when cleared", () => {
    const playback = makePlayback()
    playback.begin()
    playback.sentence("One.")
    playback.add(audioOf(500))
    sendUntil(playback, 0, 100)
    playback.pause(100)
    playback.pause(200)
    playback.sentence("Two.")
    playback.add(audioOf(500))
    playback.finish()
    assert.deepStrictEqual(sendAll(playback, 300), [])
    playback.resume()
    assert.strictEqual(millisOf(sendUntil(playback, 300, 3_000)), 1_000)
    assert.strictEqual(playback.heardText(3_000), "One. Two.")
    const other = replyOf(1_000)
    sendUntil(other, 0, 100)
    other.pause(100)
    other.clear(150)
    other.resume()
    assert.deepStrictEqual(sendAll(other, 200), [])
    assert.strictEqual(other.heardMillis(900), 100)
  })

  it("reports what a carrier has played, in random schedules", () => {
    for (let run = 0; run < runs / 10; run++) {
      const random = makeRandom(seed + run)
      const what = (now: number) => `TEST_SEED=${seed} run ${run} at ${now}`
      const delay = below(random, 200)
      const carrier = makeCarrier(delay)
      const playback = makePlayback()
      const returned: Array<{ readonly mark: string; readonly at: number }> = []
      let [replies, added, pauses, pausedAt, endsAt] = [0, 0, 0, -1, 0]
      let cleared = true
      for (let now = 0; now < 6_000; now += 20) {
        for (const mark of carrier.playUntil(now))
          if (random() < 0.8) returned.push({ mark, at: now + below(random, 60) })
        for (const { at, mark } of returned) if (at <= now && at > now - 20) playback.reach(mark, now)
        const deed = random()
        if (cleared || (deed < 0.02 && pausedAt < 0)) {
          for (const mark of carrier.clear()) returned.push({ mark, at: now + 40 })
          playback.clear(now)
          playback.begin()
          carrier.played.length = 0
          ;[cleared, added, pauses, pausedAt, endsAt] = [false, 0, 0, -1, now]
          replies++
        } else if (deed < 0.04 && pausedAt < 0) {
          for (const mark of carrier.clear()) returned.push({ mark, at: now + 40 })
          playback.pause(now)
          pausedAt = now
          endsAt = now
          pauses++
        } else if (deed < 0.2 && pausedAt >= 0) {
          playback.resume()
          pausedAt = -1
        } else if (deed < 0.25) {
          const millis = below(random, 700)
          playback.sentence(text)
          playback.add(audioOf(millis, replies % 250))
          added += millis
        }
        for (const piece of sendAll(playback, now)) {
          assert.isBelow(pausedAt, 0, what(now))
          assert.isTrue(piece.audio.every((byte) => byte === replies % 250))
          endsAt = Math.max(endsAt, now) + piece.audio.length / 8
          assert.isAtMost(endsAt - now, 300, what(now))
          carrier.take(piece, now)
        }
        const heard = playback.heardMillis(now)
        assert.isAtLeast(heard, 0, what(now))
        assert.isAtMost(heard, added, what(now))
        // A carrier that begins late is behind our clock, and again after each pause.
        const behind = (delay + 40) * (pauses + 1)
        assert.isAtMost(heard, carrier.played.length / 8 + behind, what(now))
      }
    }
  })
})
