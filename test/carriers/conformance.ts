import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { bytesPerMilli, frameMillis } from "../../src/audio/frames.ts"
import type { MediaCodec, MediaMessage, StreamStart } from "../../src/carriers/MediaCodec.ts"
import { makeMediaStream, type StreamEvent } from "../../src/carriers/media-stream.ts"

/** Builds messages as the carrier sends them, and decodes messages as the carrier does. */
export interface CarrierWire {
  readonly start: (start: StreamStart) => string | Uint8Array
  readonly audio: (streamId: string, atMillis: number, audio: Uint8Array) => string | Uint8Array
  readonly mark: (streamId: string, name: string) => string | Uint8Array
  readonly digit: (streamId: string, digit: string) => string | Uint8Array
  readonly stop: (streamId: string) => string | Uint8Array
  /** The same audio at 40 ms, in every form in which the carrier may send it. */
  readonly sameAudio: (streamId: string, audio: Uint8Array) => ReadonlyArray<string | Uint8Array>
  /** Well-formed messages that have no effect. */
  readonly idle: ReadonlyArray<string | Uint8Array>
  readonly unknown: ReadonlyArray<string | Uint8Array>
  readonly malformed: ReadonlyArray<string | Uint8Array>
  readonly understands: (message: string) => Understood
}

export type Understood =
  | { readonly does: "play"; readonly streamId: string; readonly audio: Uint8Array }
  | { readonly does: "mark"; readonly streamId: string; readonly name: string }
  | { readonly does: "clear"; readonly streamId: string }

