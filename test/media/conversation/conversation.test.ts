import { assert, describe, it } from "@effect/vitest"
import { transition } from "../../../src/media/conversation/conversation.ts"
import { makeCall, type Scripted } from "./conversation-call.ts"

const long = "This offer is for all who have been with us for long, and it ends in a week from now."
const reply = (text: string, more: Partial<Scripted> = {}): Scripted => ({ text, after: 500, ...more })
const never: Scripted = { text: "Nobody hears this.", after: undefined }

const opened = ["agent: Hello, this is Asha. Do you have a minute?", "person: Yes, sure."]

/**
 * A call whose person says yes at 4,850 ms, and which replies from 5,350 ms on, by default with a
 * long reply.
 */
const callWith = (
  replies: ReadonlyArray<Scripted> = [reply(long), reply("I see.")],
  given: Parameters<typeof makeCall>[0] = {}
) => makeCall({ ...given, replies }).says(4_000, "Yes, sure.")

type Call = ReturnType<typeof makeCall>

const lineOf = (letters: number) =>
  "So we say. "
    .repeat(letters / 10)
    .slice(0, letters)
    .trim()

/** Returns the commands from the first generated reply on. */
const since = (call: Call) => call.log.slice(call.log.findIndex((line) => line.includes("think")))

/** Returns the transcript after the first yes. */
const afterYes = (call: Call) => {
  const heard = call.heard()
  assert.deepStrictEqual(heard.slice(0, 2), opened)
  return heard.slice(2)
}

const thinks = (call: Call) =>
  call.done.flatMap(({ command }) =>
    command.do === "think" ? [{ ...command, last: command.messages.at(-1)?.text }] : []
  )

describe("an interim transcript that repeats", () => {
  it("does not defer the end of the turn", () => {
    const call = makeCall({ replies: [reply(long)] }).voice(4_000, 1_500)
    for (let at = 5_000; at < 12_000; at += 100) {
      call.at(at, { kind: "interim", text: "Yes, I", stability: 0.5 })
      call.at(at + 40, { kind: "interim", text: "Yes, I am inter", stability: 0.5 })
      call.at(at + 60, { kind: "interim", text: "Yes, I am interested.", stability: 0.5 })
    }
    assert.include(call.until(9_700).log, "8000 think 2")
  })
})

