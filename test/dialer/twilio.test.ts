import { afterAll, describe, expect, test } from "vitest"
import { fromNumbers, startWithTwilio } from "../support/twilio-server.ts"

const { client, fake, server, stop } = await startWithTwilio()
afterAll(stop)
const it = await client()

describe("a campaign with Twilio", () => {
  test("places its calls and follows them to their end", async () => {
    const people = await it.people(0, 1, 5)
    const id = await it.started(people, { maxRetries: 0 })
    await it.untilStatus(id, "COMPLETED")
    for (const person of people) {
      expect(await it.record(id, person)).toMatchObject({ outcome: "CONNECTED", duration: 30, attempts: 1 })
      expect(fake.placedTo(person.phoneNumber)).toHaveLength(1)
      const [call] = fake.placedTo(person.phoneNumber)
      expect(fromNumbers).toContain(call?.from)
    }
    expect(server.log).toEqual([])
  })
})
