import { afterAll, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { campaignClient, type Person } from "../../support/api/campaign-client.ts"
import { adminToken, startServer } from "../../support/api/test-server.ts"
import { eventually } from "../../support/eventually.ts"
import { type FakeCall, startTwilioFake } from "../../support/fakes/twilio/twilio-fake.ts"
import { connectPersona } from "../../support/fakes/twilio/twilio-person.ts"
import { anyHour, fromNumbers, settingsFor } from "../../support/fakes/twilio/twilio-server.ts"
import { patience } from "../../support/patience.ts"
import { serve } from "../../support/processes/carillon-process.ts"
import { freePort } from "../../support/servers/free-port.ts"
import { makeDatabase } from "../../support/servers/test-database.ts"

const database = await makeDatabase()
const fake = await startTwilioFake({ fromNumbers })
afterAll(async () => {
  await fake.stop()
  await database.remove()
})

const settings = {
  ...settingsFor(fake, await freePort()),
  ADMIN_TOKEN: adminToken,
  ENCRYPTION_KEY: `test:${Buffer.alloc(32, 7).toString("base64")}`
}

/** The phase in which the node dies, by the kind of transfer and what the target does. */
const phases = {
  "the target rings": { kind: "WARM", address: "+442079460002" },
  "the target hears the summary": { kind: "WARM", address: "+442079460009" },
  "the two talk": { kind: "WARM", address: "+442079460000" },
  "the carrier rings the target": { kind: "COLD", address: "+442079460004" }
} as const
type Phase = keyof typeof phases
const names = Object.keys(phases) as ReadonlyArray<Phase>

fake.it.person = (to) => (to === phases["the target rings"].address ? { does: "wait" } : { does: "answer", says: 1 })

/** Makes a started campaign with a person for each phase, while no dialer runs. */
const begun = async () => {
  const server = await startServer({ database, settings: { ...settings, ROLES: "api" } })
  const org = await server.organization()
  const client = campaignClient(server, org)
  await client.update(anyHour)
  const campaigns = new Map<Phase, { readonly id: string; readonly person: Person }>()
  const beginPhase = async (phase: Phase) => {
    const { address, kind } = phases[phase]
    await answered(200, server.admin("PUT", `${client.admin}/transfer-targets`, { name: phase, address }))
    const person = await client.person(0)
    const flowId = await client.flow({
      initialPrompt: "Hello.",
      language: "en-IN",
      transfer: { kind, targets: [phase] }
    })
    campaigns.set(phase, { id: await client.started([person], { flowId, maxRetries: 0 }), person })
  }
  const beginVoicemail = async () => {
    const machines = { voicemail: "LEAVE_MESSAGE", message: `${message} {{callbackNumber}}.` }
    const person = await client.person(0)
    const flowId = await client.flow({ initialPrompt: "Hello.", language: "en-IN", machines })
    return { person, id: await client.started([person], { flowId, maxRetries: 3 }) }
  }
  // At the same time, because each start waits five seconds for a dialer.
  const [voicemail] = await Promise.all([beginVoicemail(), ...names.map(beginPhase)])
  await server.stop()
  return {
    org,
    voicemail,
    of: (phase: Phase) => campaigns.get(phase) as { readonly id: string; readonly person: Person }
  }
}

/** A message that lasts for half a minute. */
const message = `Hello, this is Maya. ${"We would like to visit you on Tuesday. ".repeat(12)}Please call us back at`

const persona = async (to: string, name: string) => (await speaking(to, name)).call

/** Has a persona speak on the open stream of the last call to a number. */
const speaking = (to: string, name: string) =>
  eventually(
    async () => {
      const call = fake.placedTo(to).findLast(({ endedAt }) => endedAt === null)
      if (call?.socket === undefined || call.socket.readyState !== call.socket.OPEN) throw new Error("No open stream")
      return { call, line: connectPersona(call.socket, to, () => fake.end(call, "completed", 30), name) }
    },
    20,
    patience.process
  )

test("a node that dies leaves no person alone in a transfer, loses no connection, and has no mailbox called twice", async () => {
  const { of, org, voicemail } = await begun()
  const node = await serve({ ...database.settings, ...settings })
  const callOf = new Map<Phase, FakeCall>()
  const [mailbox] = await Promise.all([
    speaking(voicemail.person.phoneNumber, "voicemail"),
    ...names.map(async (phase) => callOf.set(phase, await persona(of(phase).person.phoneNumber, "asks-for-human")))
  ])
  const personAt = (phase: Phase) => callOf.get(phase) as FakeCall
  await persona(phases["the two talk"].address, "takes-transfer")
  const briefed = await persona(phases["the target hears the summary"].address, "takes-transfer")
  await eventually(async () => {
    expect(fake.placedTo(phases["the target rings"].address)).toHaveLength(1)
    expect(fake.dials).toHaveLength(1)
    expect([...fake.rooms.values()].map((members) => members.length)).toEqual([2])
  })
  await eventually(() => expect(mailbox.line.heard.map(({ text }) => text).join(" ")).toMatch(/Hello, this is/))
  const [ringing] = fake.placedTo(phases["the target rings"].address)
  // The carrier reports what happens now when a node is back.
  fake.it.callbacks = "held"
  await node.stop("SIGKILL")
  await eventually(async () => {
    expect(personAt("the target rings").endedAt).not.toBeNull()
    expect(briefed.endedAt).not.toBeNull()
    expect(personAt("the target hears the summary").endedAt).not.toBeNull()
  })
  expect([personAt("the two talk").endedAt, personAt("the carrier rings the target").endedAt]).toEqual([null, null])

  const server = await startServer({ database, settings })
  try {
    const client = campaignClient(server, org)
    fake.it.callbacks = "in order"
    for (const callback of fake.held.splice(0)) await callback.send()
    const dial = fake.dials[0]
    if (dial === undefined) throw new Error("No target is dialed")
    await fake.endDial(dial, "no-answer")
    await persona(dial.call.to, "silent")
    await eventually(async () => {
      const marks = fake.frames.filter(({ callSid, event }) => callSid === dial.call.sid && event === "mark")
      expect(marks.length).toBeGreaterThan(1)
    })
    fake.end(dial.call, "completed", 60)
    const [room] = fake.rooms.values()
    const target = room?.find(({ call }) => call.to === phases["the two talk"].address)?.call
    if (target === undefined) throw new Error("The two do not talk any more")
    fake.end(target, "completed", 33)

    for (const [phase, status] of Object.entries({
      "the target rings": "PERSON_LEFT",
      // The carrier ends both legs at once, and the end that it reports first decides.
      "the target hears the summary": expect.stringMatching(/^(PERSON_LEFT|REFUSED)$/),
      "the two talk": "CONNECTED",
      "the carrier rings the target": "NO_ANSWER"
    })) {
      const { id, person } = of(phase as Phase)
      await client.untilCall(id, person, (call) => ["COMPLETED", "FAILED"].includes(call.status))
      const { attemptLog, transfers } = await client.explained(id, person)
      expect(transfers).toMatchObject([{ target: phase, status, endedAt: expect.any(String) }])
      expect(attemptLog).toHaveLength(1)
    }
    await client.untilCall(voicemail.id, voicemail.person, ({ status }) => status === "FAILED")
    expect(await client.explained(voicemail.id, voicemail.person)).toMatchObject({
      outcome: "VOICEMAIL",
      attempts: 1,
      nextAttemptAt: null,
      attemptLog: [{ machine: { detail: "MESSAGE_MAY_BE_LEFT", isFinal: true } }]
    })
    expect(fake.placedTo(voicemail.person.phoneNumber)).toHaveLength(1)
    await eventually(async () => expect(ringing?.status).toBe("canceled"))
    await eventually(async () => expect(await client.usage()).toMatchObject({ reserved: 0 }))
  } finally {
    await server.stop()
  }
})