describe("a conversation", () => {
  it("alternates turns and replies until the model ends the call", () => {
    const call = makeCall({
      replies: [reply("Great, may I ask when?", { chunkIds: ["a"] }), reply("Thank you, goodbye.", { endsCall: true })]
    })
    call.says(200, "Hello?").says(4_000, "Yes, sure.").says(8_000, "I plan to pay.").toEnd()
    assert.deepStrictEqual(call.log, [
      "500 note heard",
      "800 say 1 opening",
      "4850 think 2",
      "9050 think 3",
      "10800 end goodbye"
    ])
    assert.deepStrictEqual(call.heard(), [
      "person: Hello?",
      ...opened,
      "agent: Great, may I ask when?",
      "person: I plan to pay.",
      "agent: Thank you, goodbye."
    ])
    assert.deepStrictEqual(call.state().transcript[0], {
      role: "person",
      text: "Hello?",
      startMs: 200,
      endMs: 500,
      interrupted: false
    })
    assert.deepStrictEqual(call.state().turns[0], {
      atMs: 4_850,
      endOfTurnMs: 350,
      finalMs: 250,
      retrievalMs: 500,
      firstTokenMs: 500,
      firstAudioMs: 500,
      totalMs: 850,
      chunkIds: ["a"],
      llmProvider: "HOSTED_API",
      model: null,
      language: "en-IN",
      interrupted: false,
      speculative: { used: true, discarded: 0 },
      why: "answer"
    })
    assert.deepStrictEqual(thinks(call)[1]?.messages, call.state().transcript.slice(0, 5))
  })

  it("records that the knowledge base did not answer", () => {
    const call = callWith([reply(long, { chunkIds: [], problem: "retrieval was late" })]).until(6_000)
    assert.deepInclude(call.state().turns[0], { retrievalMs: 500, chunkIds: [], why: "answer; retrieval was late" })
  })

  it("says the opening after the person's hello, after silence, or when the person does not stop", () => {
    const openedAt = (call: Call) =>
      call.until(6_200).did("say").length === 1 && call.log.find((line) => line.includes("opening"))
    assert.strictEqual(openedAt(makeCall()), "800 say 1 opening")
    assert.strictEqual(openedAt(makeCall().voice(400, 600)), "1300 say 1 opening")
    assert.strictEqual(openedAt(makeCall().voice(100, 4_000)), "4400 say 1 opening")
    assert.strictEqual(openedAt(makeCall().voice(100, 9_000)), "6000 say 1 opening")
    assert.strictEqual(openedAt(makeCall().voice(100, 400).voice(600, 800)), "1700 say 1 opening")
  })

  it("keeps words from before the opening, including late finals, and does not answer them", () => {
    const call = makeCall().voice(100, 800)
    call.at(1_600, { kind: "interim", text: "Hello, who is", stability: 0.5 })
    call.at(1_900, { kind: "final", text: "Hello, who is there?" })
    call.at(2_200, { kind: "final", text: "Tell me." }).until(6_000)
    assert.deepStrictEqual(call.did("say", "think", "drop"), ["say 1 opening"])
    assert.deepStrictEqual(call.heard(), ["person: Hello, who is there? Tell me.", opened[0]])
    assert.deepStrictEqual([call.state().transcript[0]?.startMs, call.state().transcript[0]?.endMs], [100, 900])
  })

  it("answers words during the opening only if they have a voice of their own", () => {
    const slow = makeCall({ fixed: { opening: { text: "Hello, this is Asha.", after: 900 } } })
    slow.says(850, "Who is it?", 300).until(4_000)
    assert.deepStrictEqual(slow.did("say", "drop", "think"), ["say 1 opening"])
    assert.deepStrictEqual(slow.heard(), ["person: Who is it?", "agent: Hello, this is Asha."])
    const endless = makeCall({ fixed: { opening: { text: lineOf(60), after: 900 } } })
      .voice(850, 3_000)
      .until(4_700)
    assert.deepStrictEqual(endless.did("say", "pause", "drop"), ["say 1 opening"])
    const call = makeCall().voice(100, 500).says(1_700, "What do you want now?", 600).until(4_000)
    assert.deepStrictEqual(call.did("say", "drop", "think"), ["say 1 opening", "drop 1", "think 2"])
    const late = makeCall().voice(100, 500).at(4_200, { kind: "final", text: "What is it?" }).until(6_000)
    assert.deepStrictEqual(late.did("think"), ["think 2"])
  })

  describe("with a long greeting of the person", () => {
    const greeting = "Good morning, thank you for calling Acme Corporation, this is Sara speaking, how may I help you?"

    it("waits for the end of the greeting, and keeps it as one message", () => {
      const call = makeCall().says(400, greeting, 4_500).until(9_000)
      assert.deepStrictEqual(call.did("say", "drop", "pause", "think"), ["say 1 opening"])
      assert.include(call.log, "5200 say 1 opening")
      assert.deepStrictEqual(call.heard(), [`person: ${greeting}`, opened[0]])
      const [line] = call.state().transcript
      assert.deepStrictEqual([line?.startMs, line?.endMs], [400, 4_900])
    })

    it("plays the opening during a greeting that does not end", () => {
      for (const opening of [{ text: lineOf(60) }, { text: lineOf(60), after: 700 }]) {
        const call = makeCall({ fixed: { opening } }).voice(400, 7_000)
        greeting.split(" ").forEach((_, index, words) => {
          const text = words.slice(0, index + 1).join(" ")
          call.at(700 + index * 400, { kind: "interim", text, stability: 0.5 })
        })
        call.at(7_650, { kind: "final", text: greeting }).until(11_000)
        assert.deepStrictEqual(call.did("say", "drop", "pause", "think"), ["say 1 opening"])
        assert.deepStrictEqual(call.heard(), [`person: ${greeting}`, `agent: ${opening.text}`])
        const [line] = call.state().transcript
        assert.deepStrictEqual([line?.startMs, line?.endMs], [400, 7_400])
      }
    })

    it("answers the words after the opening when the greeting continues", () => {
      const call = makeCall({ fixed: { opening: { text: "Hello." } } }).voice(400, 9_000)
      call.at(5_500, { kind: "interim", text: "Good morning, thank you", stability: 0.5 })
      call.at(6_200, { kind: "interim", text: "Good morning, thank you for calling", stability: 0.5 })
      call.at(9_000, { kind: "interim", text: "Good morning, thank you for calling Yes I am here", stability: 0.5 })
      call.at(9_700, { kind: "final", text: "Good morning, thank you for calling Yes I am here." }).until(12_000)
      assert.deepStrictEqual(call.heard().slice(0, 3), [
        "person: Good morning, thank you for calling",
        "agent: Hello.",
        "person: Yes I am here."
      ])
      assert.deepStrictEqual(call.did("think"), ["think 2"])
    })

    it("does not repeat the greeting in the next turn when its first word came, or changed, during the opening", () => {
      for (const guess of [undefined, "Could"]) {
        const call = makeCall({ fixed: { opening: { text: lineOf(60) } } }).voice(400, 6_600)
        if (guess !== undefined) call.at(5_000, { kind: "interim", text: guess, stability: 0.5 })
        call.at(6_300, { kind: "interim", text: "Good morning", stability: 0.5 })
        call.voice(7_800, 1_500).at(8_500, { kind: "interim", text: "Good morning. What do you want", stability: 0.5 })
        call.at(9_600, { kind: "final", text: "Good morning. What do you want?" }).until(12_000)
        const said = call.heard().filter((line) => line.startsWith("person"))
        assert.deepStrictEqual(said, ["person: Good morning.", "person: What do you want?"], `after "${guess}"`)
      }
    })

    it("notes an opt-out in each language of the call, and in no other", () => {
      const words = "No me llame nunca más."
      const called = (...languages: ReadonlyArray<string>) => makeCall({ languages }).says(400, words, 6_500).toEnd()
      assert.deepStrictEqual(called("en-US", "es-ES").did("note opt-out"), ["note opt-out"])
      assert.deepStrictEqual(called("en-US").did("note opt-out"), [])
    })

    it("notes an opt-out in a greeting without a final", () => {
      const words = "Stop calling me."
      const optedOut = makeCall().says(400, words, 6_500).toEnd()
      assert.include(optedOut.log, "7150 note opt-out")
      const gone = makeCall().voice(400, 9_000).at(6_300, { kind: "interim", text: words, stability: 0.5 })
      gone.at(6_500, { kind: "gone" }).toEnd()
      assert.deepStrictEqual(gone.did("note opt-out"), ["note opt-out"])
    })
  })

  it("repeats the opening once when little of it was heard", () => {
    const again = makeCall().says(100, "Hello?", 300).says(1_000, "Hello, who is there?", 600)
    again.says(2_200, "Who is calling please?", 900).until(8_000)
    assert.deepStrictEqual(again.did("say", "drop", "think"), [
      "say 1 opening",
      "drop 1",
      "say 2 opening",
      "drop 2",
      "think 3"
    ])
    assert.deepStrictEqual(again.heard().slice(0, 4), [
      "person: Hello?",
      "agent: Hello, this is —",
      "person: Hello, who is there?",
      "agent: Hello, this is —"
    ])
    const out = makeCall().says(100, "Hello?", 300).says(1_000, "Do not call me again.", 600).toEnd()
    assert.deepStrictEqual(out.did("say"), ["say 1 opening", "say 2 opt-out"])
  })

  it("separates the hello from words after its final, and from words repeated with the next voice", () => {
    const yes = "person: Yes, I am interested."
    const heardLines = (call: Call) => call.until(9_000).heard()
    const call = makeCall().voice(500, 360)
    call.at(1_400, { kind: "final", text: "Hello?" })
    call.at(3_900, { kind: "interim", text: "Ye", stability: 0.5 }).voice(3_800, 1_400)
    call.at(5_400, { kind: "final", text: "Yes, I am interested." })
    assert.deepStrictEqual(heardLines(call), ["person: Hello?", opened[0], yes, "agent: Very well."])

    // The next words come before the hello is certainly over, or the hello never gets a final.
    for (const hello of [[{ kind: "final", text: "Hello?" }], []] as const) {
      const soon = makeCall({ fixed: { opening: { text: "Hello." } } }).voice(500, 360)
      for (const event of hello) soon.at(1_400, event)
      soon.at(2_250, { kind: "interim", text: "Ye", stability: 0.5 }).voice(2_100, 1_400)
      soon.at(3_700, { kind: "final", text: "Yes, I am interested." })
      const heard = ["agent: Hello.", yes, "agent: Very well."]
      assert.deepStrictEqual(heardLines(soon), hello.length === 0 ? heard : ["person: Hello?", ...heard])
    }

    // Words are answered even if their voice is too soft to be detected.
    const soft = makeCall({ fixed: { opening: { text: "Hello." } } }).voice(500, 360)
    soft.at(1_400, { kind: "final", text: "Hello?" }).at(3_000, { kind: "final", text: "Yes." })
    assert.deepStrictEqual(heardLines(soft), ["person: Hello?", "agent: Hello.", "person: Yes.", "agent: Very well."])
  })

  it("separates a closed turn from words that come before their voice is detected", () => {
    const call = callWith([reply("I see."), reply("Good.")]).at(6_900, { kind: "interim", text: "An", stability: 0.5 })
    call.voice(6_800, 900).at(8_000, { kind: "final", text: "And then?" }).until(12_000)
    assert.deepStrictEqual(afterYes(call), ["agent: I see.", "person: And then?", "agent: Good."])
  })

  it("wraps up near the limit, says that the time is up, and always ends by the limit", () => {
    const call = makeCall({ limitMillis: 60_000, replies: Array.from({ length: 6 }, () => reply(long.repeat(2))) })
    for (const at of [4_000, 16_000, 28_000, 40_000]) call.says(at, "Go on, tell me more.")
    call.toEnd()
    assert.deepStrictEqual(
      thinks(call).map(({ hint }) => hint),
      [null, null, null, "wrap up"]
    )
    assert.deepStrictEqual(call.log.slice(-3), ["50000 drop 5", "50000 say 6 time is up", "51500 end time is up"])
    assert.isTrue(call.state().transcript.at(-2)?.interrupted)

    const endless = makeCall({ limitMillis: 60_000, fixed: { "time is up": { text: "x".repeat(2_000) } } })
    for (let at = 3_000; at < 60_000; at += 3_000) endless.says(at, "Go on.")
    assert.strictEqual(endless.toEnd().log.at(-1), "60000 end time limit")
    const speaker = makeCall({ limitMillis: 60_000, fixed: { "time is up": { text: "x".repeat(170) } } }).voice(
      58_000,
      9_000
    )
    for (let at = 3_000; at < 57_000; at += 3_000) speaker.says(at, "Go on.")
    assert.strictEqual(speaker.toEnd().log.at(-1), "60000 end time limit")
  })

  it("can last ten minutes", () => {
    const replies = Array.from({ length: 60 }, () => reply(long))
    const call = makeCall({ limitMillis: 600_000, replies })
    for (let at = 4_000; at < 590_000; at += 9_500) call.says(at, "Please tell me more about that.")
    assert.strictEqual(call.toEnd().log.at(-1)?.split(" ").slice(1).join(" "), "end time is up")
    assert.isAbove(call.state().turns.length, 55)
  })
})

