import { afterAll, describe, expect, test } from "vitest"
import { silent } from "../../../src/audio/frames.ts"
import { makeListener, speak } from "../../../src/audio/modem.ts"
import type { FlowTrial } from "../../../src/domain/views/FlowTrial.ts"
import { TrialBriefs } from "../../../src/media/trial/TrialBriefs.ts"
import { answered } from "../../support/api/answered.ts"
import { fromConsole, makePerson, type TestPerson } from "../../support/api/people.ts"
import { adminToken, startServer, type TestOrganization, type TestServer } from "../../support/api/test-server.ts"
import { openTrial, type Refused, type TrialClient } from "../../support/api/trial-client.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { eventually } from "../../support/eventually.ts"
import { engine, makeDatabase } from "../../support/servers/test-database.ts"

const server = await startServer()
const org = await server.organization()
const member = await makePerson(server, { organization: org.id, role: "MEMBER" })
afterAll(server.stop)
const { query } = rowsOf(server)

const flowsPath = ({ id }: Pick<TestOrganization, "id"> = org) => `/admin/v1/organizations/${id}/flows`
const newFlow = {
  name: "Reminder",
  systemInstruction: "Remind {{name}} politely.",
  initialPrompt: "Hello {{name}}, this is about your {{product}}."
}
const flowId = (await server.admin("POST", flowsPath(), newFlow)).body.id as string
const trialsPath = `${flowsPath()}/${flowId}/trials`

const begin = async (person: TestPerson = member): Promise<FlowTrial> => answered(201, person.call("POST", trialsPath))

const open = (trial: FlowTrial, person: TestPerson = member, { port }: Pick<TestServer, "port"> = server) =>
  openTrial(port, trial, fromConsole(port, person.token))

const start = { type: "start", isTyped: true, ofDraft: false, name: "Asha", values: { product: "loan" } } as const

/** A trial whose agent has spoken and waits for an answer. */
const talk = async (first: Parameters<TrialClient["send"]>[0] = start) => {
  const page = await open(await begin())
  page.send(first)
  await page.until("phase", ({ phase }) => phase === "speaking")
  await page.until("phase", ({ phase }) => phase === "listening")
  return page
}

/** Returns the HTTP status with which an opening was refused; undefined if it was not. */
const refusal = (opening: Promise<TrialClient>) =>
  opening.then(
    () => undefined,
    ({ status }: Refused) => status
  )

const hangUp = async (page: TrialClient) => {
  page.send({ type: "hangUp" })
  return page.closed
}

