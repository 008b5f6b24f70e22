import { assert, describe, it } from "@effect/vitest"
import { spokenLanguages } from "../../../src/domain/campaigns/spoken-languages.ts"
import { fixedLineText } from "../../../src/media/fixed-lines/fixed-lines.ts"
import { consentAnswer, stopsRecording } from "../../../src/media/recording-consent/consent-answer.ts"
import { consentWords } from "../../../src/media/recording-consent/consent-words.ts"
import { makeCall } from "./conversation-call.ts"

const said = (text: string, ...languages: ReadonlyArray<string>) =>
  consentAnswer(text, languages.length === 0 ? ["en-US"] : languages)

describe("the answer whether a call may be recorded", () => {
  it("is no clear yes as a question", () => {
    assert.strictEqual(said("Yes?"), "unclear")
    assert.strictEqual(said("はい？", "ja-JP"), "unclear")
    assert.strictEqual(said("نعم؟", "ar-SA"), "unclear")
    assert.strictEqual(said("No?"), "no")
  })

  for (const language of spokenLanguages) {
    it(`is understood in ${language}`, () => {
      const { no, stop, yes } = consentWords[language]
      for (const word of yes) assert.strictEqual(said(`${word}.`, language), "yes", word)
      for (const word of no) assert.strictEqual(said(`${word}!`, language), "no", word)
      const [firstYes = "", firstNo = ""] = [yes[0], no[0]]
      assert.strictEqual(said(`${firstYes}, ${firstNo}`, language), "no")
      for (const phrase of stop) assert.isTrue(stopsRecording(`… ${phrase}`, [language]), phrase)
      for (const word of yes) assert.isFalse(stopsRecording(word, [language]), word)
      assert.strictEqual(said("xyzzy", language), "unclear")
      assert.isFalse(stopsRecording(fixedLineText(language, "may record"), [language]))
    })
  }

  it.each([
    ["en-US", "Wait, I don't want to be recorded."],
    ["en-US", "I'd prefer not to be recorded."],
    ["en-US", "I do not consent to being recorded."],
    ["de-DE", "Ich möchte nicht aufgezeichnet werden."],
    ["nl-NL", "Ik wil niet opgenomen worden."],
    ["fr-FR", "Je ne veux pas que ce soit enregistré."],
    ["es-ES", "No quiero que se grabe."],
    ["it-IT", "Non voglio che venga registrata."],
    ["pt-BR", "Não quero que grave."],
    ["hi-IN", "मैं नहीं चाहता कि कॉल रिकॉर्ड हो।"],
    ["ru-RU", "Я не хочу, чтобы меня записывали."],
    ["tr-TR", "Kaydedilmek istemiyorum."],
    ["ar-SA", "لا أريد أن يتم تسجيلي"],
    ["ja-JP", "録音されたくないです。"],
    ["ko-KR", "녹음되고 싶지 않아요."],
    ["zh-CN", "我不想被录音。"]
  ] as const)("is taken back by a wish as well as by a command, in %s: %s", (language, text) => {
    assert.isTrue(stopsRecording(text, [language]))
  })

  it.each([
    ["en-US", "Yes, I want to be recorded."],
    ["en-US", "Are you recording?"],
    ["en-US", "Who can listen to the recording?"],
    ["de-DE", "Ich habe diesen Kredit nicht aufgenommen."],
    ["nl-NL", "Sorry dat ik gisteren niet opgenomen heb."]
  ] as const)(
    "is not taken back by other words about a recording, or about something else, in %s: %s",
    (language, text) => {
      assert.isFalse(stopsRecording(text, [language]))
    }
  )

  it("is a yes only if it says nothing else", () => {
    for (const text of [
      "Yes.",
      "Yes, please",
      "Sure, go ahead",
      "OK",
      "Yeah, no problem",
      "That's fine with me",
      "Yes sir"
    ])
      assert.strictEqual(said(text), "yes", text)
    for (const text of [
      "Yes, who is this?",
      "Hello?",
      "What?",
      "Yes if it is short",
      "I am interested",
      "",
      "Record what"
    ])
      assert.strictEqual(said(text), "unclear", text)
    for (const text of [
      "No",
      "No thanks",
      "I'd rather not",
      "Yes but don't record",
      "Please do not",
      "Never",
      "not OK"
    ])
      assert.strictEqual(said(text), "no", text)
  })

  it("may be in any language of the call, and in no other", () => {
    assert.strictEqual(said("Haan ji, theek hai", "en-IN", "hi-IN"), "yes")
    assert.strictEqual(said("नहीं", "en-IN", "hi-IN"), "no")
    assert.strictEqual(said("जी हाँ", "en-IN", "hi-IN"), "yes")
    assert.strictEqual(said("Haan ji", "en-US"), "unclear")
  })
})