/** Tests that every carrier's codec must pass, alone and within a stream. */
export const conformsTo = (name: string, codec: MediaCodec, wire: CarrierWire): void => {
  const { ordered } = codec.capabilities
  const frameBytes = frameMillis * bytesPerMilli
  const frame = (index: number) => new Uint8Array(frameBytes).fill(index % 255)
  const framesAt = (...indexes: ReadonlyArray<number>) =>
    indexes.map((index) => wire.audio(one.streamId, index * frameMillis, frame(index)))
  const begin = wire.start(one)
  const end = wire.stop(one.streamId)
  const silence = new Uint8Array(frameBytes).fill(0xff)
  const slots = (...indexes: ReadonlyArray<number | undefined>) =>
    Buffer.concat(indexes.map((index) => (index === undefined ? silence : frame(index))))

  describe(`the media codec of ${name}`, () => {
    const reads = (message: string | Uint8Array, expected: MediaMessage) =>
      assert.deepStrictEqual(codec.read(message), expected)

    it("decodes the start, keys, marks and the end", () => {
      reads(begin, { kind: "start", start: one })
      reads(wire.digit(one.streamId, "#"), { kind: "digit", digit: "#" })
      reads(wire.mark(one.streamId, "a mark: {}"), { kind: "mark", name: "a mark: {}" })
      reads(end, { kind: "stop" })
    })

    it("decodes audio in every form of the carrier", () => {
      const audio = Uint8Array.from({ length: 256 }, (_, byte) => byte)
      const ways = wire.sameAudio(one.streamId, audio)
      assert.isAbove(ways.length, 0)
      for (const way of ways) {
        const message = codec.read(way)
        assert(message.kind === "audio", JSON.stringify(message))
        assert.deepStrictEqual([...message.audio], [...audio])
        assert.strictEqual(message.atMillis, 40)
      }
    })

    it("distinguishes unknown messages from malformed ones", () => {
      for (const message of wire.unknown) assert.strictEqual(codec.read(message).kind, "unknown", String(message))
      for (const message of [...wire.malformed, ...garbage]) {
        assert.strictEqual(codec.read(message).kind, "malformed", String(message))
      }
    })

    it("encodes audio, marks and clear so that the carrier understands them", () => {
      const audio = Uint8Array.from({ length: 300 }, (_, index) => index % 256)
      assert.deepStrictEqual(wire.understands(codec.audio("S1", audio.subarray(20))), {
        does: "play",
        streamId: "S1",
        audio: audio.subarray(20)
      })
      const name = `"quoted", \n and हिन्दी`
      assert.deepStrictEqual(wire.understands(codec.mark("S1", name)), { does: "mark", streamId: "S1", name })
      if (codec.capabilities.clear !== "none") {
        assert.deepStrictEqual(wire.understands(codec.clear("S1")), { does: "clear", streamId: "S1" })
      }
    })
  })

  describe(`a media stream of ${name}`, () => {
    const listen = (...sent: ReadonlyArray<string | Uint8Array>) => {
      const stream = makeMediaStream(codec)
      const events = sent.flatMap((message) => stream.read(message))
      return { events, heard: heardIn(events), counters: stream.counters, kinds: events.map(({ kind }) => kind) }
    }

    it("reports its start, its audio, keys and marks, and its end", () => {
      const { counters, events, heard } = listen(
        ...wire.idle,
        begin,
        ...framesAt(0, 1),
        wire.digit(one.streamId, "5"),
        ...framesAt(2),
        wire.mark(one.streamId, "m"),
        end
      )
      assert.deepStrictEqual(
        events.filter(({ kind }) => kind !== "audio"),
        [
          { kind: "started", start: one },
          { kind: "digit", digit: "5" },
          { kind: "mark", name: "m" },
          { kind: "stopped" }
        ]
      )
      assert.deepStrictEqual(heard, slots(0, 1, 2))
      assert.deepStrictEqual(counters, none)
    })

    it("drops and counts audio, marks and keys before its start", () => {
      const { counters, heard, kinds } = listen(
        ...framesAt(0, 1),
        wire.mark(one.streamId, "m"),
        wire.digit(one.streamId, "5"),
        begin,
        ...framesAt(0)
      )
      assert.deepStrictEqual(kinds, ["started", "audio"])
      assert.deepStrictEqual(heard, slots(0))
      assert.deepStrictEqual(counters, { ...none, beforeStart: 4 })
    })

    it("starts only once", () => {
      const { counters, kinds } = listen(
        begin,
        begin,
        wire.start({ ...one, streamId: "another" }),
        ...framesAt(0),
        begin
      )
      assert.deepStrictEqual(kinds, ["started", "audio"])
      assert.deepStrictEqual(counters, { ...none, startedAgain: 1 })
    })

    it("ends only once, and reports nothing afterwards", () => {
      const after = [...framesAt(1), begin, end, ...wire.unknown, ...garbage]
      const { counters, kinds } = listen(begin, ...framesAt(0), end, ...after)
      assert.deepStrictEqual(kinds, ["started", "audio", "stopped"])
      assert.deepStrictEqual(counters, none)
      assert.deepStrictEqual(listen(end, begin).kinds, ["stopped"])
    })

    it("reports audio up to the last frame when it ends without a stop message", () => {
      assert.deepStrictEqual(listen(begin, ...framesAt(0, 1, 2)).heard, slots(0, 1, 2))
    })

    it("reports repeated frames only once", () => {
      const { counters, heard } = listen(begin, ...framesAt(0, 0, 1, 0, 1, 2), end)
      assert.deepStrictEqual(heard, slots(0, 1, 2))
      assert.deepStrictEqual(counters, { ...none, repeated: 3 })
    })

    it("replaces missing frames by silence", () => {
      const { counters, heard } = listen(begin, ...framesAt(0, 3), end)
      assert.deepStrictEqual(heard, slots(0, undefined, undefined, 3))
      assert.deepStrictEqual(counters, { ...none, missingMillis: 2 * frameMillis })
      assert.deepStrictEqual(listen(begin, ...framesAt(2), end).heard, slots(undefined, undefined, 2))
      const again = listen(
        begin,
        ...framesAt(0),
        wire.audio(one.streamId, 4 * frameMillis, frame(4)),
        ...framesAt(0),
        end
      )
      assert.deepStrictEqual(again.counters, { ...none, repeated: 1, missingMillis: 3 * frameMillis })
    })

    if (ordered) {
      it("does not wait for missing frames, and drops late ones", () => {
        const { counters, heard } = listen(begin, ...framesAt(0, 2, 1, 3), end)
        assert.deepStrictEqual(heard, slots(0, undefined, 2, 3))
        assert.deepStrictEqual(counters, { ...none, late: 1, missingMillis: frameMillis })
      })
    } else {
      it("reorders up to three frames", () => {
        const { counters, heard } = listen(begin, ...framesAt(0, 4, 2, 3, 1, 5), end)
        assert.deepStrictEqual(heard, slots(0, 1, 2, 3, 4, 5))
        assert.deepStrictEqual(counters, none)
        const lost = listen(begin, ...framesAt(0, 2, 3, 4, 5, 1, 6), end)
        assert.deepStrictEqual(lost.heard, slots(0, undefined, 2, 3, 4, 5, 6))
        assert.deepStrictEqual(lost.counters, { ...none, late: 1, missingMillis: frameMillis })
      })

      it("reports held frames as soon as the missing one arrives", () => {
        assert.deepStrictEqual(listen(begin, ...framesAt(0, 2, 1)).heard, slots(0, 1, 2))
      })
    }

    it("reports only the new part of a frame that overlaps earlier audio", () => {
      const half = wire.audio(one.streamId, frameMillis / 2, new Uint8Array(frameBytes).fill(9))
      const { heard } = listen(begin, ...framesAt(0), half, end)
      assert.deepStrictEqual(heard, Buffer.concat([frame(0), new Uint8Array(frameBytes / 2).fill(9)]))
    })

    it("fills a gap with at most ten seconds of silence, and then its time jumps", () => {
      const hour = 3_600_000
      const { counters, events, heard } = listen(begin, ...framesAt(0), wire.audio(one.streamId, hour, frame(1)), end)
      assert.strictEqual(heard.length, 80_000 + 2 * frameBytes)
      assert.deepStrictEqual(untils(events), [frameMillis, hour, hour + frameMillis])
      assert.strictEqual(counters.missingMillis, hour - frameMillis)
    })

    it("rejects frames with an impossible time", () => {
      for (const millis of [
        86_400_001,
        Number.MAX_SAFE_INTEGER,
        1e300,
        Number.POSITIVE_INFINITY,
        Number.NaN,
        -20,
        0.5
      ]) {
        const { counters, heard } = listen(
          begin,
          ...framesAt(0),
          wire.audio(one.streamId, millis, frame(1)),
          ...framesAt(1)
        )
        assert.deepStrictEqual(heard, slots(0, 1))
        assert.deepStrictEqual(counters, { ...none, malformed: 1 })
      }
    })

    it("ignores unknown messages", () => {
      const unknown = Array.from({ length: 1_000 }, () => wire.unknown).flat()
      const { counters, kinds } = listen(...unknown, begin, ...unknown, ...framesAt(0), ...unknown)
      assert.deepStrictEqual(kinds, ["started", "audio"])
      assert.deepStrictEqual(counters, { ...none, unknown: 3 * unknown.length })
    })

    it("breaks after twenty malformed messages in a row", () => {
      const nineteen = Array.from({ length: 19 }, (_, index) => garbage[index % garbage.length] ?? "")
      const lasts = listen(begin, ...nineteen, ...framesAt(0), ...nineteen, ...framesAt(1))
      assert.deepStrictEqual(lasts.kinds, ["started", "audio", "audio"])
      assert.deepStrictEqual(lasts.counters, { ...none, malformed: 38 })
      const breaks = listen(begin, ...framesAt(0), ...nineteen, "{", ...framesAt(1), begin, end)
      assert.deepStrictEqual(breaks.kinds, ["started", "audio", "broken"])
    })

    it.prop("reads any sequence of messages", { edits: Schema.Array(Edit) }, ({ edits }) => {
      const recording = [
        ...wire.idle,
        begin,
        ...framesAt(0, 1, 2, 3, 4),
        wire.mark(one.streamId, "m"),
        ...framesAt(5, 6, 7),
        wire.digit(one.streamId, "1"),
        ...framesAt(8, 9, 10, 11),
        end
      ]
      const { events, kinds } = listen(...edits.reduce(edited, recording))
      assert.isAtMost(kinds.filter((kind) => kind === "started").length, 1)
      const last = kinds.findIndex((kind) => kind === "stopped" || kind === "broken")
      if (last >= 0) assert.strictEqual(last, kinds.length - 1)
      assertContinuous(events)
    })

    it.prop(
      "yields audio as long as its time, with each frame in its place or silent",
      { arrivals: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 }))) },
      ({ arrivals }) => {
        const { counters, events, heard } = listen(begin, ...framesAt(...arrivals), end)
        assertContinuous(events)
        assert.strictEqual(heard.length, (Math.max(-1, ...arrivals) + 1) * frameBytes)
        let silent = 0
        for (let index = 0; index * frameBytes < heard.length; index++) {
          const slot = heard.subarray(index * frameBytes, (index + 1) * frameBytes)
          if (slot.equals(silence)) silent++
          else assert.deepStrictEqual(slot, slots(index))
        }
        assert.strictEqual(counters.missingMillis, silent * frameMillis)
        assert.strictEqual(heard.length / frameBytes - silent + counters.repeated + counters.late, arrivals.length)
        if (ordered) assert.deepStrictEqual(heard, slots(...asTheyCame(arrivals)))
      }
    )
  })
}

