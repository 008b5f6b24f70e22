import { assert, describe, it } from "@effect/vitest"
import type { MediaCodec } from "../../../src/carriers/MediaCodec.ts"
import { twilioMedia } from "../../../src/carriers/twilio/twilio-media.ts"
import { makeRandom } from "../../support/random.ts"
import { type CarrierWire, conformsTo, type Understood } from "../conformance.ts"

const start = {
  event: "start",
  sequenceNumber: "1",
  streamSid: "MZ1",
  start: {
    streamSid: "MZ1",
    accountSid: "AC1",
    callSid: "CA1",
    tracks: ["inbound"],
    mediaFormat: { encoding: "audio/x-mulaw", sampleRate: 8000, channels: 1 },
    customParameters: {}
  }
}

const media = (streamSid: string, fields: object) =>
  JSON.stringify({ event: "media", sequenceNumber: "3", streamSid, media: fields })
const base64 = (audio: Uint8Array) => Buffer.from(audio).toString("base64")

const wire: CarrierWire = {
  start: ({ account, callSid, parameters, streamId }) =>
    JSON.stringify({
      ...start,
      streamSid: streamId,
      start: { ...start.start, streamSid: streamId, accountSid: account, callSid, customParameters: parameters }
    }),
  audio: (streamSid, atMillis, audio) =>
    media(streamSid, { track: "inbound", chunk: "2", timestamp: String(atMillis), payload: base64(audio) }),
  mark: (streamSid, name) => JSON.stringify({ event: "mark", sequenceNumber: "4", streamSid, mark: { name } }),
  digit: (streamSid, digit) =>
    JSON.stringify({ event: "dtmf", sequenceNumber: "5", streamSid, dtmf: { track: "inbound_track", digit } }),
  stop: (streamSid) =>
    JSON.stringify({ event: "stop", sequenceNumber: "6", streamSid, stop: { accountSid: "AC1", callSid: "CA1" } }),
  sameAudio: (streamSid, audio) => {
    const payload = base64(audio)
    return [
      media(streamSid, { track: "inbound", chunk: "3", timestamp: "40", payload }),
      media(streamSid, { track: "inbound", chunk: 3, timestamp: 40, payload }),
      media(streamSid, { timestamp: 40, payload }),
      media(streamSid, { timestamp: "40", payload, more: { constructor: 1 } })
    ]
  },
  idle: [JSON.stringify({ event: "connected", protocol: "Call", version: "1.0.0" })],
  unknown: ["speech", "", "constructor", "__proto__", "toString", "hasOwnProperty", "Start"].map((event) =>
    JSON.stringify({ event, streamSid: "MZ1" })
  ),
  malformed: [
    Buffer.from(JSON.stringify(start)),
    ...[{}, { start: null }, { start: [] }, { start: "MZ1" }].map((fields) =>
      JSON.stringify({ event: "start", ...fields })
    ),
    ...[
      { streamSid: "" },
      { streamSid: 1 },
      { callSid: null },
      { accountSid: undefined },
      { mediaFormat: undefined },
      { mediaFormat: { encoding: "audio/x-l16", sampleRate: 8000, channels: 1 } },
      { mediaFormat: { encoding: "audio/x-mulaw", sampleRate: 16000, channels: 1 } },
      { mediaFormat: { encoding: "audio/x-mulaw", sampleRate: 8000, channels: 2 } },
      { customParameters: [] },
      { customParameters: "attemptId" }
    ].map((fields) => JSON.stringify({ ...start, start: { ...start.start, ...fields } })),
    ...[
      {},
      { timestamp: "40" },
      { payload: "fn5+" },
      { timestamp: "40", payload: "" },
      { timestamp: "40", payload: "f~5+" },
      { timestamp: "40", payload: "fn5+=fn5" },
      { timestamp: "40", payload: 1 },
      { timestamp: "", payload: "fn5+" },
      { timestamp: " ", payload: "fn5+" },
      { timestamp: "1e3", payload: "fn5+" },
      { timestamp: "0x10", payload: "fn5+" },
      { timestamp: "-1", payload: "fn5+" },
      { timestamp: "9".repeat(400), payload: "fn5+" },
      { timestamp: null, payload: "fn5+" },
      { timestamp: "40", track: "outbound", payload: "fn5+" }
    ].map((fields) => media("MZ1", fields)),
    ...[null, [], "payload", 1].map((value) => JSON.stringify({ event: "media", media: value })),
    ...[{}, { mark: {} }, { mark: { name: 1 } }, { mark: null }].map((fields) =>
      JSON.stringify({ event: "mark", ...fields })
    ),
    ...[{}, { dtmf: { digit: "" } }, { dtmf: { digit: "12" } }, { dtmf: { digit: "x" } }, { dtmf: { digit: 5 } }].map(
      (fields) => JSON.stringify({ event: "dtmf", ...fields })
    )
  ],
  understands: (message): Understood => {
    const { event, streamSid: streamId, ...rest } = JSON.parse(message)
    switch (event) {
      case "media":
        assert.deepStrictEqual(Object.keys(rest.media), ["payload"])
        return { does: "play", streamId, audio: Uint8Array.from(Buffer.from(rest.media.payload, "base64")) }
      case "mark":
        return { does: "mark", streamId, name: rest.mark.name }
      default:
        assert.strictEqual(event, "clear")
        assert.deepStrictEqual(rest, {})
        return { does: "clear", streamId }
    }
  }
}

