import { afterAll, beforeAll, expect, test } from "vitest"
import { silent } from "../../src/audio/frames.ts"
import { tone } from "../../src/audio/tone.ts"
import { campaignClient, eventually } from "../support/campaign-client.ts"
import { startServer, type TestServer } from "../support/test-server.ts"
import { connect, framesOf, heardIn, messages, streamOf } from "./stream-client.ts"

let server: TestServer
let client: ReturnType<typeof campaignClient>
beforeAll(async () => {
  server = await startServer()
  client = campaignClient(server, await server.organization())
})
afterAll(() => server.stop())

// Nobody picks up: the line opens no stream of its own.
const ringing = async () => {
  const person = await client.person(2)
  const id = await client.started([person])
  const { callSid, id: attemptId } = await client.live(id, person)
  const [row] = await client.query(
    (sql) => sql<{ account: string }>`select account from attempts where id = ${attemptId}`
  )
  const start = { attemptId, callSid: callSid ?? "", account: row?.account.split("/").at(-1) ?? "" }
  return { start, ...(await streamOf(server, attemptId)) }
}

test("a session greets, and says again what it hears", async () => {
  const { signature, start, url } = await ringing()
  const carrier = await connect(url, { "x-twilio-signature": signature })
  carrier.send(messages.connected)
  carrier.send(messages.start(start))
  const word = tone(700, 400)
  for (const frame of framesOf(Buffer.concat([word, silent(600)]))) carrier.send(frame)
  await eventually(async () => expect(carrier.received.filter(({ event }) => event === "mark")).toHaveLength(2))
  const heard = heardIn(carrier.received)
  expect(heard.subarray(0, 16_000).equals(tone(440, 2_000))).toBe(true)
  expect(heard.subarray(16_000).equals(Buffer.concat([word, silent(500)]))).toBe(true)
  carrier.send(messages.stop)
  expect(await carrier.closed).toEqual({ code: 1000, reason: "The call is over" })
  expect(server.log).toEqual([])
})
