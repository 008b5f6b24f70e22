import { describe, expect, test } from "vitest"
import { makeTwoTracks } from "../../../src/media/line/two-tracks.ts"
import { readPart } from "../../support/fakes/call-audio.ts"

const silence = 0xff
const audio = (millis: number, value: number) => new Uint8Array(millis * 8).fill(value)

const listened = () => {
  const parts: Array<ReturnType<typeof readPart>> = []
  const state = { isListened: true, hasEnded: false }
  const tracks = makeTwoTracks({
    isListened: () => state.isListened,
    publish: (part) => parts.push(readPart(part)),
    end: () => {
      state.hasEnded = true
    }
  })
  let now = 0
  /** The person's audio, in frames of 20 ms. */
  const hear = (millis: number, value = 1) => {
    for (const until = now + millis; now < until; ) {
      now += 20
      tracks.hear(audio(20, value), now)
    }
  }
  /** All of one side, without its parts. */
  const side = (name: "person" | "agent") => Buffer.concat(parts.map((part) => part[name]))
  return { tracks, parts, state, hear, side }
}

describe("the two tracks of a listened line", () => {
  test("have the audio of both sides beside each other, without a gap", () => {
    const { hear, parts, side, tracks } = listened()
    hear(100)
    tracks.send(audio(300, 2))
    hear(500)
    expect(parts.map(({ atMillis }) => atMillis)).toEqual([0, 200, 400])
    expect(side("person")).toEqual(Buffer.alloc(600 * 8, 1))
    expect(side("agent")).toEqual(Buffer.concat([audio(100, silence), audio(300, 2), audio(200, silence)]))
  })

  test("have the agent's audio when the carrier plays it, not when it is sent", () => {
    const { hear, side, tracks } = listened()
    for (const value of [2, 3, 4]) tracks.send(audio(100, value))
    hear(400)
    expect(side("agent")).toEqual(Buffer.concat([audio(100, 2), audio(100, 3), audio(100, 4), audio(100, silence)]))
  })

  test("do not have what the carrier drops", () => {
    const { hear, side, tracks } = listened()
    tracks.send(audio(300, 2))
    hear(100)
    tracks.clear()
    hear(100)
    tracks.send(audio(100, 3))
    hear(200)
    expect(side("agent")).toEqual(
      Buffer.concat([audio(100, 2), audio(100, silence), audio(100, 3), audio(100, silence)])
    )
  })

  test("keep the line's time over a gap that is longer than a part", () => {
    const { parts, tracks } = listened()
    tracks.hear(audio(20, 1), 20)
    tracks.hear(audio(980, silence), 1000)
    expect(parts.map(({ atMillis }) => atMillis)).toEqual([0, 200, 400, 600, 800])
  })

  test("are nothing without a listener, and begin with the present when a person comes", () => {
    const { hear, parts, side, state, tracks } = listened()
    state.isListened = false
    tracks.send(audio(1000, 2))
    hear(300)
    expect(parts).toEqual([])
    state.isListened = true
    hear(100)
    state.isListened = false
    hear(20)
    state.isListened = true
    hear(200, 5)
    expect(parts.map(({ atMillis }) => atMillis)).toEqual([420])
    expect(side("person")).toEqual(Buffer.alloc(200 * 8, 5))
    expect(side("agent")).toEqual(Buffer.alloc(200 * 8, silence))
  })

  test("end with the last audio of the line", () => {
    const { hear, parts, state, tracks } = listened()
    hear(240)
    tracks.end()
    expect(parts.map(({ atMillis, person }) => [atMillis, person.length / 8])).toEqual([
      [0, 200],
      [200, 40]
    ])
    expect(state.hasEnded).toBe(true)
  })
})
