import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { campaignClient, type Person } from "../../support/api/campaign-client.ts"
import { startServer, type TestServer } from "../../support/api/test-server.ts"
import {
  callAndLineRecord,
  expectSameConversation,
  expectSaneTurns,
  linesOf
} from "../../support/data/conversations.ts"
import { untilIndexed, uploadDocument } from "../../support/data/knowledge/knowledge.ts"
import { isFull, someOf } from "../../support/sample.ts"

const english = {
  language: "en-IN",
  initialPrompt:
    "Hello {{name}}, this is an automated call from the Bank of Pune about the plan that you asked us for. Do you have a minute?",
  opening:
    "Hello Asha, this is an automated call from the Bank of Pune about the plan that you asked us for. Do you have a minute?",
  answer: "We are open from 9 am to 6 pm, Monday to Saturday. Is there anything else you would like to know?",
  silence: [
    "Hello, can you hear me?",
    "Are you still there?",
    "I'm sorry, I cannot hear you, so I will end the call here. Thank you, and goodbye."
  ],
  optedOut: "Of course. We will not call you again. I'm sorry for the trouble. Goodbye."
}

const hindi: typeof english = {
  language: "hi-IN",
  initialPrompt: "नमस्ते {{name}} जी, यह पुणे बैंक की ओर से एक स्वचालित कॉल है। क्या आपके पास एक मिनट है?",
  opening: "नमस्ते Asha जी, यह पुणे बैंक की ओर से एक स्वचालित कॉल है। क्या आपके पास एक मिनट है?",
  answer: "We are open from 9 am to 6 pm, Monday to Saturday. क्या आप कुछ और जानना चाहेंगे?",
  silence: [
    "हैलो, क्या आपको मेरी आवाज़ आ रही है?",
    "क्या आप लाइन पर हैं?",
    "माफ़ कीजिए, आपकी आवाज़ नहीं आ रही है, इसलिए यह कॉल यहीं समाप्त होती है। धन्यवाद, नमस्ते।"
  ],
  optedOut: "जी, ठीक है। आपको आगे से कॉल नहीं की जाएगी। असुविधा के लिए माफ़ कीजिए। नमस्ते।"
}

const sampled = [
  ["LEAD_QUALIFICATION", english],
  ["COLLECTIONS", hindi]
] as const
const others = [
  ["MEDICAL_BOOKING", english],
  ["CUSTOMER_SUPPORT", hindi],
  ["EDUTECH", english],
  ["CUSTOM", hindi]
] as const
const useCases = isFull ? [...sampled, ...others] : someOf(sampled, 1)

/** The expected outcomes of interested people and others. */
const labels = {
  COLLECTIONS: ["Already Paid", "Refused to Pay"],
  LEAD_QUALIFICATION: ["Hot Lead", "Not Interested"],
  MEDICAL_BOOKING: ["Booked", "Cancelled"],
  CUSTOMER_SUPPORT: ["Resolved", "Dissatisfied"],
  EDUTECH: ["Demo or Visit Booked", "Not Interested"],
  CUSTOM: ["Positive", "Negative"]
} as const
const endsTheCampaign = new Set(["Not Interested", "Cancelled", "Negative"])

const hours = "We are open from 9 am to 6 pm, Monday to Saturday."

let server: TestServer
beforeAll(async () => {
  server = await startServer({ settings: { SIMULATOR_SPEED: "10" } })
})
afterAll(() => server.stop())

const digits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

