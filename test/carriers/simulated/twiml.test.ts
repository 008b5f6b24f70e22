import { assert, describe, it } from "@effect/vitest"
import { readTwiml } from "../../../src/carriers/simulated/twiml.ts"
import { streamTwiml } from "../../../src/carriers/twilio/twilio-calls.ts"
import { stepsTwiml } from "../../../src/carriers/twilio/twilio-steps.ts"

const hangUp = { verb: "hang up" } as const
const stream = (parameters: Readonly<Record<string, string>>, url = "wss://example.com/media/abc") =>
  ({ verb: "stream", url, parameters }) as const

describe("the line's TwiML", () => {
  it("includes the document that places calls", () => {
    const urls = { status: "https://example.com/status/a1", stream: "wss://example.com/media/abc" }
    const call = {
      attemptId: "a1",
      to: "+14155550100",
      from: "+15005550006",
      ringSeconds: 40,
      limitSeconds: 600,
      deadline: 0,
      urls
    }
    assert.deepStrictEqual(readTwiml(streamTwiml(call)), [stream({ attemptId: "a1" }), hangUp])
  })

  const read = [
    ["<Response></Response>", []],
    ["<Response/>", []],
    [" \n<Response>\n <Hangup />\n <Hangup></Hangup> </Response>\n", [hangUp, hangUp]],
    ["<?xml version='1.0'?>\n<Response><Pause/></Response>", [{ verb: "pause", seconds: 1 }]],
    [
      `<Response><Pause length="12"/><Pause length='0'></Pause></Response>`,
      [
        { verb: "pause", seconds: 12 },
        { verb: "pause", seconds: 0 }
      ]
    ],
    [
      `<Response><Connect><Stream url = "wss://example.com/media/abc" ></Stream></Connect><Pause length="2"/></Response>`,
      [stream({}), { verb: "pause", seconds: 2 }]
    ],
    [
      `<Response><Connect><Stream url="ws://127.0.0.1:1/m"><Parameter value="&lt;&#x1F600;&#65;&amp;amp;&gt;" name="a"/>` +
        `<Parameter name="__proto__" value='"'/></Stream></Connect></Response>`,
      [stream(Object.fromEntries([["a", "<😀A&amp;>"] as const, ["__proto__", '"'] as const]), "ws://127.0.0.1:1/m")]
    ]
  ] as const
  it.each(read)("reads %s", (document, verbs) => {
    assert.deepStrictEqual(readTwiml(document), verbs as unknown as ReturnType<typeof readTwiml>)
  })

  it("includes what a person hears who calls", () => {
    const ask = {
      do: "ask",
      text: 'Press 9 & "wait"',
      language: "en-US",
      next: "https://us.example/key?a=1&b=2"
    } as const
    const say = { do: "say", text: "<Bye>", language: "hi-IN" } as const
    assert.deepStrictEqual(readTwiml(stepsTwiml([ask, say])), [
      { verb: "gather", text: ask.text, seconds: 5, action: ask.next },
      { verb: "say", text: say.text },
      hangUp
    ])
  })

  const connect = (stream: string) => `<Response><Connect>${stream}</Connect></Response>`
  const wrong = [
    "",
    "hello",
    "<Response>",
    "</Response>",
    "<Response></response>",
    "<Response/><Response/>",
    "<Response><Hangup></Response></Hangup>",
    "<Response><Hangup/></Response>more",
    "<Response>words</Response>",
    "<response/>",
    "<Pause/>",
    "<Response><Play>hello.mp3</Play></Response>",
    "<Response version='1'/>",
    "<Response><Hangup now='1'/></Response>",
    "<Response><Hangup><Pause/></Hangup></Response>",
    "<Response><Pause length='-1'/></Response>",
    "<Response><Pause length='soon'/></Response>",
    "<Response><Pause length='1' length='1'/></Response>",
    "<Response><Pause length='&one;'/></Response>",
    "<Response><Pause length='&#x110000;'/></Response>",
    "<Response><Pause length='1&'/></Response>",
    "<Response><Pause length=1/></Response>",
    "<Response><Pause length='1'/ ></Response>",
    connect(""),
    connect("<Stream/>"),
    connect("<Stream url=''/>"),
    connect("<Stream url='https://example.com/media'/>"),
    connect("<Stream url='wss://'/>"),
    connect("<Stream url='wss://example.com/media?token=1'/>"),
    connect("<Stream url='wss://example.com/media#1'/>"),
    connect("<Stream url='wss://example.com/1'/><Stream url='wss://example.com/2'/>"),
    connect("<Stream url='wss://example.com/1' track='both_tracks'/>"),
    connect("<Stream url='wss://example.com/1'><Parameter name='a'/></Stream>"),
    connect("<Stream url='wss://example.com/1'><Hangup/></Stream>"),
    "<Response><Start><Stream url='wss://example.com/1'/></Start></Response>",
    "<Response><Connect action='/next'><Stream url='wss://example.com/1'/></Connect></Response>",
    "<Response><Say loop='2'>Hello</Say></Response>",
    "<Response><Gather input='dtmf' numDigits='1'><Say>Hello</Say></Gather></Response>",
    "<Response><Gather action='/key' input='dtmf' numDigits='4'><Say>Hello</Say></Gather></Response>",
    "<Response><Gather action='/key' input='speech' numDigits='1'><Say>Hello</Say></Gather></Response>",
    "<Response><Gather action='/key' input='dtmf' numDigits='1'><Pause/></Gather></Response>",
    `<!DOCTYPE r [<!ENTITY a "a">]><Response/>`
  ]
  it.each(wrong)("does not read %s", (document) => {
    assert.isUndefined(readTwiml(document))
  })

  it("reads any document in linear time", () => {
    for (const document of [
      "<a ".repeat(20_000),
      `<a ${"b='' ".repeat(10_000)}`,
      "<a>".repeat(10_000),
      "&".repeat(9)
    ]) {
      assert.isUndefined(readTwiml(document))
    }
  })
})
