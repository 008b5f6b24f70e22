import { describe, expect, test } from "vitest"
import { silent } from "../../../src/audio/frames.ts"
import { tone } from "../../../src/audio/tone.ts"
import type { Command } from "../../../src/media/conversation/conversation.ts"
import { awaitsBeep } from "../../../src/media/conversation/conversation-machines.ts"
import type { MachineRules } from "../../../src/media/conversation/machine-state.ts"
import { makeLineListener } from "../../../src/media/hearing/line-listener.ts"
import { withoutOffers } from "../../../src/media/machines/machine-words.ts"
import { keysResult } from "../../../src/media/tools/keys-result.ts"
import { makeCall } from "../conversation/conversation-call.ts"

const leaves = { leavesMessage: true, sendsKeys: false }
const hangsUp = { leavesMessage: false, sendsKeys: false }
const sendsKeys = { leavesMessage: false, sendsKeys: true }

const began = (call: ReturnType<typeof makeCall>, line: string) =>
  call.done.flatMap(({ at, command }) => (command.do === "say" && command.line === line ? [at] : []))
const ended = (call: ReturnType<typeof makeCall>) =>
  call.done.find(
    (one): one is { readonly at: number; readonly command: Extract<Command, { readonly do: "end" }> } =>
      one.command.do === "end"
  )?.command.why

describe("a person who says hello", () => {
  test("hears the opening as soon as without rules for machines", () => {
    const plain = makeCall().says(400, "Hello?", 500).until(8_000)
    const ruled = makeCall({ machines: leaves }).says(400, "Hello?", 500).until(8_000)
    expect(began(ruled, "opening")).toEqual(began(plain, "opening"))
    expect(began(makeCall({ machines: leaves }).until(8_000), "opening")).toEqual([800])
  })

  test("with a voice that has no words hears it after six seconds, as without the rules", () => {
    expect(began(makeCall({ machines: leaves }).voice(100, 20_000).until(15_000), "opening")).toEqual([6_000])
  })
})

describe("a person who goes on speaking", () => {
  test("is not spoken to before they pause", () => {
    const call = makeCall({ machines: leaves }).voice(300, 14_000)
    const words = "Oh hello, I was in the garden and did not hear the phone until now".split(" ")
    for (let said = 1; said < 14; said++) {
      call.at(300 + said * 1_000, { kind: "interim", text: words.slice(0, said).join(" "), stability: 0.5 })
    }
    expect(began(call.until(20_000), "opening")[0]).toBeGreaterThanOrEqual(14_300)
  })
})

describe("the carrier's detection", () => {
  test("ends the call at once where nothing is left", () => {
    const call = makeCall({ machines: hangsUp }).says(300, "Hi, this is Bob.", 3_000).at(2_000, { kind: "machine" })
    expect(ended(call.toEnd())).toBe("voicemail")
    expect(began(call, "opening")).toEqual([])
  })

  test("has the message said after two seconds of quiet", () => {
    const call = makeCall({ machines: leaves }).voice(300, 6_000).at(2_000, { kind: "machine" }).toEnd()
    expect(began(call, "message")).toEqual([8_300])
    expect(call.state().machines.isMessageLeft).toBe(true)
  })

  test("is no sign once the agent has answered the person", () => {
    const call = makeCall({ machines: hangsUp }).says(300, "Hello?", 400).says(5_000, "Yes, who is it?", 800)
    call.at(9_000, { kind: "machine" }).until(12_000)
    expect(call.state().machine).toBeUndefined()
    expect(ended(call)).toBeUndefined()
  })

  test("waits for the words where they may be those of a voice menu", () => {
    const call = makeCall({ machines: sendsKeys }).at(500, { kind: "machine" })
    call.says(600, "For sales, press 1. For support, press 2.", 4_000).until(9_000)
    expect(call.state().machine?.kind).toBe("MENU")
    expect(call.did("think")).toHaveLength(1)
  })
})