// Expected frames on the line: a frame is heard unless a later one arrived before it.
const asTheyCame = (arrivals: ReadonlyArray<number>) => {
  const line: Array<number | undefined> = []
  for (const index of arrivals) if (index >= line.length) line[index] = index
  return Array.from(line)
}

const one: StreamStart = {
  streamId: "MZ1",
  callSid: "CA1",
  account: "AC1",
  parameters: { attemptId: "8d5ff2c5-6f2a-4f6e-9d0e-3f2f0f9f3c11", constructor: "x" }
}

const none = { unknown: 0, malformed: 0, beforeStart: 0, startedAgain: 0, repeated: 0, late: 0, missingMillis: 0 }

// Messages that no carrier sends: text that is not JSON, JSON of another form, bytes.
const garbage: ReadonlyArray<string | Uint8Array> = [
  "",
  " ",
  "hello",
  "null",
  "[]",
  "[".repeat(100_000),
  "1",
  '"start"',
  "{",
  "{}",
  '{"event":1}',
  '{"event":null}',
  '{"event":["start"]}',
  "\u0000",
  "x".repeat(100_000),
  new Uint8Array(),
  new Uint8Array([1]),
  new Uint8Array([0xff, 0xfe, 0x00])
]

const heardIn = (events: ReadonlyArray<StreamEvent>): Buffer =>
  Buffer.concat(events.flatMap((event) => (event.kind === "audio" ? [event.audio] : [])))

