import { randomUUID } from "node:crypto"
import { Clock, Effect } from "effect"
import { afterAll, expect, test } from "vitest"
import { Disclosures } from "../../../src/accounts/Disclosures.ts"
import { SpeechProfiles } from "../../../src/accounts/speech/SpeechProfiles.ts"
import { Flows } from "../../../src/campaigns/Flows.ts"
import { Contacts } from "../../../src/contacts/Contacts.ts"
import type { NewOrganization } from "../../../src/domain/accounts/Organization.ts"
import type { NewContact } from "../../../src/domain/contacts/Contact.ts"
import type { NewFlow } from "../../../src/domain/flows/Flow.ts"
import { Briefs } from "../../../src/media/brief/Briefs.ts"
import { makeLineClock } from "../../../src/media/line/LineClock.ts"
import { googleVoices } from "../../../src/providers/usual-speech.ts"
import { briefServices } from "../../support/data/briefs.ts"

const { attempt, contact, flow, organization, rows, run, stop } = await briefServices()
afterAll(stop)

interface Setting {
  readonly organization?: Partial<NewOrganization>
  readonly flow?: Partial<NewFlow>
  readonly contact?: Partial<NewContact>
  readonly campaign?: Readonly<Record<string, unknown>>
  readonly attempt?: Readonly<Record<string, unknown>>
}

/** A live attempt to call a person. */
const live = async (setting: Setting = {}) => {
  const organizationId = await organization(setting.organization)
  const flowId = await flow(organizationId, setting.flow)
  const person = await contact(organizationId, setting.contact)
  const campaignId = await rows.campaign(organizationId, { flow_id: flowId, ...setting.campaign })
  const callId = await rows.call(organizationId, campaignId, {
    contact_id: person.id,
    phone_number: person.phoneNumber
  })
  const call = { organizationId, campaignId, callId }
  const fields = { phone_number: person.phoneNumber, attempt_no: 9, ...setting.attempt }
  return { attempt: await attempt(call, fields), flowId, person, call }
}

const at = Date.UTC(2025, 10, 21, 20, 15)
const briefOf = (of: Parameters<Briefs["Service"]["of"]>[0]) =>
  run(
    Effect.provideService(
      Briefs.use((it) => it.of(of)),
      Clock.Clock,
      makeLineClock(at)
    )
  )

test("a brief has the values of the flow, the campaign and the attempt", async () => {
  const it = await live({
    flow: {
      language: "hi-IN",
      voiceGender: "MALE",
      ttsProvider: "GENERATIVE_TTS",
      llmProvider: "PLATFORM_INFERENCE",
      model: null,
      reasoningEffort: null,
      temperature: null,
      allowInterrupts: false,
      type: "SURVEY",
      initialPrompt: "Hello {{name}}, it is about\n{{ amount }}.",
      systemInstruction: "Ask {{name}} about the loan."
    },
    contact: { name: "Asha", metadata: { amount: 1500 } },
    campaign: { use_case_type: "EDUTECH" },
    attempt: { reserved_minutes: 3 },
    organization: { modelFallback: "TO_PRIVATE" }
  })
  const { system, ...brief } = (await briefOf(it.attempt)) ?? expect.fail()
  expect(brief).toEqual({
    organizationId: it.call.organizationId,
    campaignId: it.call.campaignId,
    language: "hi-IN",
    languages: ["hi-IN"],
    spoken: [],
    ears: [{ vendor: "google" }],
    voices: googleVoices({ provider: "GENERATIVE_TTS", language: "hi-IN", gender: "MALE" }),
    llmProvider: "PLATFORM_INFERENCE",
    model: null,
    reasoningEffort: null,
    temperature: null,
    modelFallback: "TO_PRIVATE",
    allowInterrupts: false,
    flowType: "SURVEY",
    knowledgeBaseId: null,
    machines: null,
    keys: [],
    openKeys: [],
    message: "",
    introduction: "Hello Asha, it is about 1500.",
    tools: [],
    transfer: null,
    recording: "OFF",
    contact: expect.objectContaining({ name: "Asha", phoneNumber: it.person.phoneNumber, metadata: { amount: 1500 } }),
    callbackZone: null,
    optOutKey: "9",
    opening: "Hello Asha, it is about 1500.",
    disclosure: null,
    isOpeningShared: false,
    identity: null,
    isIdentified: false,
    limitMillis: 180_000
  })
  expect(system.split("\n")).toEqual(
    expect.arrayContaining(["Ask Asha about the loan.", "Use case: EDUTECH", "This person was not called before."])
  )
  expect(system).toMatch(/The kind of this call: a survey/)
  expect(system).not.toContain(it.person.phoneNumber.slice(3))
})