describe("a beep", () => {
  test("after the message has begun has it said anew, whole", () => {
    const call = makeCall({ machines: leaves, fixed: { message: { text: "m".repeat(80) } } })
    call.says(300, "Please leave a message after the tone.", 2_000)
    call.at(6_000, { kind: "beep", endedAt: 5_900, voicedMillis: 2_000 }).toEnd()
    expect(began(call, "message")).toEqual([4_300, 6_000])
    expect(call.heard().at(-1)).toBe(`agent: ${"m".repeat(80)}`)
  })

  test("is no sign after a short hello, or after an exchange", () => {
    const hello = makeCall({ machines: hangsUp }).says(300, "Hello?", 400)
    hello.at(2_500, { kind: "beep", endedAt: 2_400, voicedMillis: 400 }).until(4_000)
    expect(hello.state().machine).toBeUndefined()
    const exchange = makeCall({ machines: hangsUp }).says(300, "Hello?", 400).says(5_000, "Yes, who is it?", 800)
    exchange.at(9_000, { kind: "beep", endedAt: 8_900, voicedMillis: 3_000 }).until(12_000)
    expect(exchange.state().machine).toBeUndefined()
  })
})

describe("the search for beeps", () => {
  test("goes on while a machine may have answered or has, and ends once a person is certain", () => {
    const silent = makeCall({ machines: leaves }).until(1_000)
    expect(awaitsBeep(silent.state())).toBe(true)
    const person = makeCall({ machines: leaves }).says(300, "Hello?", 400)
    for (const at of [6_000, 14_000, 22_000]) person.says(at, "Yes, who is it?", 800)
    expect(awaitsBeep(person.until(26_000).state())).toBe(false)
    expect(awaitsBeep(makeCall().until(1_000).state())).toBe(false)
    const mailbox = makeCall({ machines: leaves, fixed: { message: { text: "m".repeat(80) } } })
    mailbox.says(300, "Please leave a message after the tone.", 2_000).until(5_000)
    expect(awaitsBeep(mailbox.state())).toBe(true)
  })

  test("costs nothing while it is not wanted, and finds the beep when it is wanted again", () => {
    let isWanted = true
    const beeps: Array<number> = []
    let now = 0
    const listener = makeLineListener(
      () => now,
      (event) => event.kind === "beep" && beeps.push(event.endedAt)
    )
    listener.listenForBeeps(() => isWanted)
    const hear = (sound: Uint8Array) => {
      for (let at = 0; at < sound.length; at += 160) {
        now += 20
        listener.hear(sound.subarray(at, at + 160))
      }
    }
    const beep = Buffer.concat([silent(1_000), tone(1_000, 400), silent(1_000)])
    hear(beep)
    isWanted = false
    hear(beep)
    isWanted = true
    hear(beep)
    expect(beeps.map((at) => Math.round(at / 100) * 100)).toEqual([1_400, 6_200])
  })
})

// Words that people have said, and that a mailbox might say.
const wishes = [
  "Wrong number. The person you are trying to reach does not live here. Stop calling me.",
  "The number you have called is private, take me off your list.",
  "I missed your call yesterday. Do not call me again."
]
const flows: ReadonlyArray<[string, MachineRules]> = [
  ["leaves messages", leaves],
  ["leaves none", hangsUp],
  ["sends keys", sendsKeys]
]