describe("a filler", () => {
  const fillers = (after: number, firstTokenAt?: number) => {
    const call = callWith([reply(long, { after })])
    if (firstTokenAt !== undefined) call.at(firstTokenAt, { kind: "firstToken", reply: 2 })
    return call.until(9_000).log.filter((line) => line.includes("fill"))
  }

  it("waits for the voice once the model has begun to answer", () => {
    assert.deepStrictEqual(fillers(1_300), ["5750 fill 2 filler"])
    assert.deepStrictEqual(fillers(1_300, 5_600), [])
    assert.deepStrictEqual(fillers(1_900, 5_600), ["6300 fill 2 filler"])
  })
})

describe("a person who speaks during a reply", () => {
  it("stops the reply with a stop word, and gets an answer", () => {
    const call = callWith().says(6_500, "Wait, what is it?").until(12_000)
    assert.deepStrictEqual(since(call), ["4850 think 2", "7075 drop 2", "7700 think 3"])
    assert.deepStrictEqual(afterYes(call), [
      "agent: This offer is for all who have —",
      "person: Wait, what is it?",
      "agent: I see."
    ])
    assert.deepStrictEqual(
      call.state().turns.map(({ interrupted, why }) => [interrupted, why]),
      [
        [true, "answer; stop word"],
        [false, "sentence"]
      ]
    )
    assert.deepStrictEqual(
      thinks(call)[1]?.messages.map(({ interrupted }) => interrupted),
      [false, false, true, false]
    )
  })

  it("pauses the reply by voice, and stops it by words", () => {
    const call = callWith().says(6_500, "but I have told you that already, twice.").until(12_000)
    assert.deepStrictEqual(since(call), ["4850 think 2", "7100 pause 2", "7650 drop 2", "8850 think 3"])
    assert.strictEqual(call.state().turns[0]?.why, "answer; words")
  })

  it("does not pause the reply for a cough, and pauses it for a voice that goes on after a gap", () => {
    const pausing = { kind: "voice", change: "pausing", changedAt: 6_950 } as const
    const resumed = { kind: "voice", change: "resumed", changedAt: 7_120 } as const
    assert.deepStrictEqual(callWith().voice(6_500, 450).at(7_050, pausing).until(9_000).did("pause"), [])
    const call = callWith().voice(6_500, 1_500).at(7_050, pausing).at(7_170, resumed).until(8_000)
    assert.deepStrictEqual(since(call), ["4850 think 2", "7170 pause 2"])
  })

  it("waits for the rest of a sentence once the recognizer has marked one, until another one listens", () => {
    const ends = (call: Call) => call.says(20_000, "I would like to").until(23_000).state().turns.at(-1)?.atMs
    const soon = 20_000 + "I would like to".length * 50 + 700
    assert.strictEqual(ends(makeCall({ replies: [reply("I see.")] })), soon)
    assert.strictEqual(ends(callWith()), soon + 1_300)
    const away = callWith().at(15_000, { kind: "recognizerAway" }).at(15_100, { kind: "recognizerBack" })
    assert.strictEqual(ends(away), soon)
  })

  it("pauses the reply by a voice that began at a fraction of a millisecond", () => {
    // Near a power of two, adding and subtracting a number does not give back the same fraction.
    for (let from = 7_750; from < 8_190; from += 0.7) {
      assert.deepStrictEqual(callWith().voice(from, 700).until(8_900).did("pause"), ["pause 2"], `${from}`)
    }
  })

  it("lets the reply resume after 2 seconds without words, and does not pause it again without words", () => {
    const call = callWith().voice(6_500, 700).voice(9_300, 900).until(13_000)
    assert.deepStrictEqual(since(call), ["4850 think 2", "7100 pause 2", "9100 resume 2"])
    assert.deepStrictEqual(afterYes(call), [`agent: ${long}`])
    assert.isFalse(call.state().turns[0]?.interrupted)
  })

  it("gets no answer to back-channels, which are kept in the transcript", () => {
    const call = callWith().says(6_500, "haan ji").says(8_000, "accha").until(12_000)
    assert.deepStrictEqual(since(call), ["4850 think 2"])
    assert.deepStrictEqual(afterYes(call), [`agent: ${long}`, "person: haan ji", "person: accha"])
  })

  it("answers the question at the end of a reply with a back-channel", () => {
    const replies = [reply(`${long} Is that fine?`), reply("Great.")]
    const call = callWith(replies).says(8_900, "haan").until(14_000)
    assert.deepStrictEqual(since(call), ["4850 think 2", "10300 think 3"])
    assert.deepStrictEqual(afterYes(call), [`agent: ${long} Is that fine?`, "person: haan", "agent: Great."])
    assert.strictEqual(thinks(call)[1]?.last, "haan")
    const early = callWith(replies).says(6_500, "haan").until(14_000)
    assert.deepStrictEqual(early.did("think"), ["think 2"])
  })

  it("gets an answer after the reply when interruptions are not allowed", () => {
    const call = callWith(undefined, { allowInterrupts: false }).says(6_500, "Wait, what is it?").until(12_000)
    assert.deepStrictEqual(since(call), ["4850 think 2", "9600 think 3"])
    assert.deepStrictEqual(afterYes(call), [`agent: ${long}`, "person: Wait, what is it?", "agent: I see."])
    assert.strictEqual(thinks(call)[1]?.last, "Wait, what is it?")
  })

  it("gets one reply to all words when the first reply was not audible yet", () => {
    const call = callWith([never, reply("I see.")])
      .says(5_500, "And what does it cost?", 400)
      .until(9_000)
    assert.deepStrictEqual(since(call), ["4850 think 2", "6250 drop 2", "6250 think 3"])
    assert.deepStrictEqual(afterYes(call), ["person: And what does it cost?", "agent: I see."])
    const [first] = call.state().turns
    assert.deepStrictEqual([first?.interrupted, first?.why], [false, "answer; more was said"])
    const nod = callWith([reply("I see.", { after: 2_500 })])
      .says(5_000, "haan", 200)
      .until(9_000)
    assert.deepStrictEqual(nod.did("think", "drop"), ["think 2"])
    assert.deepStrictEqual(afterYes(nod), ["person: haan", "agent: I see."])
  })

  it("stops the reply by pressing a key, and several keys are one turn", () => {
    const call = callWith()
      .at(7_000, { kind: "pressed", digit: "5" })
      .at(8_000, { kind: "pressed", digit: "6" })
      .until(12_000)
    assert.deepStrictEqual(since(call), ["4850 think 2", "7000 drop 2", "9500 think 3"])
    assert.deepStrictEqual(afterYes(call), [
      "agent: This offer is for all who have —",
      "person: (pressed 5) (pressed 6)",
      "agent: I see."
    ])
    assert.deepStrictEqual(call.state().transcript.at(-2)?.startMs, 7_000)

    const held = callWith(undefined, { allowInterrupts: false })
      .at(7_000, { kind: "pressed", digit: "5" })
      .until(12_000)
    assert.deepStrictEqual(since(held), ["4850 think 2", "9600 think 3"])
  })
})