test("the opening begins with the organization's disclosure in the language of the flow", async () => {
  const it = await live({ flow: { language: "en-IN", initialPrompt: "Hello {{name}}." }, contact: { name: "Asha" } })
  const sentences = { en: "An automated assistant of {{legalName}} calls you.", hi: "नमस्ते" }
  await run(
    Disclosures.use(({ set }) =>
      set(it.call.organizationId, { legalName: "Acme Ltd", callbackNumber: null, sentences }, "admin")
    )
  )
  const disclosure = "An automated assistant of Acme Ltd calls you."
  expect(await briefOf(it.attempt)).toMatchObject({ disclosure, opening: `${disclosure} Hello Asha.` })
})

test("each language that a person may speak has its disclosure", async () => {
  const it = await live({ flow: { language: "en-IN", languages: ["hi-IN"] } })
  const sentences = { en: "An assistant calls you.", hi: "एक सहायक बोल रहा है।" }
  const disclosure = { legalName: null, callbackNumber: null, sentences }
  await run(Disclosures.use(({ set }) => set(it.call.organizationId, disclosure, "admin")))
  expect((await briefOf(it.attempt))?.spoken).toMatchObject([
    { language: "en-IN", disclosure: sentences.en },
    { language: "hi-IN", disclosure: sentences.hi }
  ])
})

test("a message for a voicemail begins with the disclosure, unless it says it in its own place", async () => {
  const messageOf = async (message: string, voicemail = "LEAVE_MESSAGE", useCase = "CUSTOM") => {
    const machines = {
      voicemail,
      message,
      callbackNumber: "+14155550100",
      retryAfterMessage: false,
      introduction: null
    }
    const it = await live({
      flow: { language: "hi-IN", initialPrompt: "Hello {{name}}.", machines: machines as never },
      contact: { name: "Asha", metadata: { amount: 1500 } },
      campaign: { use_case_type: useCase }
    })
    const sentences = { en: "An assistant calls.", hi: "{{legalName}} की स्वचालित सहायक।" }
    await run(
      Disclosures.use(({ set }) =>
        set(it.call.organizationId, { legalName: "Acme", callbackNumber: null, sentences }, "admin")
      )
    )
    return (await briefOf(it.attempt))?.message
  }
  const disclosure = "Acme की स्वचालित सहायक।"
  expect(await messageOf("Hello {{name}}, call 1800.")).toBe(`${disclosure} Hello Asha, call 1800.`)
  expect(await messageOf(`Hello {{name}}. ${disclosure} Call 1800.`)).toBe(`Hello Asha. ${disclosure} Call 1800.`)
  // Nothing is left of a message about the person, but who called still is.
  expect(await messageOf("{{amount}} is due, call 1800.", "LEAVE_MESSAGE", "COLLECTIONS")).toBe(disclosure)
  expect(await messageOf("Hello {{name}}, call 1800.", "HANG_UP")).toBe("Hello Asha, call 1800.")
})

test.each(["COLLECTIONS", "MEDICAL_BOOKING"])(
  "in a call of %s opening, message and first prompt have nothing about the person but the name",
  async (useCase) => {
    const it = await live({
      flow: {
        initialPrompt: "Hello {{name}}, this is Acme. You owe {{amount}}. Is this {{name}}?",
        systemInstruction: "Ask {{name}} to pay {{amount}}.",
        machines: {
          voicemail: "LEAVE_MESSAGE",
          message: "Hello {{name}}. It is about {{amount}}. Call {{caller}} at {{callbackNumber}}.",
          callbackNumber: "+14155550100",
          retryAfterMessage: false,
          introduction: null
        } as never
      },
      contact: { name: "Asha", metadata: { amount: 1500 } },
      campaign: { use_case_type: useCase },
      attempt: { reminder_for: "2026-01-31" }
    })
    const brief = (await briefOf(it.attempt)) ?? expect.fail()
    expect(brief.opening).toBe("Hello Asha, this is Acme. Is this Asha?")
    expect(brief.introduction).toBe(brief.opening)
    expect(brief.message).toMatch(/^Hello Asha\. Call .* at 1, 4 1 5/)
    expect(brief.identity).toMatch(/confirm_identity/)
    expect(brief.identity).not.toMatch(/1500|Ask Asha|31 January|Use case/)
    expect(brief.system).toContain("Ask Asha to pay 1500.")

    await rows.query((sql) => sql`update attempts set identity_confirmed_at = now() where id = ${it.attempt.id}`)
    expect(await briefOf(it.attempt)).toMatchObject({ isIdentified: true, identity: brief.identity })
  }
)