conformsTo("Twilio", twilioMedia, wire)

// The same messages without the guarantee of order, as other carriers send them.
const unordered: MediaCodec = { ...twilioMedia, capabilities: { ...twilioMedia.capabilities, ordered: false } }
conformsTo("Twilio, were it out of order", unordered, wire)

describe("twilio-media", () => {
  const parametersOf = (customParameters: unknown) => {
    const message = twilioMedia.read(JSON.stringify({ ...start, start: { ...start.start, customParameters } }))
    assert(message.kind === "start")
    return message.start.parameters
  }

  it("returns custom parameters as texts", () => {
    assert.deepStrictEqual(parametersOf({ attempt: 7, on: true }), { attempt: "7", on: "true" })
    assert.deepStrictEqual(parametersOf(undefined), {})
  })

  it("accepts numbers as texts and as numbers", () => {
    const mediaFormat = { encoding: "audio/x-mulaw", sampleRate: "8000", channels: "1" }
    const message = twilioMedia.read(JSON.stringify({ ...start, start: { ...start.start, mediaFormat } }))
    assert.strictEqual(message.kind, "start")
  })

  it("reads audio in Twilio's own writing exactly as it reads it in any other", () => {
    const random = makeRandom(20)
    const below = (limit: number) => Math.floor(random() * limit)
    const one = <A>(...items: ReadonlyArray<A>) => items[below(items.length)] as A
    let usual = 0
    for (let round = 0; round < 3_000; round++) {
      const payload = base64(Uint8Array.from({ length: below(30) }, () => below(256)))
      const chunk = String(below(1_000))
      const fields = {
        track: one("inbound", "inbound", "outbound"),
        chunk,
        timestamp: one("40", "0040", "9".repeat(17))
      }
      const before = one({}, { streamSid: "MZ1" })
      const message = JSON.stringify({
        ...{ event: one("media", "media", "mark"), sequenceNumber: chunk },
        ...before,
        media: { ...fields, payload: one(payload, payload, payload.slice(1), `${payload}=`, "f_-5", "f~5+") },
        ...one({}, { streamSid: "MZ1" }, { more: 1 })
      })
      const at = below(message.length)
      const changed = one(message, message, message.slice(0, at) + one("", '"', "}", "\\", "9") + message.slice(at + 1))
      // A blank in front keeps the meaning, and is never written by Twilio.
      const expected = twilioMedia.read(` ${changed}`)
      assert.deepStrictEqual(twilioMedia.read(changed), expected)
      if (expected.kind === "audio") usual++
    }
    assert.isAbove(usual, 300)
  })

  it("does not confuse parameter names with properties of objects", () => {
    const parameters = parametersOf(JSON.parse(`{"__proto__": {"attemptId": "mine"}, "toString": "x"}`))
    assert.strictEqual(parameters.attemptId, undefined)
  })
})