describe("keys pressed between an interim and its final", () => {
  const pressing = (...then: ReadonlyArray<Parameters<Call["at"]>>) => {
    const call = makeCall({ replies: [reply(long), reply(long), reply("I see.")] })
    call.voice(4_000, 1_000).voice(15_000, 600).at(4_900, { kind: "interim", text: "I want to pay", stability: 0.9 })
    call.at(7_000, { kind: "pressed", digit: "5" })
    for (const [at, event] of then) call.at(at, event)
    return call.until(18_000)
  }

  it("do not duplicate the words", () => {
    const twice = ["person: I want to pay", "agent: This offer —", "person: (pressed 5)", `agent: ${long}`]
    const late = pressing([9_000, { kind: "final", text: "I want to pay." }])
    assert.deepStrictEqual(late.did("think"), ["think 2", "think 3"])
    assert.deepStrictEqual(late.heard().slice(1), twice)
    const again = pressing(
      [8_700, { kind: "interim", text: "I want to pay", stability: 0.9 }],
      [9_000, { kind: "final", text: "I want to pay." }]
    )
    assert.deepStrictEqual(again.heard().slice(1), twice)
  })

  it("do not remove words from the next turn", () => {
    const call = pressing([15_700, { kind: "final", text: "No, thank you very much." }])
    assert.include(call.heard(), "person: No, thank you very much.")
  })
})

describe("a final after its turn was answered", () => {
  const says = (replies: ReadonlyArray<Scripted>, final: { readonly at: number; readonly text: string }) =>
    makeCall({ replies })
      .voice(4_000, 1_000)
      .at(4_900, { kind: "interim", text: "I want to pay", stability: 0.9 })
      .at(final.at, { kind: "final", text: final.text })
      .until(13_000)

  it("changes only the spelling when the words are the same", () => {
    const call = says([reply("Great.")], { at: 6_200, text: "I want to pay." })
    assert.deepStrictEqual(since(call), ["6000 think 2"])
    assert.deepStrictEqual(call.heard(), [opened[0], "person: I want to pay.", "agent: Great."])
    assert.strictEqual(call.state().turns[0]?.finalMs, 1_200)
  })

  it("restarts a reply that is not audible yet", () => {
    const call = says([never, reply("Great.")], { at: 6_600, text: "I want to pay tomorrow." })
    assert.deepStrictEqual(since(call), ["6000 think 2", "6600 drop 2", "6600 think 3", "6900 fill 3 filler"])
    assert.deepStrictEqual(call.heard(), [opened[0], "person: I want to pay tomorrow.", "agent: Great."])
    assert.strictEqual(thinks(call)[1]?.last, "I want to pay tomorrow.")
    assert.deepStrictEqual(
      call.state().turns.map(({ firstAudioMs, why }) => [firstAudioMs, why]),
      [[900, "stable"]]
    )
  })

  it("restarts the reply for words that follow at once, and for a word in front", () => {
    const call = makeCall({ replies: [never, reply("Great.")] }).says(4_000, "I want to pay.", 1_000)
    call.at(5_700, { kind: "final", text: "But tomorrow." }).until(9_000)
    assert.deepStrictEqual(call.did("think", "drop"), ["think 2", "drop 2", "think 3"])
    assert.strictEqual(thinks(call)[1]?.last, "I want to pay. But tomorrow.")
    const front = says([never, reply("Great.")], { at: 6_600, text: "Well, I want to pay" })
    assert.strictEqual(thinks(front)[1]?.last, "Well, I want to pay")
  })

  it("does not stop the reply by repeating the words", () => {
    const call = makeCall({ replies: [reply(long)] }).voice(4_000, 1_000)
    call.at(4_900, { kind: "interim", text: "I want to pay", stability: 0.9 })
    call.at(7_000, { kind: "interim", text: "i want to pay", stability: 0.9 }).until(11_000)
    assert.deepStrictEqual(since(call), ["6000 think 2"])
  })

  it("is another turn when it has another voice and other words, even without a final of the first", () => {
    const call = makeCall({ replies: [reply("Great."), reply("Nothing.")] }).voice(4_000, 1_000)
    call
      .at(4_900, { kind: "interim", text: "I want to pay", stability: 0.9 })
      .says(8_000, "What does it cost?")
      .until(12_000)
    assert.deepStrictEqual(call.heard().slice(1), [
      "person: I want to pay",
      "agent: Great.",
      "person: What does it cost?",
      "agent: Nothing."
    ])
  })

  it("adds its new words to the next turn when the reply is audible", () => {
    const call = says([reply("Great."), reply("Tomorrow it is.")], { at: 6_700, text: "I want to pay tomorrow" })
    assert.deepStrictEqual(since(call), ["6000 think 2", "7400 think 3"])
    assert.deepStrictEqual(call.heard(), [
      opened[0],
      "person: I want to pay",
      "agent: Great.",
      "person: tomorrow",
      "agent: Tomorrow it is."
    ])
  })

  it("is answered again when its words differ", () => {
    const call = says([reply("Great."), reply("What a pity.")], { at: 6_700, text: "I cannot pay that" })
    assert.deepStrictEqual(since(call), ["6000 think 2", "6800 think 3"])
    assert.deepStrictEqual(call.heard(), [
      opened[0],
      "person: I cannot pay that",
      "agent: Great.",
      "agent: What a pity."
    ])
    assert.deepStrictEqual(
      thinks(call)[1]
        ?.messages.map(({ text }) => text)
        .slice(1),
      ["Great.", "I cannot pay that"]
    )
  })

  it("adds only the new words to the next turn when an interim continues", () => {
    const call = makeCall({ replies: [reply(long), reply("I see.")] }).voice(4_000, 1_000)
    call.at(4_900, { kind: "interim", text: "I want to pay", stability: 0.9 }).voice(7_000, 1_000)
    call.at(7_600, { kind: "interim", text: "I want to pay but not", stability: 0.5 })
    call.at(8_300, { kind: "final", text: "I want to pay but not now." }).until(14_000)
    assert.deepStrictEqual(since(call), ["6000 think 2", "7600 drop 2", "8650 think 3"])
    assert.deepStrictEqual(call.heard().slice(1), [
      "person: I want to pay",
      "agent: This offer is for all —",
      "person: but not now.",
      "agent: I see."
    ])
  })
})

describe("an opt-out that the model understands", () => {
  it("is noted at once, confirmed by the fixed line, and ends the call", () => {
    const call = makeCall({ replies: [{ text: "", after: undefined }] })
      .says(6_000, "no me llamen nunca más")
      .at(8_200, optOutOf(2))
    assert.deepStrictEqual(call.toEnd().did("note opt-out", "say", "drop", "end"), [
      "say 1 opening",
      "note opt-out",
      "drop 2",
      "say 3 opt-out",
      "end opt-out"
    ])
  })

  it("stops a reply that is already audible, and counts once", () => {
    const call = makeCall({ replies: [{ text: "I understand you very well, madam.", after: 100 }] })
      .says(6_000, "Nunca más.")
      .at(7_500, optOutOf(2))
      .at(7_600, optOutOf(2))
      .at(7_700, optOutOf(3))
    assert.deepStrictEqual(call.toEnd().did("note opt-out"), ["note opt-out"])
    assert.deepStrictEqual(call.did("end"), ["end opt-out"])
  })

  const withoutAnswer = () => makeCall({ replies: [{ text: "", after: undefined }] }).says(6_000, "Nunca más.")
  const filledAt = () =>
    withoutAnswer()
      .toEnd()
      .done.find(({ command }) => command.do === "fill")?.at ?? 0

  it("is noted at once, but confirmed only after a filler that sounds, whatever the person says into it", () => {
    const at = filledAt()
    const call = withoutAnswer()
      .at(at + 200, optOutOf(2))
      .says(at + 300, "Nunca más.", 1_500)
    call.toEnd()
    assert.deepStrictEqual(
      call.log.filter((line) => / (note opt-out|finish filler|drop|pause|say|think)/.test(line)),
      [
        "800 say 1 opening",
        `${at - 900} think 2`,
        `${at + 200} note opt-out`,
        `${at + 200} finish filler 2`,
        `${at + 1_000} say 3 opt-out`
      ]
    )
    assert.deepStrictEqual(call.did("end"), ["end opt-out"])
  })

  it("is confirmed at once when its filler has ended, or has not begun", () => {
    for (const after of [-100, 1_100]) {
      const at = filledAt() + after
      assert.include(withoutAnswer().at(at, optOutOf(2)).toEnd().log, `${at} say 3 opt-out`)
    }
  })

  it("is ignored when its reply was dropped: the next reply answers all words", () => {
    const call = makeCall().says(6_000, "Nunca más.").at(7_100, optOutOf(3))
    assert.deepStrictEqual(call.toEnd().did("note opt-out"), [])
  })

  const optOutOf = (reply: number) => ({ kind: "optOut", reply }) as const
})