describe.each(useCases)("the people of a campaign of %s", (useCaseType, words) => {
  let client: ReturnType<typeof campaignClient>
  let organizationId: number
  let people: ReadonlyArray<Person>
  let campaignId: string
  let otherId: string
  let chunkIds: ReadonlyArray<string>

  beforeAll(async () => {
    const organization = await server.organization()
    organizationId = organization.id
    client = campaignClient(server, organization)
    people = await client.people(...digits)
    const { initialPrompt, language } = words
    const flowId = await client.flow({ name: "A plan", initialPrompt, language })
    const { id } = await answered(201, organization.call("POST", "/v1/knowledge-bases", { name: "Branches" }))
    await answered(201, uploadDocument(organization.call, id, "branches.md", hours))
    await untilIndexed(organization.call, id)
    await answered(200, organization.call("PATCH", `/v1/flows/${flowId}`, { knowledgeBaseId: id }))
    const asked = organization.call("POST", `/v1/knowledge-bases/${id}/search`, {
      query: "What are your opening hours?"
    })
    chunkIds = (await answered(200, asked)).data.map(({ chunkId }: any) => chunkId)
    expect(chunkIds).toHaveLength(1)
    // A paused campaign that would call the same people once resumed.
    const tomorrow = ((new Date().getUTCDay() + 2) % 7) + 1
    await client.update({ callingWindow: { days: [tomorrow], start: "09:00", end: "10:00" } })
    otherId = await client.started(people, { flowId })
    expect((await client.move(otherId, "pause")).status).toBe(200)
    await client.update({ callingWindow: null })
    campaignId = await client.started(people, { flowId, useCaseType, maxRetries: 0 })
  })

  const conversationOf = async (digit: number) => {
    const person = people[digit] as Person
    // Wait until the campaign is over and its calls are analyzed.
    await client.untilCall(campaignId, person, (call) => call.intentSource !== null || call.intentUndetermined)
    const { call, line } = await callAndLineRecord(server, client, campaignId, person)
    expectSameConversation(call, line, [words.opening])
    expectSaneTurns(call)
    return { call, line, ours: linesOf(call, "agent"), theirs: linesOf(call, "person") }
  }

  const completed = { status: "COMPLETED", outcome: "CONNECTED", attempts: 1 }
  const labelled = (name: string) => ({
    ...completed,
    status: endsTheCampaign.has(name) ? "SUPPRESSED" : "COMPLETED",
    intentLabel: { name },
    intentSource: "auto",
    intentUndetermined: false
  })
  const [positive, negative] = labels[useCaseType]
  const came: Readonly<Record<number, string>> = {
    0: positive,
    1: negative,
    5: "Callback Requested"
  }

  test.each([0, 1, 5])(
    "person %i hears the opening, says what they want, and is answered until goodbye",
    async (digit) => {
      const { call, ours, theirs } = await conversationOf(digit)
      expect(call).toMatchObject(labelled(came[digit] as string))
      expect(ours[0]).toMatchObject({ text: words.opening, interrupted: false })
      // A hello is part of the greeting, not a turn.
      expect(call.turns).toHaveLength(theirs.length - 1)
      expect(ours).toHaveLength(theirs.length)
      expect(ours.at(-1)?.text).toMatch(/goodbye\.$|अलविदा।$/)
      expect(call.transcript.some(({ interrupted }: any) => interrupted)).toBe(false)
    }
  )

  test.each([
    [2, "NO_ANSWER"],
    [3, "BUSY"],
    [4, "CARRIER_ERROR"]
  ])("person %i has no conversation: %s", async (digit, outcome) => {
    const { call } = await conversationOf(digit)
    expect(call).toMatchObject({ status: "FAILED", outcome, transcript: [], turns: [], duration: 0 })
  })

  test("person 6 is not called again by any campaign", async () => {
    const { call, ours } = await conversationOf(6)
    expect(call).toMatchObject({
      ...completed,
      status: "SUPPRESSED",
      intentLabel: { name: "Do Not Call" },
      intentSource: "auto",
      suppressionReason: "Do Not Call",
      journeyAction: "SUPPRESS_ORG_WIDE"
    })
    expect(ours.at(-1)?.text).toBe(words.optedOut)
    const person = people[6] as Person
    const entries = await client.query(
      (sql) => sql`select phone_number from do_not_contact where organization_id = ${organizationId}`
    )
    expect(entries).toEqual([{ phoneNumber: person.phoneNumber }])
    expect(await client.record(otherId, person)).toMatchObject({ status: "SUPPRESSED", attempts: 0 })
  })

  test("person 7 gets an answer from the knowledge base, with its source in the record", async () => {
    const { call, ours, theirs } = await conversationOf(7)
    expect(call).toMatchObject(labelled(positive))
    const question = theirs.findIndex(({ text }) => text === "What are your opening hours?")
    expect(ours[question]?.text).toBe(words.answer)
    expect(call.turns.map(({ chunkIds }: any) => chunkIds)).toEqual(
      theirs.slice(1).map((_, index) => (index === question - 1 ? chunkIds : []))
    )
  })

  test("person 8 interrupts the opening, and only its played part is in the transcript", async () => {
    const { call, line, ours, theirs } = await conversationOf(8)
    expect(call).toMatchObject(labelled(negative))
    const [opening, ...more] = ours
    const [, interruption] = theirs
    expect(opening?.interrupted).toBe(true)
    expect(words.opening.startsWith(opening?.text ?? "none")).toBe(true)
    expect(opening?.text).not.toBe(words.opening)
    expect(interruption?.startMs).toBeGreaterThan(opening?.startMs ?? Number.NaN)
    expect(interruption?.startMs).toBeLessThan(opening?.endMs ?? Number.NaN)
    expect(line.clears).toBeGreaterThan(0)
    expect(more).toHaveLength(1)
  })

  test("person 9 is prompted twice, and then hears a goodbye", async () => {
    const { call, line, ours } = await conversationOf(9)
    expect(call).toMatchObject({ ...completed, intentLabel: null, intentUndetermined: true, turns: [] })
    expect(ours.map(({ text }) => text)).toEqual([words.opening, ...words.silence])
    expect(line.said).toEqual([])
  })
})

test("no call had a failure", () => {
  expect(server.log).toEqual([])
})
