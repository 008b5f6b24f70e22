import { afterAll, describe, expect, test } from "vitest"
import type { FlowTrial } from "../../../src/domain/calls/FlowTrial.ts"
import { fromConsole, makePerson, type TestPerson } from "../../support/api/people.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"
import { openTrial } from "../../support/api/trial-client.ts"

const server = await startServer()
afterAll(server.stop)

const flowOf = async ({ id }: TestOrganization, fields: object = {}) => {
  const flow = {
    name: "Reminder",
    systemInstruction: "Remind {{name}} politely.",
    initialPrompt: "Hello {{name}}, this is about your {{product}}.",
    ...fields
  }
  return (await server.admin("POST", `/admin/v1/organizations/${id}/flows`, flow)).body.id as string
}

const begin = async (person: TestPerson, { id }: TestOrganization, flowId: string): Promise<FlowTrial> =>
  (await person.call("POST", `/admin/v1/organizations/${id}/flows/${flowId}/trials`)).body

const open = (person: TestPerson, trial: FlowTrial) =>
  openTrial(server.port, trial, fromConsole(server.port, person.token))

const start = { type: "start", isTyped: true, name: "Asha", values: { product: "loan" } } as const

describe("trying a flow", () => {
  test("a typed sentence is answered, and both sides are shown", async () => {
    const org = await server.organization()
    const person = await makePerson(server, { organization: org.id, role: "MEMBER" })
    const trial = await begin(person, org, await flowOf(org))
    const page = await open(person, trial)
    page.send(start)
    await page.until("line", ({ role, text }) => role === "agent" && text.includes("about your loan"))
    await page.until("phase", ({ phase }) => phase === "listening")
    page.send({ type: "typed", text: "What is the interest rate?" })
    await page.until("turn", ({ turn }) => turn.totalMs !== null)
    await page.until("line", ({ line, role }) => role === "agent" && line === 2)
    page.send({ type: "hangUp" })
    await page.until("ended")
    expect((await page.closed).code).toBe(1000)
    expect(page.lines().map(({ role }) => role)).toEqual(["agent", "person", "agent"])
    expect(page.lines()[0]?.text).toContain("Hello Asha")
  })
})