describe("the opt-out key", () => {
  const press = (call: Call, at: number, ...digits: ReadonlyArray<string>) => {
    for (const [index, digit] of digits.entries()) call.at(at + index * 600, { kind: "pressed", digit })
    return call.toEnd().did("note opt-out")
  }
  const noted = ["note opt-out"]
  const digits = { text: "Please enter your account number.", after: 500 }

  const goodbye = [reply(`${long} Goodbye.`, { endsCall: true })]
  it.each([
    ["before the opening, while the person speaks", makeCall().voice(0, 4_000), 300, "greeting"],
    ["while the opening begins", makeCall(), 100, "greeting"],
    ["during the opening", makeCall(), 1_000, "speaking"],
    ["after the opening", makeCall(), 5_000, "listening"],
    ["in a turn of the person", makeCall().voice(4_500, 4_000), 5_000, "listening"],
    ["before a reply", callWith([reply(long, { after: 3_000 })]), 5_000, "thinking"],
    ["during a reply", callWith(), 6_000, "speaking"],
    ["during a question whether the person is there", makeCall(), 9_950, "speaking"],
    ["during the goodbye", callWith(goodbye), 6_000, "draining"]
  ] as const)("pressed alone is an opt-out, 1.5 seconds later, %s", (_, call, at, phase) => {
    assert.strictEqual(call.until(at - 1).state().phase, phase)
    assert.deepStrictEqual(press(call, at, "9"), noted)
    assert.include(call.log, `${at + 1_500} note opt-out`)
    assert.strictEqual(call.did("say", "end").at(-1), "end opt-out")
  })

  it("counts at the end when the goodbye is over sooner", () => {
    const call = callWith([reply("Goodbye.", { endsCall: true })])
    assert.deepStrictEqual(press(call, 5_500, "9"), noted)
    assert.strictEqual(call.did("end").at(-1), "end goodbye")
  })

  it("stops a reply that may not be interrupted", () => {
    const call = makeCall({ allowInterrupts: false })
    assert.deepStrictEqual(press(call, 1_500, "9"), noted)
    assert.include(call.log, "3000 note opt-out")
  })

  it("counts when the person hangs up after it", () => {
    const call = makeCall().at(5_000, { kind: "pressed", digit: "9" }).at(5_100, { kind: "gone" })
    assert.deepStrictEqual(call.toEnd().did("note opt-out", "end"), ["note opt-out", "end the line is gone"])
  })

  it("is part of a number when other keys come with it", () => {
    for (const keys of [
      ["9", "1"],
      ["1", "9"],
      ["4", "9", "2"]
    ])
      assert.deepStrictEqual(press(makeCall(), 5_000, ...keys), [], keys.join(" "))
  })

  it("pressed repeatedly is an opt-out, unless the agent asked for a number", () => {
    assert.deepStrictEqual(press(makeCall(), 5_000, "9", "9"), noted)
    const asked = makeCall({ replies: [digits] }).says(5_000, "Yes.")
    assert.deepStrictEqual(press(asked, 10_000, "9", "9"), [])
  })

  it("is an opt-out when a # confirms it, unless the agent asked for a number", () => {
    assert.deepStrictEqual(press(makeCall(), 5_000, "9", "#"), noted)
    assert.deepStrictEqual(press(makeCall(), 5_000, "9", "9", "#"), noted)
    const hungUp = makeCall().at(5_000, { kind: "pressed", digit: "9" }).at(5_300, { kind: "pressed", digit: "#" })
    assert.deepStrictEqual(hungUp.at(5_500, { kind: "gone" }).toEnd().did("note opt-out"), noted)
    for (const keys of [["#"], ["#", "9"], ["9", "#", "9"], ["1", "9", "#"]])
      assert.deepStrictEqual(press(makeCall(), 5_000, ...keys), [], keys.join(" "))
    const asked = makeCall({ replies: [digits] }).says(5_000, "Yes.")
    assert.deepStrictEqual(press(asked, 10_000, "9", "#"), [])
  })

  it("pressed repeatedly is an opt-out after a sentence that offers the key and names a number", () => {
    const offers = { text: "Hello, this is Maya. Press 9 if you do not want calls to this number.", after: 500 }
    const asks = {
      text: "Press 9 if you want no calls. Else enter your account number, and then the hash key.",
      after: 500
    }
    for (const [opening, commands] of [
      [offers, noted],
      [asks, []]
    ] as const) {
      assert.deepStrictEqual(press(makeCall({ fixed: { opening } }), 10_000, "9", "9"), commands, opening.text)
    }
  })

  it("is part of a number that is pressed slowly", () => {
    const slowly = (call: Call, ...digits: ReadonlyArray<string>) => {
      for (const [index, digit] of digits.entries()) call.at(10_000 + index * 3_000, { kind: "pressed", digit })
      return call.toEnd().did("note opt-out")
    }
    assert.deepStrictEqual(slowly(makeCall({ replies: [digits] }).says(5_000, "Yes."), "4", "9"), [])
    const askedBefore = makeCall({ replies: [digits, reply("Take your time.")] })
      .says(5_000, "Yes.")
      .says(8_000, "Wait.")
    assert.deepStrictEqual(slowly(askedBefore, "4", "9"), [])
    const quickly = makeCall().at(9_000, { kind: "pressed", digit: "4" })
    assert.deepStrictEqual(slowly(quickly, "7", "9"), [])
  })

  it("is an opt-out soon after another key, unless the agent asked for a number", () => {
    const opening = { text: "Press 1 for the offer. Press 9 if you want no more calls.", after: 500 }
    const call = makeCall({ fixed: { opening }, replies: [reply("Good, here it is.")] })
    call.at(5_000, { kind: "pressed", digit: "1" }).at(8_000, { kind: "pressed", digit: "9" })
    assert.deepStrictEqual(call.toEnd().did("note opt-out"), noted)
    assert.include(call.log, "9500 note opt-out")
  })

  it("may be another key, or none", () => {
    assert.deepStrictEqual(press(makeCall({ optOutKey: "#" }), 5_000, "9"), [])
    assert.deepStrictEqual(press(makeCall({ optOutKey: "#" }), 5_000, "#"), noted)
    assert.deepStrictEqual(press(makeCall({ optOutKey: null }), 5_000, "9"), [])
  })
})

