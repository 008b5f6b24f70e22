import { describe, expect, test } from "vitest"
import { silent } from "../../../src/audio/frames.ts"
import { makeRecorder, type RecordedPart } from "../../../src/media/line/recorder.ts"

const side = (parts: ReadonlyArray<RecordedPart>, of: 0 | 1) =>
  Buffer.concat(parts.map(({ audio }) => audio.filter((_, index) => index % 2 === of)))
const sound = (millis: number, sample: number) => new Uint8Array(millis * 8).fill(sample)

const recorder = () => {
  const parts: Array<RecordedPart> = []
  const log: Array<string> = []
  const made = makeRecorder({
    add: (part) => parts.push(part),
    discard: () => log.push("discard"),
    noteConsent: (consent) => log.push(consent),
    end: () => log.push("end")
  })
  let at = 0
  /** The person is heard for some time, in frames. */
  const hear = (millis: number, sample = 1) => {
    for (const until = at + millis; at < until; ) {
      at += 20
      made.hear(sound(20, sample), at)
    }
  }
  return { ...made, hear, parts, log }
}

describe("a recorder", () => {
  test("puts both sides beside each other, in parts of four seconds", () => {
    const { decide, end, hear, parts, send } = recorder()
    decide("begin")
    send(sound(1_000, 2))
    hear(9_000)
    end()
    expect(parts.map(({ audio, fromMillis }) => [fromMillis, audio.length / 16])).toEqual([
      [0, 4_000],
      [4_000, 4_000],
      [8_000, 1_000]
    ])
    expect(side(parts, 0).equals(sound(9_000, 1))).toBe(true)
    expect(side(parts, 1).equals(Buffer.concat([sound(1_000, 2), silent(8_000)]))).toBe(true)
  })

  test("leaves out what the line has not played when it was cleared", () => {
    const { clear, decide, end, hear, parts, send } = recorder()
    decide("begin")
    send(sound(1_000, 2))
    hear(200)
    clear()
    hear(800)
    end()
    expect(side(parts, 1).equals(Buffer.concat([sound(200, 2), silent(800)]))).toBe(true)
  })

  test("has the loudest sample of each tenth of a second of each side", () => {
    const { decide, end, hear, parts, send } = recorder()
    decide("begin")
    send(sound(100, 0x00))
    hear(100, 0xff)
    hear(120, 0x80)
    end()
    expect([...(parts[0]?.peaks ?? [])]).toEqual([0, 250, 250, 0, 250, 0])
  })

  test("keeps what came before the decision, if the call is recorded", () => {
    const on = recorder()
    on.hear(5_000, 3)
    on.decide("begin")
    on.hear(1_000, 3)
    on.end()
    expect(side(on.parts, 0).equals(sound(6_000, 3))).toBe(true)
    const off = recorder()
    off.hear(5_000)
    off.decide("never")
    off.hear(5_000)
    off.close()
    expect([off.parts, off.log]).toEqual([[], ["end"]])
  })

  test("begins with the consent, and holds nothing from before", () => {
    const { close, decide, end, hear, log, parts, send } = recorder()
    decide("wait")
    send(sound(6_000, 2))
    hear(5_000, 3)
    decide("GIVEN")
    hear(1_000, 4)
    end()
    close()
    expect(side(parts, 0).equals(sound(1_000, 4))).toBe(true)
    expect(parts[0]?.fromMillis).toBe(5_000)
    expect(log).toEqual(["GIVEN", "end"])
  })

  test("discards what was recorded only if there is anything", () => {
    const refused = recorder()
    refused.decide("wait")
    refused.decide("REFUSED")
    refused.hear(5_000)
    const withdrawn = recorder()
    withdrawn.decide("wait")
    withdrawn.decide("GIVEN")
    withdrawn.hear(5_000)
    withdrawn.decide("WITHDRAWN")
    withdrawn.hear(5_000)
    withdrawn.close()
    expect([refused.parts, refused.log]).toEqual([[], ["REFUSED"]])
    expect([withdrawn.parts.length, withdrawn.log]).toEqual([1, ["GIVEN", "discard", "WITHDRAWN", "end"]])
  })

  test("discards after the line is gone, by words that were recognized late", () => {
    const { close, decide, end, hear, log } = recorder()
    decide("begin")
    hear(5_000)
    end()
    decide("WITHDRAWN")
    close()
    expect(log).toEqual(["discard", "WITHDRAWN", "end"])
  })

  test("discards the part before a transfer that failed, although it records no more", () => {
    const { close, decide, hear, log, parts } = recorder()
    decide("wait")
    hear(5_000)
    decide("WITHDRAWN")
    close()
    expect([parts, log]).toEqual([[], ["discard", "WITHDRAWN", "end"]])
  })
})