describe.each(flows)("a person who sounds like a machine, in a flow that %s", (_, machines) => {
  test.each(wishes)("is not called again after the opening: %s", (words) => {
    const call = makeCall({ machines }).says(300, "Hello?", 400).says(5_000, words).toEnd()
    expect(call.did("note opt-out")).toHaveLength(1)
    expect(began(call, "opt-out")).toHaveLength(1)
    expect(began(call, "message")).toEqual([])
    expect(call.state()).toMatchObject({ isOptedOut: true, machine: undefined, machines: { signs: [] } })
  })

  test.each(wishes)("is not called again when they interrupt the opening: %s", (words) => {
    const call = makeCall({ machines }).says(300, "Hello?", 400).says(1_500, words).toEnd()
    expect(began(call, "opt-out")).toHaveLength(1)
    expect(began(call, "message")).toEqual([])
  })

  test.each(wishes)("is not called again when they say it at once: %s", (words) => {
    const call = makeCall({ machines }).says(300, words).toEnd()
    expect(began(call, "opt-out")).toHaveLength(1)
  })

  test.each(wishes)("is not called again when their words come sentence by sentence: %s", (words) => {
    const sentences = words.split(/(?<=\.) |(?<=,) /)
    const call = makeCall({ machines })
      .says(300, "Hello?", 400)
      .voice(5_000, sentences.length * 1_500)
    for (const [index, text] of sentences.entries()) call.at(6_700 + index * 1_500, { kind: "final", text })
    expect(began(call.toEnd(), "opt-out")).toHaveLength(1)
  })

  test("is not called again when they say it at once, sentence by sentence", () => {
    const call = makeCall({ machines }).voice(300, 5_000)
    call.at(3_000, { kind: "final", text: "Wrong number. The person you are trying to reach does not live here." })
    call.at(5_500, { kind: "final", text: "Stop calling me." }).toEnd()
    expect(began(call, "opt-out")).toHaveLength(1)
  })

  test.each(wishes)("is not called again when they hang up before the words are final: %s", (words) => {
    const call = makeCall({ machines }).says(300, "Hello?", 400).voice(5_000, 6_000)
    call.at(7_000, { kind: "interim", text: words, stability: 0.5 }).at(7_500, { kind: "gone" }).toEnd()
    expect(call.did("note opt-out")).toHaveLength(1)
  })
})

// Words that people say when they know that they are called, and that a machine may say when it answers.
const answers = [
  "I can't take your call right now, I'm driving, call me tonight.",
  "The person you're calling is my wife, she is out until six.",
  "She cannot come to the phone.",
  "Tell me why you're calling.",
  "State your name and company.",
  "Aradığınız kişi burada değil, akşam gelir.",
  "Le numéro que vous avez n'est pas le bon.",
  "¿Cuál es el motivo de su llamada?",
  "Hinterlassen Sie doch Ihre Nummer, er ruft zurück.",
  "जिस व्यक्ति से आप बात करना चाहते हैं वो घर पर नहीं हैं।",
  "நீங்கள் அழைத்த எண் தவறு.",
  "Wybrany numer jest zły, to pomyłka.",
  "The number you called belongs to me now, she doesn't have it any more.",
  "您拨打的电话是我爸的。"
]

describe("a person who has heard the opening", () => {
  test.each(answers)("is answered, and not taken for a machine: %s", (words) => {
    for (const [, machines] of flows) {
      const call = makeCall({ machines }).says(300, "Hello?", 400).says(5_000, words).until(12_000)
      expect(call.did("think")).toHaveLength(1)
      expect(call.state()).toMatchObject({ machine: undefined, machines: { signs: [] } })
    }
  })

  test.each([
    "Laissez un message à ma femme, elle est là demain.",
    "Deje un mensaje con mi esposa.",
    "Deixe um recado com minha filha."
  ])("is answered when they name a relative: %s", (words) => {
    for (const [, machines] of flows) {
      const call = makeCall({ machines }).says(300, "Hello?", 400).says(5_000, words).until(12_000)
      expect(call.did("think")).toHaveLength(1)
    }
  })

  test.each(answers)("is taken for a machine if they say it at once, or into the opening: %s", (words) => {
    for (const at of [300, 1_500]) {
      const call = makeCall({ machines: sendsKeys }).says(at, words).toEnd()
      expect(call.state().machines.signs).toMatchObject([{ kind: "WORDS" }])
    }
  })

  test("is a machine if only one says their words", () => {
    for (const words of [
      "Please leave a message after the tone.",
      "The number you have dialed is switched off.",
      "Using a call screening service, please say your name and why you're calling."
    ]) {
      const call = makeCall({ machines: leaves }).says(5_000, words).until(12_000)
      expect(call.state().machines.signs).toHaveLength(1)
    }
  })
})

