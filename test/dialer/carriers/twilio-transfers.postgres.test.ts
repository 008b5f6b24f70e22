import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { linesOf } from "../../support/data/conversations.ts"
import { eventually } from "../../support/eventually.ts"
import type { Answerer, FakeCall } from "../../support/fakes/twilio/twilio-fake.ts"
import { connectPersona } from "../../support/fakes/twilio/twilio-person.ts"
import { fromNumbers, startWithTwilio } from "../../support/fakes/twilio/twilio-server.ts"

// Few enough for the starts of the account to be taken one by one.
const { client: openClient, fake, server, stop } = await startWithTwilio({}, { TWILIO_CALLS_PER_SECOND: "10" })
afterAll(stop)
const client = await openClient()

const does = new Map<string, Answerer>()
fake.it.person = (to) => does.get(to) ?? { does: "answer", says: 1 }

const desk = "+442079460000"
const sip = "sip:desk0@pbx.example.com"
for (const [name, address] of Object.entries({ Desk: desk, Office: sip })) {
  await answered(200, server.admin("PUT", `${client.admin}/transfer-targets`, { name, address }))
}

/** Has a persona speak on the open stream of the last call to a number. */
const speakAt = (to: string, persona: string) =>
  eventually(async () => {
    const call = fake.placedTo(to).findLast(({ endedAt }) => endedAt === null)
    if (call?.socket === undefined || call.socket.readyState !== call.socket.OPEN) throw new Error("No open stream")
    connectPersona(call.socket, to, () => fake.end(call, "completed", 30), persona)
    return call
  })

/** Begins a call whose person asks for a human. */
const begin = async (kind: "COLD" | "WARM", targets: ReadonlyArray<string>, persona = "asks-for-human") => {
  const person = await client.person(0)
  // Together with the time of the call that is more than Twilio allows.
  const transfer = { kind, targets, maxMinutes: 240 }
  const flowId = await client.flow({ initialPrompt: "Hello.", language: "en-IN", transfer })
  const campaignId = await client.started([person], { flowId, maxRetries: 0 })
  const call = await speakAt(person.phoneNumber, persona)
  const triesNow = async () => {
    const explained = await client.explained(campaignId, person)
    return { explained, tries: explained.transfers.map(({ status, target }: any) => [target, status]) }
  }
  const connected = () => eventually(async () => expect((await triesNow()).tries.at(-1)?.[1]).toBe("CONNECTED"))
  const over = async () => {
    await client.untilCall(campaignId, person, ({ status }) => status === "COMPLETED")
    return triesNow()
  }
  return { call, campaignId, connected, over, person }
}

const inRoom = (count: number, call: FakeCall) =>
  eventually(async () => {
    const [found] = [...fake.rooms.values()].filter((members) => members.some((one) => one.call === call))
    expect(found).toHaveLength(count)
    return found ?? []
  })
const dialOf = (call: FakeCall, to: string) =>
  eventually(async () => {
    const dial = fake.dials.find((one) => one.call === call && one.to === to)
    if (dial === undefined) throw new Error(`Twilio does not dial ${to}`)
    return dial
  })

/** Reports about a call as Twilio does, and returns the document of the answer. */
const report = async (call: FakeCall, url: string, fields: Readonly<Record<string, string>>) => {
  const form = Object.entries({ CallSid: call.sid, AccountSid: fake.accountSid, CallStatus: "in-progress", ...fields })
  const headers = { "x-twilio-signature": fake.sign(url, form) }
  return (await fetch(url, { method: "POST", headers, body: new URLSearchParams(form) })).text()
}

