import { afterAll, expect, test } from "vitest"
import { Attempts } from "../../../src/calls/attempts/Attempts.ts"
import { startLiveCalls } from "../../support/data/live-calls.ts"

const client = startLiveCalls()
afterAll(client.stop)
const org = await client.organization()
const campaignId = await org.campaign()

test("a call that the carrier reports again writes nothing, and none is reported after its end", async () => {
  const call = await org.liveCall(campaignId, { isOpen: false })
  const report = (callSid: string) => client.run(Attempts.use(({ reported }) => reported(call.id, callSid)))
  const row = async () => {
    const [found] = await client.query(
      (sql) => sql<{ callSid: string; version: string }>`select call_sid, xmin::text as version from attempts
        where id = ${call.id}`
    )
    return found
  }
  await report("another")
  const first = await row()
  expect(first?.callSid).toBe("another")
  await report("another")
  expect(await row()).toEqual(first)
  await client.reportEnd(call, client.connected(20))
  await report("a third")
  expect(await row()).toMatchObject({ callSid: call.callSid })
})