describe("an opt-out while a machine is on the line", () => {
  const words = "Hi, you have reached Sam. Please leave a message after the tone."
  const long = { message: { text: "m".repeat(80) } }

  test("stops the message, by words or by the key, and is confirmed", () => {
    const spoken = makeCall({ machines: leaves, fixed: long }).says(300, words, 3_000)
    spoken.says(7_000, "Do not call me again.", 1_000).toEnd()
    const pressed = makeCall({ machines: leaves, fixed: long }).says(300, words, 3_000)
    pressed.at(6_500, { kind: "pressed", digit: "9" }).toEnd()
    for (const call of [spoken, pressed]) {
      expect(began(call, "message")).toHaveLength(1)
      expect(call.did("note opt-out")).toHaveLength(1)
      expect(began(call, "opt-out")).toHaveLength(1)
      expect(call.state().machines.isMessageLeft).toBe(false)
    }
  })

  test("comes before the message, although no result of the recognizer was final", () => {
    const call = makeCall({ machines: leaves }).says(300, "Hello?", 400).voice(5_000, 2_000)
    call.at(7_200, { kind: "interim", text: "I can't take your call. Do not call me again.", stability: 0.5 }).toEnd()
    expect(began(call, "message")).toEqual([])
    expect(began(call, "opt-out")).toHaveLength(1)
  })

  test("counts by a key in the last moments of the message", () => {
    const call = makeCall({ machines: leaves, fixed: long }).says(300, words, 3_000)
    call.at(9_100, { kind: "pressed", digit: "9" }).toEnd()
    expect(call.state().machines.isMessageLeft).toBe(true)
    expect(call.did("note opt-out")).toHaveLength(1)
  })

  test.each(["Please say your name and the reason for your call.", "For sales, press 1. For support, press 2."])(
    "counts by a key that is pressed after: %s",
    (asked) => {
      const call = makeCall({ machines: sendsKeys, replies: [{ text: "", after: undefined }] }).says(300, asked, 2_500)
      call.at(9_000, { kind: "pressed", digit: "9" }).until(12_000)
      expect(call.did("note opt-out")).toHaveLength(1)
      expect(began(call, "opt-out")).toHaveLength(1)
    }
  )

  test("is confirmed to the end, whatever the machine says meanwhile", () => {
    const call = makeCall({ machines: leaves, fixed: { "opt-out": { text: "o".repeat(80) } } }).says(300, words, 3_000)
    call.says(4_000, "Do not call me again.", 1_000)
    call.at(6_000, { kind: "final", text: "For sales, press 1. For support, press 2." })
    call.at(6_500, { kind: "beep", endedAt: 6_400, voicedMillis: 3_000 }).toEnd()
    expect(call.did("drop")).toEqual([])
    expect(ended(call)).toBe("opt-out")
  })
})

