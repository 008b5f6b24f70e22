import { afterAll, beforeAll, expect, test } from "vitest"
import { expectSaneTurns, linesOf } from "../../support/data/conversations.ts"
import { eventually } from "../../support/eventually.ts"
import { startProviders } from "../../support/fakes/fake-providers.ts"
import { connectPersona } from "../../support/fakes/twilio/twilio-person.ts"
import { startWithTwilio } from "../../support/fakes/twilio/twilio-server.ts"

let providers: Awaited<ReturnType<typeof startProviders>>
let twilio: Awaited<ReturnType<typeof startWithTwilio>>
beforeAll(async () => {
  providers = await startProviders()
  // Without a project, recognition uses version 1 of the API.
  const { GOOGLE_PROJECT: _, ...settings } = providers.settings
  twilio = await startWithTwilio(
    { person: () => ({ does: "answer", says: 1 }) },
    { ...settings, GOOGLE_APPLICATION_CREDENTIALS: "not-read.json", PROVIDERS: "auto" }
  )
})
afterAll(async () => {
  await twilio.stop()
  await providers.stop()
})

test("a Twilio call uses Google and OpenAI, over real sockets to fakes of all three", async () => {
  const { fake, server } = twilio
  const client = await twilio.client()
  const person = await client.person(0)
  const flowId = await client.flow({ initialPrompt: "Hello {{name}}, do you have a minute?", language: "en-IN" })
  const id = await client.started([person], { flowId, maxRetries: 0 })
  const { call: placed, socket } = await eventually(async () => {
    const [call] = fake.placedTo(person.phoneNumber)
    if (call?.socket?.readyState !== call?.socket?.OPEN || call?.socket === undefined)
      throw new Error("The call has no stream yet")
    return { call, socket: call.socket }
  })
  const line = connectPersona(socket, person.phoneNumber, () => fake.end(placed, "completed", 14))
  await client.untilCall(id, person, ({ status }) => status === "COMPLETED")

  const call = await client.explained(id, person)
  expect(call).toMatchObject({ outcome: "CONNECTED", attempts: 1 })
  expect((await client.events("call-ended.v1", id)).map(({ outcome }) => outcome)).toEqual(["CONNECTED"])
  const ours = linesOf(call, "agent").map(({ text }) => text)
  // A slow machine may cause fillers.
  expect(ours.map((text) => text.replace("One moment, please. ", ""))).toEqual([
    "Hello Asha, do you have a minute?",
    "Good, Asha. What else may I do for you?",
    "Thank you, Asha. Goodbye."
  ])
  const letters = (texts: ReadonlyArray<string>) => texts.join("").replaceAll(/\s/g, "")
  expect(letters(line.heard.map(({ text }) => text))).toBe(letters(ours))
  expect(linesOf(call, "person").map(({ text }) => text)).toEqual(line.said.map(({ text }) => text))
  expect(call.turns).toHaveLength(2)
  expectSaneTurns(call)
  expect(providers.google.recognizers.every(({ version }) => version === "v1")).toBe(true)
  expect([...providers.google.problems, ...providers.openAi.problems]).toEqual([])
  expect(server.log.filter((line) => /level=(ERROR|FATAL)/i.test(line))).toEqual([])
})