describe("a transfer with Twilio", () => {
  test("connects the person and a target in a conference, and ends with its last word", async () => {
    const { call, connected, over } = await begin("WARM", ["Desk"])
    const target = await speakAt(desk, "takes-transfer")
    expect(fromNumbers).toContain(target.from)
    const [first, second] = await inRoom(2, call)
    expect([first?.call, second?.call]).toEqual([target, call])
    // Only the person's call asks how it goes on.
    expect([first?.action, second?.action]).toEqual([
      undefined,
      expect.stringMatching(/\/carriers\/twilio\/transfers\//)
    ])
    // Before that, a target that leaves has refused the call.
    await connected()
    fake.end(target, "completed", 41)
    const { explained, tries } = await over()
    expect(tries).toEqual([["Desk", "CONNECTED"]])
    expect(explained).toMatchObject({ outcome: "CONNECTED", duration: 30, transfers: [{ legSeconds: 41 }] })
    expect(call.twiml).toMatch(/<Response><Hangup\/><\/Response>$/)
  })

  test("dials one target after another, and the conversation goes on when none answers", async () => {
    const { call, over } = await begin("COLD", ["Desk", "Office"])
    const number = await dialOf(call, desk)
    expect(number).toMatchObject({ kind: "Number", attributes: { timeout: "25" } })
    expect(fromNumbers).toContain(number.attributes.callerId)
    expect(Number(number.attributes.timeLimit)).toBeGreaterThan(3_600)
    // Twilio does not get the answer to its first report.
    const answer = await report(call, number.attributes.action ?? "", {
      DialCallSid: number.sid,
      DialCallStatus: "busy"
    })
    expect(answer).toContain(`<Sip>${sip}</Sip>`)
    await fake.endDial(number, "busy")
    expect(call.twiml).toBe(answer)
    const office = await dialOf(call, sip)
    expect(office.kind).toBe("Sip")
    await fake.endDial(office, "no-answer")
    await speakAt(call.to, "silent")
    await eventually(async () =>
      expect(fake.frames.filter(({ callSid }) => callSid === call.sid).length).toBeGreaterThan(0)
    )
    await eventually(async () => {
      const heard = fake.frames.filter(({ callSid, event }) => callSid === call.sid && event === "mark")
      expect(heard.length).toBeGreaterThan(0)
    })
    fake.end(call, "completed", 50)
    const { explained, tries } = await over()
    expect(tries).toEqual([
      ["Desk", "BUSY"],
      ["Office", "NO_ANSWER"]
    ])
    expect(explained.duration).toBe(50)
  })

  test("counts the time of a target that Twilio has connected", async () => {
    const { call, over } = await begin("COLD", ["Office"])
    await fake.endDial(await dialOf(call, sip), "completed", 65)
    const { explained, tries } = await over()
    expect(tries).toEqual([["Office", "CONNECTED"]])
    expect(explained.transfers).toMatchObject([{ legSeconds: 65, connectedAt: expect.any(String) }])
  })

  test("brings a person back to the agent whose target has left before the two met", async () => {
    const { call, over } = await begin("WARM", ["Desk"])
    const target = await speakAt(desk, "takes-transfer")
    fake.it.onRedirect = (redirected, twiml) => {
      if (redirected === call && twiml.includes("<Conference")) fake.end(target, "completed", 5)
    }
    await inRoom(1, call)
    await speakAt(call.to, "silent")
    await eventually(async () => expect(fake.rooms.size).toBe(0))
    fake.end(call, "completed", 50)
    const { explained, tries } = await over()
    expect(tries).toEqual([["Desk", "REFUSED"]])
    expect(linesOf(explained, "agent")[0]).toMatchObject({ text: "Hello." })
  })

  test("does not begin once the person asks not to be called again, while it waits for a start of the account", async () => {
    const { call, campaignId, person } = await begin("COLD", ["Desk"], "opts-out-on-hold")
    await eventually(async () => {
      await client.query((sql) => sql`update carrier_pace set next_start_at = clock_timestamp() + interval '1 second'`)
      const [wish] = await client.query(
        (sql) => sql`select 1 from talks t join attempts a on a.id = t.attempt_id
          where a.campaign_id = ${campaignId} and t.opted_out`
      )
      expect(wish).toBeDefined()
    })
    await client.untilCall(campaignId, person, ({ status }) => status === "SUPPRESSED")
    expect((await client.explained(campaignId, person)).transfers).toEqual([])
    expect(call.twiml).not.toContain("<Dial")
  })
})