describe("the words of a machine", () => {
  test.each([
    "To never be called again, press 2. To speak to an agent, press 1.",
    "If you do not want to be called again, press 9. To leave a message, press 1.",
    "The number you have called is busy. If you want us to stop calling you, press two."
  ])("are no opt-out when they offer a key for it: %s", (words) => {
    for (const machines of [leaves, hangsUp, sendsKeys]) {
      const call = makeCall({ machines }).says(300, words, 4_000).toEnd()
      expect(call.did("note opt-out")).toEqual([])
    }
  })

  test.each([
    ["If you do not want to be called again, press 9.", ""],
    ["Nobody is here. Press nine to be removed. Goodbye.", "Nobody is here. Goodbye."],
    ["Wenn Sie nicht mehr angerufen werden möchten, drücken Sie die 9.", ""],
    ["Ya no me marque a este número.", "Ya no me marque a este número."],
    ["When I press 9 you call again, so stop calling me.", "When I press 9 you call again, so stop calling me."]
  ])("differ from those of a person by the key that they offer: %s", (words, rest) => {
    expect(withoutOffers(words).trim()).toBe(rest)
  })

  test("end the call at once when they are final, before the agent has spoken", () => {
    const call = makeCall({ machines: hangsUp }).voice(300, 20_000)
    call.at(2_000, { kind: "interim", text: "Please leave a message after the tone", stability: 0.5 })
    call.at(3_000, { kind: "final", text: "Please leave a message after the tone." }).toEnd()
    expect(call.log.at(-1)).toBe("3000 end voicemail")
  })

  test("end the call after two seconds of quiet, or with the beep, once the agent has spoken", () => {
    const quiet = makeCall({ machines: hangsUp }).says(5_000, "Please leave a message after the tone.", 2_000).toEnd()
    expect(quiet.log.at(-1)).toBe("9000 end voicemail")
    const beep = makeCall({ machines: hangsUp }).says(5_000, "Please leave a message after the tone.", 2_000)
    beep.at(8_000, { kind: "beep", endedAt: 7_900, voicedMillis: 2_000 }).toEnd()
    expect(beep.log.at(-1)).toBe("8000 end voicemail")
  })

  test.each([
    "Hi, the person you're calling is using a screening service from Google, and will get a copy of this conversation. Go ahead and say your name and why you're calling.",
    "The subscriber you have called uses call screening. Please say your name and why you're calling after the tone.",
    "The person you called is screening their calls. Please state the reason for your call."
  ])("are those of an assistant, also with phrases of a mailbox: %s", (words) => {
    for (const machines of [leaves, hangsUp]) {
      const call = makeCall({ machines }).says(300, words, 6_000).until(16_000)
      expect(began(call, "introduction")).toHaveLength(1)
      expect(call.did("end", "say")).toHaveLength(1)
    }
  })

  test("are a menu whose two options are in two languages", () => {
    const call = makeCall({ machines: sendsKeys })
    call.says(300, "For English press one. Para español oprima el dos.", 3_000).until(8_000)
    expect(call.state().machine?.kind).toBe("MENU")
  })

  test("end the call after 90 seconds in a voice menu", () => {
    const call = makeCall({ machines: sendsKeys })
    call.says(300, "For sales, press 1. For support, press 2.", 3_000).toEnd()
    expect(ended(call)).toBe("voice menu")
    expect(call.now()).toBeLessThanOrEqual(94_000)
  })
})

describe("a person behind a machine", () => {
  test("is heard when they want no more calls", () => {
    const call = makeCall({ machines: leaves })
    call.says(300, "Please say your name and the reason for your call.", 2_500)
    call.says(9_000, "Do not call me again.", 1_500).toEnd()
    expect(call.did("note opt-out")).toHaveLength(1)
    expect(began(call, "opt-out")).toHaveLength(1)
    expect(began(call, "opening")).toEqual([])
    expect(began(call, "introduction")).toHaveLength(1)
  })
})

describe("words that are heard while a machine is on the line", () => {
  test("are marked, until the person who comes after the machine hears the opening", () => {
    const call = makeCall({ machines: leaves })
    call.says(300, "Please say your name and the reason for your call.", 2_500)
    call.says(9_000, "Yes, this is Asha.", 1_500).until(16_000)
    expect(began(call, "opening")).toHaveLength(1)
    call.says(20_000, "Yes, speaking.", 800).until(26_000)
    const heard = call.state().transcript.filter(({ role }) => role === "person")
    expect(heard.map(({ withMachine }) => withMachine)).toEqual([true, true, undefined])
  })
})

describe("an assistant, or a person in its place, that fetches the person", () => {
  test("is waited for silently", () => {
    const call = makeCall({ machines: leaves })
    call.says(300, "Please say your name and the reason for your call.", 2_500)
    call.says(9_000, "I'll get him.", 800).says(40_000, "Hello, Sam here.", 800).until(45_000)
    expect(began(call, "opening")).toHaveLength(1)
    expect(began(call, "opening")[0]).toBeGreaterThan(40_000)
  })
})

describe("keys", () => {
  test("are sent only as the flow allows them, whatever the model was talked into", () => {
    const allowed = ["1", "42#"]
    for (const keys of ["1", "42#"]) expect(keysResult({ keys }, allowed).status).toBe("DONE")
    for (const keys of ["2", "42", "1 ", "11", "1,2", "1900", "", ["1"], null, { keys: "1" }])
      expect(keysResult({ keys }, allowed).status, String(keys)).toBe("REFUSED")
    expect(keysResult({}, allowed).status).toBe("REFUSED")
    expect(keysResult({ keys: "1" }, []).status).toBe("REFUSED")
  })
})