describe("a transfer", () => {
  const connecting = { text: "One moment, I will connect you now.", after: 500, handsOver: true }
  const callAtTransfer = (options: Parameters<typeof makeCall>[0] = {}) =>
    makeCall({ ...options, replies: [connecting] }).says(3_000, "I want a human, please.", 1_200)
  const endsAt =
    callAtTransfer()
      .until(8_000)
      .done.find(({ command }) => command.do === "hand over")?.at ?? 0

  it("begins when the person has heard that they will be connected", () => {
    assert.isAbove(endsAt, 4_000)
    const call = callAtTransfer()
      .says(endsAt - 900, "Okay.", 400)
      .until(8_000)
    assert.include(call.log, `${endsAt} hand over`)
  })

  it.each([
    ["the key is pressed", (call: Call) => call.at(endsAt - 400, { kind: "pressed", digit: "9" })],
    ["words without the model", (call: Call) => call.says(endsAt - 400, "No, never call me again.", 1_500)],
    ["a bare stop", (call: Call) => call.says(endsAt - 400, "Stop.", 400)]
  ])("does not begin after an opt-out at the end of a line that nothing interrupts: %s", (_, speak) => {
    const call = speak(callAtTransfer({ allowInterrupts: false })).toEnd()
    assert.deepStrictEqual(call.did("note opt-out", "hand over", "end"), ["note opt-out", "end opt-out"])
  })

  it("waits for words at the end of its line, and is asked for again after their answer", () => {
    const call = callAtTransfer({ allowInterrupts: false }).says(endsAt - 400, "Wait, I changed my mind.", 1_200)
    assert.deepStrictEqual(call.until(12_000).did("hand over"), [])
    assert.deepStrictEqual(call.did("think"), ["think 2", "think 3"])
  })

  it("does not wait for noise for more than 3 seconds", () => {
    const call = callAtTransfer({ allowInterrupts: false })
      .voice(endsAt - 400, 20_000)
      .until(12_000)
    assert.include(call.log, `${endsAt + 3_000} hand over`)
  })
})

describe("a bare stop", () => {
  it("is an opt-out once the turn is over without other words", () => {
    const call = makeCall().says(5_000, "Stop.")
    assert.deepStrictEqual(call.toEnd().did("note opt-out", "end"), ["note opt-out", "end opt-out"])
  })

  it("is none while the person goes on speaking", () => {
    const call = makeCall().says(5_000, "Stop.", 300).says(5_500, "wait a second", 700)
    assert.deepStrictEqual(call.toEnd().did("note opt-out"), [])
  })
})

describe("an opt-out", () => {
  const optsOut = (call: Call) => call.toEnd().did("note opt-out", "say", "think", "end").slice(-3)
  const expected = (id: number) => ["note opt-out", `say ${id} opt-out`, "end opt-out"]
  const words = "Do not call me again."

  it("is noted before and during the opening, in a turn, and before and during a reply", () => {
    assert.deepStrictEqual(optsOut(makeCall().says(200, words)), expected(1))
    assert.deepStrictEqual(optsOut(makeCall().says(1_500, words)), expected(2))
    assert.deepStrictEqual(optsOut(makeCall({ allowInterrupts: false }).says(1_500, words)), expected(2))
    assert.deepStrictEqual(optsOut(makeCall().says(5_000, words)), expected(2))
    assert.deepStrictEqual(optsOut(callWith().says(6_500, words)), expected(3))
    assert.deepStrictEqual(optsOut(callWith([never]).says(4_900, words, 400)), expected(3))
  })

  it("is noted without a final", () => {
    const call = makeCall().voice(4_000, 1_000).at(4_900, { kind: "interim", text: words, stability: 0.9 })
    assert.deepStrictEqual(optsOut(call), expected(2))
    const late = makeCall().voice(4_000, 1_000).at(4_900, { kind: "interim", text: "Do not", stability: 0.9 })
    assert.deepStrictEqual(optsOut(late.at(6_200, { kind: "final", text: words })), expected(3))
    const hungUp = makeCall().at(4_900, { kind: "interim", text: words, stability: 0.1 }).at(5_000, { kind: "gone" })
    assert.deepStrictEqual(hungUp.toEnd().did("note opt-out", "end"), ["note opt-out", "end the line is gone"])
    assert.strictEqual(hungUp.heard().at(-1), `person: ${words}`)
  })

  it("is noted during the agent's last words and after them", () => {
    const replies = [reply("Thank you, goodbye.", { endsCall: true })]
    assert.deepStrictEqual(optsOut(callWith(replies).says(5_400, words, 300)), expected(3))
    const after = callWith(replies).says(6_200, words, 1_500)
    assert.deepStrictEqual(optsOut(after), expected(3))
    assert.include(after.log, "7950 note opt-out")
  })

  it("ends the call without waiting for more words", () => {
    const call = makeCall().says(200, words).voice(2_500, 3_000).toEnd()
    assert.deepStrictEqual(call.log.slice(-2), ["1500 say 1 opt-out", "3100 end opt-out"])
  })

  it("is noted once", () => {
    const call = makeCall().says(200, words).says(1_900, words, 300).toEnd()
    assert.deepStrictEqual(call.did("note heard", "note opt-out", "say", "end"), ["note heard", ...expected(1)])
  })
})

describe("a promise not to call again", () => {
  const promise = "We will not call you again."

  it("counts as an opt-out when the model makes it, and the call continues", () => {
    const call = callWith([reply(`I see. ${promise}`), reply("Goodbye.", { endsCall: true })]).says(9_000, "Good, bye.")
    assert.deepStrictEqual(since(call.toEnd()), [
      "4850 think 2",
      "7050 note opt-out",
      "9850 think 3",
      "11050 end goodbye"
    ])
  })

  it("is noted once, and confirmed when the person then opts out", () => {
    const call = callWith([reply(promise)])
      .says(9_000, "Never call me again.")
      .toEnd()
    assert.deepStrictEqual(call.did("note opt-out", "say", "think", "end"), [
      "say 1 opening",
      "think 2",
      "note opt-out",
      "say 3 opt-out",
      "end opt-out"
    ])
  })

  it("does not count before it was heard, nor in a fixed line", () => {
    const dropped = callWith([reply(`${long} ${promise}`)])
      .says(6_000, "Stop it now.")
      .until(7_500)
    const fixed = makeCall({ fixed: { opening: { text: promise } } }).until(6_000)
    for (const call of [dropped, fixed]) assert.deepStrictEqual(call.did("note opt-out"), [])
  })

  it("is noted when the line is lost after it", () => {
    const call = callWith([reply(`${promise} ${long}`)])
      .at(8_000, { kind: "gone" })
      .toEnd()
    assert.deepStrictEqual(call.did("note opt-out"), ["note opt-out"])
  })
})