test("a flow of several languages has a voice for each that a voice speaks", async () => {
  const languages = ["ta-IN", "doi-IN", "hi-IN"]
  const it = await live({ flow: { language: "hi-IN", languages, ttsProvider: "CLOUD_TTS", voiceGender: "MALE" } })
  const { language, languages: heard, spoken, system } = (await briefOf(it.attempt)) ?? expect.fail()
  expect([language, heard]).toEqual(["hi-IN", ["hi-IN", "ta-IN", "doi-IN"]])
  // No voice speaks Dogri, which Sarvam recognizes.
  const voicesIn = (language: string) => googleVoices({ provider: "CLOUD_TTS", language, gender: "MALE" })
  expect(spoken).toEqual(
    ["hi-IN", "ta-IN"].map((language) => ({
      language,
      disclosure: null,
      ears: [{ vendor: "google" }],
      voices: voicesIn(language)
    }))
  )
  expect(system).toContain(
    "- Speak Hindi (India) (hi-IN), whatever language these texts are in, unless you are told that the person speaks Tamil (India) (ta-IN) or Dogri (India) (doi-IN)."
  )
})

test("a tool of an earlier release that has the name of one that calls have is not offered", async () => {
  const request = { method: "GET", url: "https://crm.example.com/debt", body: null, headers: null } as const
  const fields = { description: "A tool", parameters: { type: "object" }, request, changes: false }
  const more = { timeoutSeconds: 8, waitingText: null, answer: null }
  const tool = (name: string) => ({ name, ...fields, ...more })
  const it = await live({ flow: { tools: ["confirm_identity", "look_up", "switch_language"].map(tool) } })
  expect((await briefOf(it.attempt))?.tools.map(({ name }) => name)).toEqual(["look_up"])
})

test("an opening without placeholders is shared", async () => {
  const it = await live({ flow: { initialPrompt: "Hello, this is Acme." } })
  expect(await briefOf(it.attempt)).toMatchObject({ opening: "Hello, this is Acme.", isOpeningShared: true })
})

