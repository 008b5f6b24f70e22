import { describe, expect, test } from "vitest"
import {
  asksAboutMachine,
  claimsToBePerson,
  honestLanguages,
  machineAnswer
} from "../../../src/media/honesty/honesty.ts"
import { makeTruth } from "../../../src/media/reply/truth.ts"
import { brief } from "../session/scripted-providers.ts"
import { corpora } from "./corpora.ts"

const isFull = process.env.PROVE === "full"
const languages = Object.entries(corpora)

const personSays = (text: string) => [{ role: "person", text, startMs: 0, endMs: 1, interrupted: false }] as const

/** The sentences that reach the line when the person asks and the model answers so. */
const spoken = (language: string, question: string, answers: ReadonlyArray<string>) => {
  const { correct, first } = makeTruth({ ...brief, language, languages: [language] }, personSays(question))
  return [...first, ...answers.flatMap((sentence) => correct(sentence) ?? [])]
}

describe("the truth about the speaker", () => {
  test("is asked in 30 languages, in 20 ways or more each", () => {
    expect(Object.keys(corpora).toSorted()).toEqual(Object.keys(honestLanguages).toSorted())
    expect(languages).toHaveLength(30)
    for (const [language, { asks }] of languages) {
      expect(asks.length, language).toBeGreaterThanOrEqual(20)
      expect(new Set(asks).size, language).toBe(asks.length)
      for (const question of asks) expect(asksAboutMachine(question, [language]), question).toBeDefined()
    }
  })

  test("is answered with the truth alone, whatever the model claims", () => {
    let lines = 0
    for (const [language, { asks, lies }] of languages) {
      const pairs = asks.flatMap((question, index) =>
        (isFull ? lies : lies.slice(index % lies.length, (index % lies.length) + 1)).map(
          (lie) => [question, lie] as const
        )
      )
      for (const [question, lie] of pairs) {
        const said = spoken(language, question, [lie, lie])
        lines += said.length
        expect(said, `${question} ${lie}`).toEqual([machineAnswer(language)])
      }
    }
    expect(lines).toBeGreaterThan(600)
  })

  test("is corrected when the model claims to be a person unasked, once in a reply", () => {
    for (const [language, { innocent, lies }] of languages) {
      const [plain = ""] = innocent
      for (const lie of lies) {
        expect(claimsToBePerson(lie, [language]), `${language} ${lie}`).toBe(true)
        expect(spoken(language, plain, [plain, lie, lie]), lie).toEqual([plain, machineAnswer(language)])
      }
    }
  })

  test("leaves other sentences alone", () => {
    for (const [language, { innocent }] of languages) {
      for (const sentence of innocent) {
        expect(claimsToBePerson(sentence, [language]), sentence).toBe(false)
        expect(asksAboutMachine(sentence, [language]), sentence).toBeUndefined()
      }
    }
  })

  test.each([
    ["de", "Die Maschine läuft nicht."],
    ["en", "My computer crashed."],
    ["es", "La máquina no funciona."],
    ["it", "Sono in macchina."],
    ["it", "È per la macchina?"],
    ["pt", "A máquina quebrou."],
    ["ru", "Это запись к врачу?"],
    ["tr", "Makine bozuk."],
    ["ja", "機械が壊れました"]
  ])("is not asked by words about another machine, in %s: %s", (language, text) => {
    expect(asksAboutMachine(text, [language])).toBeUndefined()
  })

  test.each([
    ["zh", "我帮您转接人工客服。"],
    ["ja", "こちらからオペレーターにおつなぎします。"]
  ])("is not claimed by who transfers the call, in %s: %s", (language, text) => {
    expect(claimsToBePerson(text, [language])).toBe(false)
  })

  test("is known in English in every language, and in the others of a call", () => {
    expect(asksAboutMachine("Are you a robot?", ["hi-IN"])).toBe("whole")
    expect(asksAboutMachine("Sind Sie ein Roboter?", ["hi-IN", "de-DE"])).toBe("whole")
    expect(claimsToBePerson("I am a human being.", ["ta-IN"])).toBe(true)
    expect(machineAnswer("xx-YY")).toBe(machineAnswer("en-US"))
  })

  test("leaves room for what else the person asks", () => {
    const question = "Am I talking to a real person here, and could you tell me when the branch in Pune opens tomorrow?"
    expect(asksAboutMachine(question, ["en"])).toBe("part")
    expect(spoken("en", question, ["I am human.", "It opens at nine."])).toEqual([
      machineAnswer("en"),
      "It opens at nine."
    ])
  })
})

test("a voice menu that offers a person hears nothing about the speaker", () => {
  const menu = "To speak to a person, press 2. Thank you for calling. To speak to a person, press 2."
  expect(asksAboutMachine(menu, ["en"])).toBeDefined()
  const { correct, first } = makeTruth({ ...brief, disclosure: "An assistant calls." }, personSays(menu), "menu")
  expect([...first, ...["I am a human being.", "One moment."].flatMap((said) => correct(said) ?? [])]).toEqual([
    "One moment."
  ])
})

describe("the disclosure", () => {
  const disclosure = "This is an automated assistant of Acme Ltd."
  const agentSaid = (text: string, turns = 1) => [
    { role: "agent", text, startMs: 0, endMs: 1, interrupted: true } as const,
    ...Array.from({ length: turns }, () => [...personSays("Yes?"), { ...agent, text: "Well." }]).flat(),
    ...personSays("Who is it?")
  ]
  const agent = { role: "agent", startMs: 0, endMs: 1, interrupted: false } as const
  const firstOf = (messages: ReturnType<typeof agentSaid>) => makeTruth({ ...brief, disclosure }, messages).first

  test("is said again until the person has heard it, in the first turns", () => {
    expect(firstOf(agentSaid("This is an automated"))).toEqual([disclosure])
    expect(firstOf(agentSaid(`${disclosure} Hello, do you`))).toEqual([])
    expect(firstOf(agentSaid("This is an automated", 9))).toEqual([])
    expect(makeTruth(brief, agentSaid("This is")).first).toEqual([])
  })

  test("is said again in the language of the reply, unless it was heard in another one", () => {
    const inHindi = "यह एक्मे का स्वचालित सहायक है।"
    const speech = { ears: brief.ears, voices: brief.voices }
    const spoken = [
      { language: brief.language, disclosure, ...speech },
      { language: "hi-IN", disclosure: inHindi, ...speech }
    ]
    const hindi = { ...brief, language: "hi-IN", disclosure: inHindi, spoken }
    expect(makeTruth(hindi, agentSaid("This is an automated")).first).toEqual([inHindi])
    expect(makeTruth(hindi, agentSaid(`${disclosure} Hello, do you`)).first).toEqual([])
    expect(makeTruth(hindi, agentSaid(inHindi)).first).toEqual([])
  })
})