const untils = (events: ReadonlyArray<StreamEvent>) =>
  events.flatMap((event) => (event.kind === "audio" ? [event.untilMillis] : []))

// Time advances by the length of the audio, except where it jumps over more than ten seconds of
// silence.
const assertContinuous = (events: ReadonlyArray<StreamEvent>) => {
  let until = 0
  for (const event of events) {
    if (event.kind !== "audio") continue
    const millis = event.audio.length / 8
    assert.isAbove(millis, 0)
    if (millis === 10_000) assert.isAtLeast(event.untilMillis, until + millis)
    else assert.strictEqual(event.untilMillis, until + millis)
    until = event.untilMillis
  }
}

const Edit = Schema.Struct({
  does: Schema.Literals(["leave out", "repeat", "move", "cut", "replace a byte", "make bytes", "say nonsense"]),
  at: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000 })),
  by: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000 }))
})

type Recording = ReadonlyArray<string | Uint8Array>

const edited = (recording: Recording, { at, by, does }: typeof Edit.Type): Recording => {
  if (recording.length === 0) return recording
  const index = at % recording.length
  const message = recording[index] ?? ""
  const put = (...messages: Recording) => recording.toSpliced(index, 1, ...messages)
  const text = Buffer.from(message as string).toString("latin1")
  const byte = by % Math.max(1, text.length)
  switch (does) {
    case "leave out":
      return put()
    case "repeat":
      return put(message, message)
    case "move":
      return put().toSpliced(by % recording.length, 0, message)
    case "cut":
      return put(text.slice(0, byte))
    case "replace a byte":
      return put(`${text.slice(0, byte)}${String.fromCharCode(at % 128)}${text.slice(byte + 1)}`)
    case "make bytes":
      return put(Buffer.from(text))
    case "say nonsense":
      return put(garbage[by % garbage.length] ?? "", message)
  }
}