test.each([
  ["en-US", /^I'm sorry, our last call was cut off\. Hello, this is Acme\.$/],
  ["hi-IN", /^माफ़ कीजिए, .* Hello, this is Acme\.$/]
])("an opening in %s mentions that our side had to end the last call", async (language, expected) => {
  const it = await live({ flow: { initialPrompt: "Hello, this is Acme.", language } })
  const before = await attempt(it.call, { attempt_no: 8, ended_at: new Date(at), outcome: "CONNECTED" })
  const note = (failed: boolean) =>
    rows.query(
      (sql) => sql`insert into talks (organization_id, attempt_id, call_id, failed)
        values (${it.call.organizationId}, ${before.id}, ${it.call.callId}, ${failed})
        on conflict (organization_id, attempt_id) do update set failed = excluded.failed`
    )
  await note(false)
  expect(await briefOf(it.attempt)).toMatchObject({ opening: "Hello, this is Acme.", isOpeningShared: true })
  await note(true)
  const { isOpeningShared, opening } = (await briefOf(it.attempt)) ?? expect.fail()
  expect(opening).toMatch(expected)
  expect(isOpeningShared).toBe(false)
})

test.each([
  ["en-US", "This is a reminder of your promise for Tuesday, January 15. Hello, this is Acme."],
  ["hi-IN", "यह आपके वादे की याद दिलाने वाली कॉल है: मंगलवार, 15 जनवरी। Hello, this is Acme."]
])("the opening of a reminder in %s says why it calls", async (language, opening) => {
  const it = await live({
    flow: { initialPrompt: "Hello, this is Acme.", language },
    attempt: { reminder_for: "2030-01-15" }
  })
  const brief = (await briefOf(it.attempt)) ?? expect.fail()
  expect(brief).toMatchObject({ opening, isOpeningShared: false })
  expect(brief.system).toContain("the person promised something for 2030-01-15")
})

test("fields that the contact lost since the start are left out, and no brace is spoken", async () => {
  const it = await live({ flow: { initialPrompt: "Hello {{name}}, you owe {{amount}} {{}}." } })
  expect((await briefOf(it.attempt))?.opening).toBe("Hello Asha, you owe.")
  const nothing = await live({ flow: { initialPrompt: "{{amount}}!", language: "hi-IN" } })
  expect(await briefOf(nothing.attempt)).toMatchObject({ opening: "नमस्ते।", isOpeningShared: false })
})

test("the prompt has the earlier calls of the person, but not the current one", async () => {
  const it = await live()
  const campaignId = await rows.campaign(it.call.organizationId, { name: "Autumn" })
  const callId = await rows.call(it.call.organizationId, campaignId, { contact_id: it.person.id })
  const over = { started_at: new Date(at), ended_at: new Date(at), outcome: "CONNECTED" }
  await attempt({ ...it.call, campaignId, callId }, over)
  const { system } = (await briefOf(it.attempt)) ?? expect.fail()
  expect(/<history>\n(.*)\n<\/history>/s.exec(system)?.[1]).toMatch(/^2[12] November 2025, Autumn: connected$/)
})

test.each([
  ["the contact's own zone", { contact: { metadata: { timezone: "America/New_York" } } }, "15:15 (America/New_York)"],
  ["that of the number", { attempt: { phone_number: "+919812345678" } }, "01:45 (Asia/Kolkata)"],
  [
    "the campaign's where the number may be in several",
    { attempt: { phone_number: "+61412345678" }, campaign: { timezone: "Europe/Berlin" } },
    "21:15 (Europe/Berlin)"
  ],
  [
    "the organization's where nothing else does",
    { attempt: { phone_number: "+882312345678" }, organization: { timezone: "Asia/Tokyo" } },
    "05:15 (Asia/Tokyo)"
  ]
])("it is the time in %s", async (_, setting, time) => {
  const it = await live(setting as Setting)
  const line = (await briefOf(it.attempt))?.system.split("\n").find((one) => one.startsWith("It is "))
  expect(line).toContain(time)
})

test("there is no brief if the contact, flow or attempt is gone or belongs to another organization", async () => {
  const [noContact, noFlow, whole] = [await live(), await live(), await live()]
  const { organizationId } = noContact.call
  await run(Contacts.use(({ remove }) => remove(organizationId, noContact.person.id)))
  expect(await briefOf(noContact.attempt)).toBeUndefined()
  await rows.query((sql) => sql`update campaigns set status = 'CANCELLED' where id = ${noFlow.call.campaignId}`)
  await run(Flows.use(({ remove }) => remove(noFlow.call.organizationId, noFlow.flowId)))
  expect(await briefOf(noFlow.attempt)).toBeUndefined()
  expect(await briefOf({ ...whole.attempt, id: randomUUID() })).toBeUndefined()
  expect(await briefOf({ ...whole.attempt, organizationId })).toBeUndefined()
  expect(await briefOf(whole.attempt)).toBeDefined()
})

test("the recognizers and voices are those of the organization's speech profile, with its own keys", async () => {
  const it = await live({ flow: { language: "hi-IN", ttsProvider: "PREMIUM_TTS" } })
  const profile = {
    ears: { hi: [{ vendor: "google", model: "long" }] },
    voices: { "*": { PREMIUM_TTS: [{ vendor: "google", voiceId: "Kore" }] } },
    apiKeys: { deepgram: "dg-of-the-organization" }
  } as const
  await run(SpeechProfiles.use(({ put }) => put(it.call.organizationId, profile)))
  const { ears, voices } = (await briefOf(it.attempt)) ?? expect.fail()
  expect(ears[0]).toEqual({ vendor: "google", model: "long" })
  expect(voices[0]?.choice).toEqual({ vendor: "google", voiceId: "Kore" })
  expect(voices.length).toBeGreaterThan(1)
})

test("a key that cannot be opened, and a vendor of a later release, end no call", async () => {
  const it = await live()
  const { organizationId } = it.call
  const later = [{ vendor: "of-a-later-release" }, { vendor: "google", model: "long" }]
  await rows.query(
    (sql) =>
      sql`insert into speech_profiles ${sql.insert({
        organizationId,
        ears: sql.json({ en: later }),
        voices: sql.json({ en: { "*": [{ vendor: "of-a-later-release" }] } })
      })}`
  )
  const key = { organizationId, id: randomUUID(), vendor: "deepgram", apiKey: "v1.lost.key.of.another" }
  await rows.query((sql) => sql`insert into speech_keys ${sql.insert(key)}`)
  const { ears, voices } = (await briefOf(it.attempt)) ?? expect.fail()
  expect(ears).toEqual([{ vendor: "google", model: "long" }, { vendor: "google" }])
  expect(voices[0]?.choice).toBeUndefined()
})