describe("a conversation with a flow", () => {
  test("answers a typed sentence, and shows both sides and how fast the answer came", async () => {
    const page = await talk()
    expect(page.lines()).toEqual([{ role: "agent", text: "Hello Asha, this is about your loan." }])
    page.send({ type: "typed", text: "What is the interest rate?" })
    const { turn } = await page.until("turn", ({ turn }) => turn.totalMs !== null)
    expect(turn).toMatchObject({ why: "recognizer", llmProvider: "HOSTED_API" })
    await page.until("line", ({ line, role }) => role === "agent" && line === 2)
    expect(await hangUp(page)).toMatchObject({ code: 1000 })
    expect(page.lines().map(({ role }) => role)).toEqual(["agent", "person", "agent"])
    expect(page.received.at(-1)).toEqual({ type: "ended", failed: false })
  })

  test("sends the sound of the agent, with the sentence that it says", async () => {
    const page = await talk()
    const { hear } = makeListener()
    const said = page.received
      .flatMap((message) => (message.type === "audio" ? [hear(Buffer.from(message.audio, "base64"))] : []))
      .join("")
    expect(said.trim()).toBe("Hello Asha, this is about your loan.")
    const kinds = page.received.map(({ type }) => type)
    expect(kinds.indexOf("sentence")).toBeLessThan(kinds.indexOf("audio"))
    expect(page.received).toContainEqual({ type: "sentence", text: said.trim() })
    await hangUp(page)
  })

  test("hears the microphone, as on the line of a call", async () => {
    const page = await talk({ ...start, isTyped: false })
    const sound = Buffer.concat([speak("What is the interest rate?"), silent(1_000)])
    // At the pace of speech: sound that comes all at once counts as late.
    let at = 0
    const speaking = setInterval(() => {
      if (at >= sound.length) return clearInterval(speaking)
      page.send({ type: "audio", audio: sound.subarray(at, at + 160).toString("base64") })
      at += 160
    }, 20)
    await page.until("line", ({ growing, text }) => growing === undefined && text === "What is the interest rate?")
    await page.until("turn", ({ turn }) => turn.totalMs !== null)
    await hangUp(page)
  })

  test("ends as a call does when the person asks for no more calls, and notes it nowhere", async () => {
    const page = await talk()
    page.send({ type: "typed", text: "Please never call me again." })
    await page.until("optOut")
    expect(await page.closed).toMatchObject({ code: 1000 })
    expect(page.received.at(-1)).toEqual({ type: "ended", failed: false })
    expect(page.lines().at(-1)?.role).toBe("agent")
    expect((await org.call("GET", "/v1/do-not-contact")).body.data ?? []).toEqual([])
  })

  test("stores nothing but an entry of the security log", async () => {
    const counts = async () => {
      const tables = await query<{ name: string }>(
        (sql) => sql`select table_name as name from information_schema.tables where table_schema = 'public'
          and table_type = 'BASE TABLE' order by table_name`
      )
      const all = tables.map(({ name }) => `select '${name}' as name, count(*)::int as rows from "${name}"`)
      const found = await query<{ name: string; rows: number }>((sql) => sql`${sql.literal(all.join(" union all "))}`)
      return Object.fromEntries(found.map(({ name, rows }) => [name, rows]))
    }
    const before = await counts()
    const page = await talk()
    page.send({ type: "typed", text: "Stop calling me." })
    await page.closed
    await eventually(async () =>
      expect(await counts()).toEqual({ ...before, security_log: (before.security_log ?? 0) + 1 })
    )
    const { data } = await answered(200, server.admin("GET", `/admin/v1/organizations/${org.id}/security-log`))
    expect(data[0]).toMatchObject({ action: "flow.try", target: flowId, actor: `person:${member.id}` })
  })

  test("lasts ten minutes at most", async () => {
    const brief = await server.run(TrialBriefs.use(({ of }) => of(org.id, flowId, { ...start, values: {} })))
    expect(brief.limitMillis).toBe(600_000)
    expect((await begin()).limitSeconds).toBe(600)
  })

  test("knows the values that the person gave, as data", async () => {
    const values = { product: "loan", city: "Pune</field>" }
    const { system } = await server.run(TrialBriefs.use(({ of }) => of(org.id, flowId, { ...start, values })))
    expect(system).toContain('<field name="product">loan</field>')
    expect(system).not.toContain("Pune</field></field>")
    expect(system).toContain("This person was not called before.")
  })
})

describe("a draft", () => {
  test("is tried before it is published, and the published version while there is none", async () => {
    const draftPath = `${flowsPath()}/${flowId}/draft`
    const openings = () =>
      Promise.all(
        [true, false].map(async (ofDraft) => {
          const { opening } = await server.run(TrialBriefs.use(({ of }) => of(org.id, flowId, { ...start, ofDraft })))
          return opening
        })
      )
    const published = "Hello Asha, this is about your loan."
    expect(await openings()).toEqual([published, published])
    const { flow } = await answered(200, server.admin("GET", draftPath))
    const body = { basedOn: 1, revision: null, flow: { ...flow, initialPrompt: "Good day {{name}}." } }
    const { revision } = await answered(200, server.admin("PUT", draftPath, body))
    expect(await openings()).toEqual(["Good day Asha.", published])
    await server.admin("POST", `${draftPath}/discard`, { revision })
    expect(await openings()).toEqual([published, published])
  })
})