describe("silence of the person", () => {
  it("leads to two prompts, each after 7 seconds, and ends the call 6 seconds later", () => {
    assert.deepStrictEqual(makeCall().toEnd().log, [
      "800 say 1 opening",
      "9900 say 2 first silence",
      "17900 say 3 second silence",
      "24700 say 4 goodbye after silence",
      "26150 end silence"
    ])
  })

  it("leads to no prompt for 30 seconds after words that ask to wait", () => {
    for (const [words, waits, text = "All right."] of [
      ["One moment, please.", true],
      ["Hold on, I'll get my wife.", true],
      ["I'll get him.", true],
      ["Yes, I have a minute.", false],
      ["Hold on, who is this?", false],
      ["Hold on.", false, "This is Priya from the bank. May I go on?"]
    ] as const) {
      const call = makeCall({ replies: [{ text, after: 300 }] })
      call.says(4_000, words).toEnd()
      const [prompt = 0] = call.done.flatMap(({ at, command }) =>
        command.do === "say" && command.line === "first silence" ? [at] : []
      )
      assert.isAtLeast(prompt, waits ? 35_000 : 12_000, words)
      assert.isAtMost(prompt, waits ? 38_000 : 15_000, words)
      assert.include(call.log.at(-1) ?? "", "end silence")
    }
    // Other words end the wait.
    const back = makeCall({ replies: [{ text: "All right." }, { text: "Hello, is this Asha?" }] })
    back.says(4_000, "I'll get my wife.").says(25_000, "Hello?").until(40_000)
    assert.include(back.did("say").join(), "first silence")
  })

  it("leads to nothing while the person types", () => {
    const call = makeCall({ isTyped: true }).until(200_000)
    assert.deepStrictEqual(call.log, ["800 say 1 opening"])
    assert.include(call.toEnd().log.at(-1) ?? "", "end time is up")
  })

  it("ends with the first word", () => {
    const call = makeCall().says(12_000, "Yes, I am here.").until(40_000)
    assert.deepStrictEqual(call.did("say").slice(1, 4), [
      "say 2 first silence",
      "say 4 first silence",
      "say 5 second silence"
    ])
  })

  it("begins after noise that led to two requests to repeat", () => {
    const call = makeCall().voice(4_000, 500).voice(9_500, 400).voice(15_000, 300).toEnd()
    assert.deepStrictEqual(call.log, [
      "800 say 1 opening",
      "6500 say 2 ask to repeat",
      "12000 say 3 ask to repeat",
      "20600 say 4 first silence",
      "28600 say 5 second silence",
      "35400 say 6 goodbye after silence",
      "36850 end silence"
    ])
    const answered = makeCall().voice(4_000, 500).says(9_500, "Who is it?").voice(15_000, 300).until(30_000)
    const again = makeCall()
      .voice(4_000, 500)
      .voice(9_500, 400)
      .says(15_000, "Who is it?")
      .voice(19_000, 400)
      .until(22_000)
    assert.strictEqual(again.did("say").at(-1), "say 5 ask to repeat")
    assert.deepStrictEqual(answered.did("say").slice(1, 4), [
      "say 2 ask to repeat",
      "say 4 ask to repeat",
      "say 5 first silence"
    ])
  })

  it("is detected during noise that never ends", () => {
    const call = makeCall().voice(3_500, 280_000).toEnd()
    assert.deepStrictEqual(call.did("say", "pause", "end"), [
      "say 1 opening",
      "say 2 ask to repeat",
      "say 3 ask to repeat",
      "say 4 first silence",
      "say 5 second silence",
      "say 6 goodbye after silence",
      "end silence"
    ])
  })
})

describe("a late or failed reply", () => {
  it("is preceded by one filler after 900 ms", () => {
    const call = callWith([reply("Late.", { after: 1_500 })]).until(9_000)
    assert.deepStrictEqual(since(call), ["4850 think 2", "5750 fill 2 filler"])
    assert.strictEqual(afterYes(call).join(), "agent: Late.")
    assert.deepStrictEqual(
      callWith([reply("Quick.", { after: 890 })])
        .until(9_000)
        .did("fill"),
      []
    )
  })

  it("is preceded by a filler at once when the turn took long to end", () => {
    const call = makeCall({ replies: [reply("Late.", { after: 1_500 })] }).voice(4_000, 500)
    call.at(4_450, { kind: "interim", text: "So what", stability: 0.1 }).until(10_000)
    assert.deepStrictEqual(since(call), ["7000 think 2", "7000 fill 2 filler"])
  })

  it("is bridged by fillers, and ends the call with an apology after 12 seconds", () => {
    const call = callWith([never]).toEnd()
    assert.deepStrictEqual(since(call), [
      "4850 think 2",
      "5750 fill 2 filler",
      "9050 fill 2 second filler",
      "12350 fill 2 filler",
      "15650 fill 2 second filler",
      "16850 drop 2",
      "16850 say 3 apology",
      "18800 end dead air"
    ])
    const noisy = callWith([never]).voice(5_000, 60_000).toEnd()
    assert.deepStrictEqual(since(noisy).slice(0, 3), ["4850 think 2", "12850 drop 2", "12850 say 3 apology"])
    const mute = makeCall({ fixed: { opening: never, apology: never } }).toEnd()
    assert.deepStrictEqual(mute.log, [
      "800 say 1 opening",
      "3800 drop 1",
      "3800 say 2 apology",
      "6800 drop 2",
      "6800 end dead air"
    ])
  })

  it("is awaited by a filler also if the process stood still when that and the end of the call came due", () => {
    const call = callWith([reply("I see.", { after: 4_000 })]).standsStill(5_700, 8_000)
    assert.deepStrictEqual(since(call.until(12_000)), ["4850 think 2", "8000 fill 2 filler"])
    assert.deepStrictEqual(call.heard().slice(2), ["agent: I see."])
    const later = since(callWith([never]).standsStill(6_900, 10_200).until(11_000))
    assert.deepStrictEqual(later, ["4850 think 2", "5750 fill 2 filler", "10200 fill 2 second filler"])
  })

  it("ends the call with an apology if it fails before any sound", () => {
    const call = callWith([{ ...never, failsAfter: 400 }]).toEnd()
    assert.deepStrictEqual(since(call), [
      "4850 think 2",
      "5250 drop 2",
      "5250 say 3 apology",
      "7200 end failed: broken"
    ])
    const filled = callWith([{ ...never, failsAfter: 1_400 }]).toEnd()
    assert.deepStrictEqual(since(filled), [
      "4850 think 2",
      "5750 fill 2 filler",
      "6550 say 3 apology",
      "8500 end nothing to say"
    ])
    const empty = callWith([reply("")]).toEnd()
    assert.deepStrictEqual(since(empty), [
      "4850 think 2",
      "5350 drop 2",
      "5350 say 3 apology",
      "7300 end nothing to say"
    ])
  })

  it("is played to the point where it failed", () => {
    const call = callWith([reply("That is good.", { failsAfter: 700 }), reply("I see.")])
      .says(8_000, "What else is there?")
      .until(13_000)
    assert.deepStrictEqual(afterYes(call), ["agent: That is good.", "person: What else is there?", "agent: I see."])
  })

  it("is dropped for an apology when the recognizer is lost", () => {
    const call = callWith().at(7_000, { kind: "recognizerLost" }).toEnd()
    assert.deepStrictEqual(since(call), [
      "4850 think 2",
      "7000 drop 2",
      "7000 say 3 apology",
      "8950 end recognizer lost"
    ])
    assert.deepStrictEqual(afterYes(call).slice(0, 1), ["agent: This offer is for all who have —"])
  })
})