type Call = ReturnType<typeof makeCall>

/** A call that asks for consent: the opening sounds until 2850, the question until 4050. */
const consentCall = (options: Parameters<typeof makeCall>[0] = {}) =>
  makeCall({ asksConsent: true, replies: [{ text: "Good." }, { text: "I see." }, { text: "Bye." }], ...options })

const notedIn = (call: Call) =>
  call.done.flatMap(({ at, command }) => (command.do === "note consent" ? [`${at} ${command.consent}`] : []))
const noted = (call: Call) => notedIn(call).map((line) => line.split(" ")[1])

describe("a call that asks whether it may be recorded", () => {
  it("asks right after the opening, and notes a yes before it goes on", () => {
    const call = consentCall().says(5_000, "Yes, please.").until(9_000)
    assert.deepStrictEqual(call.did("say"), ["say 1 opening", "say 2 may record"])
    assert.deepStrictEqual(noted(call), ["GIVEN"])
    const order = call.done
      .map(({ command }) => command.do)
      .filter((what) => what === "note consent" || what === "think")
    assert.deepStrictEqual(order, ["note consent", "think"])
  })

  for (const [text, consent] of [
    ["No, thank you.", "REFUSED"],
    ["Who is this?", "UNANSWERED"],
    ["Yes, but who is this?", "UNANSWERED"]
  ] as const) {
    it(`goes on without a recording after "${text}"`, () => {
      const call = consentCall().says(5_000, text).says(9_000, "Yes.").until(14_000)
      assert.deepStrictEqual(noted(call), [consent])
      assert.strictEqual(call.did("think").length, 2)
    })
  }

  it("takes silence for no consent, and so a later yes", () => {
    const call = consentCall().says(13_000, "Yes.").until(20_000)
    assert.deepStrictEqual(notedIn(call), ["9100 UNANSWERED"])
    assert.include(call.did("say"), "say 3 first silence")
  })

  it("asks before it answers words that came during the opening", () => {
    const call = consentCall({ allowInterrupts: false }).says(1_500, "What is it about?").says(7_000, "Yes.")
    call.until(12_000)
    assert.deepStrictEqual(call.did("say", "think"), ["say 1 opening", "say 2 may record", "think 3"])
    assert.deepStrictEqual(noted(call), ["GIVEN"])
    const [think] = call.done.flatMap(({ command }) => (command.do === "think" ? [command] : []))
    assert.includeMembers(
      (think?.messages ?? []).map(({ text }) => text),
      ["What is it about?", "Yes."]
    )
  })

  it("asks once more when the words began before the question was over", () => {
    const fixed = { "may record": { text: "May we record this call? Please say yes or no." } }
    const call = consentCall({ fixed }).says(2_900, "Yes, please.", 300).says(8_000, "Yes.").until(12_000)
    assert.deepStrictEqual(call.did("say"), ["say 1 opening", "say 2 may record", "say 3 may record"])
    assert.deepStrictEqual(noted(call), ["GIVEN"])
  })

  it("takes a yes that was said at the end of the question", () => {
    const call = consentCall().says(3_400, "Yes.", 300).until(8_000)
    assert.deepStrictEqual(noted(call), ["GIVEN"])
    assert.strictEqual(call.did("think").length, 1)
  })

  it("is not interrupted while it asks", () => {
    const call = consentCall().says(3_000, "Listen to me please, I have a question.", 1_000).until(3_900)
    assert.deepStrictEqual(call.did("drop", "pause"), [])
  })

  it("asks once more when a key has cut the question off, and no third time", () => {
    const key = { kind: "pressed", digit: "5" } as const
    const once = consentCall().at(3_200, key).says(9_000, "Yes.").until(13_000)
    assert.deepStrictEqual(once.did("say").slice(0, 3), ["say 1 opening", "say 2 may record", "say 3 may record"])
    const twice = consentCall({ optOutKey: null }).at(3_200, key).at(8_500, key).says(14_000, "Yes.").until(18_000)
    assert.notInclude(noted(twice), "GIVEN")
  })

  it("deletes the recording when the final words of the answer are more than a yes", () => {
    const call = consentCall().voice(5_000, 600)
    call.at(5_500, { kind: "interim", text: "Yes.", stability: 0.95 })
    call.at(6_800, { kind: "final", text: "Yes, but who is this?" })
    call.until(9_000)
    assert.deepStrictEqual(noted(call), ["GIVEN", "UNANSWERED"])
  })

  it("deletes the recording when the final words of the answer are no yes", () => {
    const call = consentCall().voice(5_000, 600)
    call.at(5_500, { kind: "interim", text: "Yes.", stability: 0.95 })
    call.at(6_800, { kind: "final", text: "Yes, but do not record." })
    call.until(9_000)
    assert.deepStrictEqual(noted(call), ["GIVEN", "WITHDRAWN"])
  })

  it("deletes the recording when the person takes the consent back, once", () => {
    const call = consentCall()
      .says(5_000, "Yes.")
      .says(9_000, "Please stop recording this.")
      .says(14_000, "Stop recording!")
    call.until(19_000)
    assert.deepStrictEqual(noted(call), ["GIVEN", "WITHDRAWN"])
  })

  it("deletes the recording when the person hangs up before the words have a final result", () => {
    const call = consentCall().says(5_000, "Yes.").voice(9_000, 1_000)
    call.at(9_900, { kind: "interim", text: "Please stop recording this", stability: 0.5 }).at(10_000, { kind: "gone" })
    assert.deepStrictEqual(noted(call.toEnd()), ["GIVEN", "WITHDRAWN"])
    const answered = consentCall().says(5_000, "Yes.").voice(9_000, 1_000)
    answered.at(9_900, { kind: "interim", text: "Please stop recording this", stability: 0.95 })
    assert.deepStrictEqual(noted(answered.at(12_500, { kind: "gone" }).toEnd()), ["GIVEN", "WITHDRAWN"])
  })

  it("does not ask again after a transfer that no target took, and deletes what was recorded before it", () => {
    for (const isRecorded of [true, false]) {
      const call = makeCall({ resumes: { transcript: [], line: "nobody there", isRecorded } })
      call.says(4_000, "I see. Please stop recording this.").until(9_000)
      assert.deepStrictEqual(noted(call), isRecorded ? ["WITHDRAWN"] : [])
      assert.notInclude(call.did("say").join(), "may record")
    }
  })

  it("does not ask a person who has refused before", () => {
    const call = consentCall({ allowInterrupts: false }).says(1_000, "I do not want a recording. Do not record me.")
    call.until(8_000)
    assert.deepStrictEqual(noted(call), ["REFUSED"])
    assert.notInclude(call.did("say"), "say 2 may record")
  })

  it("ends for an opt-out like any other", () => {
    const call = consentCall().says(5_000, "No. Never call me again.").until(12_000)
    assert.include(call.did("note opt-out"), "note opt-out")
    assert.notInclude(noted(call), "GIVEN")
  })
})

it("a call that does not ask notes nothing", () => {
  const call = makeCall().says(5_000, "Yes.").says(9_000, "Stop recording.").until(14_000)
  assert.deepStrictEqual(noted(call), [])
  assert.notInclude(call.did("say").join(), "may record")
})