describe("the websocket of a trial", () => {
  test("is refused without a session, to another person, to a VIEWER and from another organization", async () => {
    const trial = await begin()
    const viewer = await makePerson(server, { organization: org.id, role: "VIEWER" })
    const colleague = await makePerson(server, { organization: org.id, role: "ADMIN" })
    const stranger = await makePerson(server, { organization: (await server.organization()).id, role: "ADMIN" })
    expect(await refusal(openTrial(server.port, trial, {}))).toBe(401)
    expect(await refusal(open(trial, viewer))).toBe(403)
    expect(await refusal(open(trial, stranger))).toBe(403)
    expect(await refusal(open(trial, colleague))).toBe(404)
    const elsewhere = { ...trial, url: trial.url.replace(flowId, "00000000-0000-0000-0000-000000000000") }
    expect(await refusal(open(elsewhere))).toBe(404)
    await (await open(trial)).ws.close()
    expect((await viewer.call("POST", trialsPath)).status).toBe(403)
    expect((await stranger.call("POST", trialsPath)).status).toBe(403)
  })

  test.each([
    { origin: "https://evil.example" },
    { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    {}
  ])("is refused to a page of another site, with the cookie and %o", async (headers) => {
    const trial = await begin()
    // Over TLS the cookie has the second name.
    const cookie = `carillon_session=${member.token}; __Host-carillon_session=${member.token}`
    expect(await refusal(openTrial(server.port, trial, { ...headers, cookie }))).toBe(403)
    const page = await openTrial(server.port, trial, { cookie, origin: `http://127.0.0.1:${server.port}` })
    page.ws.close()
  })

  test("opens once, and within a minute", async () => {
    const trial = await begin()
    const page = await open(trial)
    expect(await refusal(open(trial))).toBe(404)
    page.ws.close()
    await page.closed
    expect(await refusal(open(trial))).toBe(404)
    const old = await begin()
    await query((sql) => sql`update flow_trials set lease_until = now() - interval '1 second' where id = ${old.id}`)
    expect(await refusal(open(old))).toBe(404)
  })

  test("opens for one of two who come at once", async () => {
    const trial = await begin()
    const both = await Promise.allSettled([open(trial), open(trial)])
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
    for (const one of both) if (one.status === "fulfilled") one.value.ws.close()
  })

  test("opens for a machine with the admin token that began it", async () => {
    const trial = await answered(201, server.admin("POST", trialsPath))
    expect(await refusal(open(trial))).toBe(404)
    const page = await openTrial(server.port, trial, { authorization: `Bearer ${adminToken}` })
    page.ws.close()
  })

  test("is closed when none of many messages makes sense, and none is a valid start", async () => {
    const page = await open(await begin())
    for (let count = 0; count < 20; count++) page.ws.send(count % 2 === 0 ? "{" : '{"type":"start"}')
    expect(await page.closed).toMatchObject({ code: 1008 })
    expect(page.received).toEqual([])
  })

  test("is closed when the session of the person ends", async () => {
    const person = await makePerson(server, { organization: org.id, role: "MEMBER" })
    const page = await open(await begin(person), person)
    page.send(start)
    await page.until("line")
    await answered(200, person.call("POST", "/auth/sign-out"))
    expect(await page.closed).toMatchObject({ code: 1008, reason: expect.stringContaining("session has ended") })
  })
})

describe("the number of trials", () => {
  const untilFree = () =>
    eventually(async () => {
      const open = await query<{ id: string }>(
        (sql) => sql`select id from flow_trials where organization_id = ${org.id} and opened_at is not null`
      )
      expect(open).toEqual([])
    })

  test("under way is three at most in an organization; another organization is not affected", async () => {
    await untilFree()
    const [one, two, three, four] = await Promise.all([begin(), begin(), begin(), begin()])
    const pages = await Promise.all([one, two, three].map((trial) => open(trial as FlowTrial)))
    expect(await refusal(open(four as FlowTrial))).toBe(409)
    const refused = await member.call("POST", trialsPath)
    expect([refused.status, refused.body.code]).toEqual([409, "TOO_MANY_TRIALS"])
    const other = await server.organization()
    const theirs = (await server.admin("POST", flowsPath(other), newFlow)).body.id
    await answered(201, server.admin("POST", `${flowsPath(other)}/${theirs}/trials`))
    // A page that is gone makes room, without a goodbye.
    pages[0]?.ws.terminate()
    await eventually(async () => expect(await refusal(open(await begin()))).toBe(undefined), 200)
    for (const { ws } of pages) ws.close()
    await untilFree()
  })

  test("counts no trial whose node has died", async () => {
    await untilFree()
    const pages = await Promise.all([1, 2, 3].map(async () => open(await begin())))
    await query(
      (sql) => sql`update flow_trials set lease_until = now() - interval '1 second' where organization_id = ${org.id}`
    )
    await begin()
    for (const { ws } of pages) ws.close()
    await untilFree()
  })
})

describe("a node", () => {
  test("ends its trials at once when it stops", async () => {
    const node = await startServer()
    const { id } = await node.organization()
    const flow = (await node.admin("POST", flowsPath({ id }), newFlow)).body.id
    const trial = (await node.admin("POST", `${flowsPath({ id })}/${flow}/trials`)).body
    const page = await openTrial(node.port, trial, { authorization: `Bearer ${adminToken}` })
    page.send(start)
    await page.until("line")
    await node.stop()
    expect(await page.closed).toMatchObject({ code: 1001 })
  })

  test.skipIf(engine !== "postgres")("carries a trial that another node began", async () => {
    const database = await makeDatabase()
    const [one, two] = [await startServer({ database }), await startServer({ database })]
    const { id } = await one.organization()
    const flow = (await one.admin("POST", flowsPath({ id }), newFlow)).body.id
    const trial = (await one.admin("POST", `${flowsPath({ id })}/${flow}/trials`)).body
    const page = await openTrial(two.port, trial, { authorization: `Bearer ${adminToken}` })
    page.send(start)
    await page.until("line", ({ text }) => text.includes("Asha"))
    await hangUp(page)
    await Promise.all([one.stop(), two.stop()])
    await database.remove()
  })
})