describe("an outage", () => {
  const waiting = { kind: "waiting", reply: 2, reason: "HTTP 429" } as const

  it("an outage of a provider is bridged by fillers until it answers", () => {
    const call = callWith([reply("Here I am.", { after: 9_000 })])
      .at(4_900, waiting)
      .at(13_000, waiting)
      .until(20_000)
    assert.deepStrictEqual(since(call).slice(0, 4), [
      "4850 think 2",
      "5750 fill 2 filler",
      "9050 fill 2 second filler",
      "12350 fill 2 filler"
    ])
    assert.include(call.heard(), "agent: Here I am.")
    assert.isUndefined(call.state().gaveUp)
    assert.isUndefined(call.state().outage)
  })

  it("an outage of a provider ends the call 12 seconds after its first failure, but after a filler", () => {
    const call = callWith([never]).at(5_000, waiting).at(16_000, waiting).toEnd()
    assert.deepStrictEqual(since(call).slice(-3), [
      "17000 drop 2",
      "17000 say 3 apology",
      "18950 end providers away: HTTP 429"
    ])
    assert.strictEqual(call.state().gaveUp, "providers away: HTTP 429")
  })

  it("an outage of a provider that goes on while the person speaks ends the call 12 seconds after it began", () => {
    const call = callWith([never, never])
      .at(5_000, waiting)
      .says(9_000, "Hello, are you there?")
      .at(12_000, { ...waiting, reply: 3 })
      .toEnd()
    assert.deepStrictEqual(call.did("say").at(-1), "say 4 apology")
    assert.strictEqual(call.log.filter((line) => line.startsWith("17")).length > 0, true, call.log.join("\n"))
  })

  it("an outage of the voice amid a reply is bridged by fillers, and 12 seconds of it end the call", () => {
    const call = callWith([{ text: "This is the first half", after: 500, failsAfter: 60_000 }])
      .at(6_500, { kind: "dry", reply: 2, from: 6_450 })
      .at(6_600, waiting)
      .until(9_000)
    assert.deepStrictEqual(since(call), ["4850 think 2", "8750 fill 2 filler"])
  })

  it("an outage of the recognizer is bridged until its words come, which are answered and belong where they were said", () => {
    const call = callWith([reply("Yes."), reply("Tomorrow then.")])
      .at(7_000, { kind: "recognizerAway" })
      .voice(7_500, 1_000)
      .at(11_000, { kind: "recognizerBack" })
      .at(11_200, { kind: "final", text: "I want to pay tomorrow.", isReplayed: true })
      .until(15_000)
    assert.deepStrictEqual(call.did("say", "think", "end").slice(1), ["think 2", "say 3 filler", "think 4"])
    assert.deepStrictEqual(afterYes(call), [
      "agent: Yes.",
      "person: I want to pay tomorrow.",
      "agent: One moment.",
      "agent: Tomorrow then."
    ])
    const words = call.state().transcript.find(({ text }) => text === "I want to pay tomorrow.")
    assert.strictEqual(words?.startMs, 7_500)
    assert.isUndefined(call.state().deafness)
  })

  it("fillers go on, and the turn stays open, while a recognizer that is back still catches up", () => {
    const call = callWith([reply("Yes."), reply("Tomorrow then.")])
      .at(7_000, { kind: "recognizerAway" })
      .voice(7_500, 3_000)
      .at(11_000, { kind: "recognizerBack" })
    for (const [index, text] of ["I want", "I want to pay", "I want to pay tomorrow"].entries())
      call.at(11_200 + index * 1_500, { kind: "interim", text, stability: 0.9, isReplayed: true })
    call.at(15_500, { kind: "final", text: "I want to pay tomorrow.", isReplayed: true }).until(20_000)
    assert.deepStrictEqual(call.did("say", "think", "end").slice(1), [
      "think 2",
      "say 3 filler",
      "say 4 second filler",
      "think 5"
    ])
    assert.deepStrictEqual(
      call.heard().filter((line) => line.startsWith("person")),
      ["person: Yes, sure.", "person: I want to pay tomorrow."]
    )
  })

  it.each([
    ["an opt-out", "please do not call me", "Please do not call me again.", "say 4 opt-out"],
    ["a back-channel", "yes", "Yes.", "think 4"]
  ])("a filler is not cut off by words before it, although they are %s", (_, before, whole, next) => {
    const call = callWith([reply("Would you like that?"), reply("Good.")])
      .at(8_000, { kind: "recognizerBack" })
      .voice(8_000, 1_000)
      .at(8_600, { kind: "interim", text: before, stability: 0.9 })
      .at(9_000, { kind: "recognizerAway" })
      .at(10_400, { kind: "recognizerBack" })
      .at(10_700, { kind: "interim", text: before, stability: 0.9, isReplayed: true })
      .at(12_500, { kind: "final", text: whole, isReplayed: true })
      .until(16_000)
    assert.deepStrictEqual(call.did("say", "think", "drop").slice(1), ["think 2", "say 3 filler", next])
    assert.include(call.heard(), "agent: One moment.")
  })

  it("the agent asks to repeat only when a recognizer that is back has caught up without words", () => {
    const call = callWith([reply("Yes.")])
      .at(7_000, { kind: "recognizerAway" })
      .voice(7_500, 1_000)
      .at(9_000, { kind: "recognizerBack" })
      .until(13_000)
    assert.deepStrictEqual(call.did("say").slice(1), ["say 3 filler", "say 4 ask to repeat"])
    assert.include(call.log, "11000 say 4 ask to repeat")
  })

  it("an outage of the recognizer ends the call after 12 seconds", () => {
    const call = callWith([reply("Yes.")])
      .at(7_000, { kind: "recognizerAway" })
      .toEnd()
    assert.include(call.log.join("\n"), "19000 say")
    assert.strictEqual(call.state().gaveUp, "the recognizer is away")
    const blip = callWith([reply("Yes.")])
      .at(7_000, { kind: "recognizerAway" })
      .at(18_900, { kind: "recognizerBack" })
      .until(30_000)
    assert.isUndefined(blip.state().gaveUp)
  })

  it("an outage of the recognizer at the end of the call loses no words, and no opt-out", () => {
    const call = callWith([reply("Yes.")])
      .at(6_900, { kind: "interim", text: "please do not", stability: 0.5 })
      .at(7_000, { kind: "recognizerAway" })
      .at(7_500, { kind: "gone" })
      .toEnd()
    assert.strictEqual(call.state().isOptedOut, false)
    const final = { at: 7_500, kind: "final", text: "Please do not call me again.", spokenUntil: 7_400 } as const
    const late = transition(call.state(), final)
    assert.deepStrictEqual(late.commands, [{ do: "note opt-out" }])
    assert.strictEqual(late.state.transcript.at(-1)?.text, "Please do not call me again.")
    assert.strictEqual(late.state.transcript.filter(({ role }) => role === "person").length, 2)
  })
})

describe("the last words of a call", () => {
  const goodbye = reply("Thank you, goodbye.", { endsCall: true })

  it("are a fixed goodbye when the model has none", () => {
    const call = callWith([reply("", { endsCall: true })]).toEnd()
    assert.deepStrictEqual(since(call), ["4850 think 2", "5350 drop 2", "5350 say 3 goodbye", "6600 end goodbye"])
    const filled = callWith([reply("", { after: 1_500, endsCall: true })]).toEnd()
    assert.deepStrictEqual(filled.did("fill", "say", "end").slice(1), ["fill 2 filler", "say 3 goodbye", "end goodbye"])
  })

  it("cannot be interrupted", () => {
    const call = callWith([goodbye])
      .says(5_450, "Wait, what is it?", 400)
      .at(5_700, { kind: "pressed", digit: "1" })
      .toEnd()
    assert.deepStrictEqual(call.did("drop", "pause", "think"), ["think 2"])
    assert.include(call.heard(), "agent: Thank you, goodbye.")
    const paused = callWith([reply(long, { failsAfter: 60_000 })]).voice(6_500, 800)
    paused.at(7_500, { kind: "complete", reply: 2, endsCall: true, text: long }).toEnd()
    assert.deepStrictEqual(since(paused).slice(0, 3), ["4850 think 2", "7100 pause 2", "7500 resume 2"])
    assert.strictEqual(paused.heard().at(-1), `agent: ${long}`)
  })

  it("include those of a person who is speaking, up to a limit", () => {
    const endOf = (call: Call) => call.toEnd().log.at(-1)
    assert.strictEqual(endOf(callWith([goodbye])), "6600 end goodbye")
    assert.strictEqual(endOf(callWith([goodbye]).says(6_000, "Bye then.", 500)), "6750 end goodbye")
    assert.strictEqual(endOf(callWith([goodbye]).voice(6_000, 500)), "8000 end goodbye")
    assert.strictEqual(endOf(callWith([goodbye]).voice(6_000, 9_000)), "9300 end goodbye")
  })

  it("are in the transcript when the line is gone", () => {
    const call = callWith().at(7_000, { kind: "gone" }).toEnd()
    assert.deepStrictEqual(since(call), ["4850 think 2", "7000 drop 2", "7000 end the line is gone"])
    assert.deepStrictEqual(afterYes(call), ["agent: This offer is for all who have —"])
  })
})
