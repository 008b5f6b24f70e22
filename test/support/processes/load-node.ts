import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { Signals } from "../../../src/events/Signals.ts"
import { newId } from "../../../src/platform/ids.ts"
import { type Answer, makeHttpClient } from "../api/http.ts"
import { newFlow } from "../api/resources.ts"
import { adminToken } from "../api/test-server.ts"
import { conversationSpeed } from "../fakes/logged-line.ts"
import { patience } from "../patience.ts"
import type { KillPoint } from "./kill-points.ts"
import { startScript } from "./script-process.ts"

export const lineToken = Redacted.make("a-token-of-the-line")
/** Key of every node. A test that opens their database needs it too. */
export const encryptionKey = `test:${Buffer.alloc(32, 7).toString("base64")}`

interface Node {
  readonly settings: Readonly<Record<string, string>>
  readonly port: number
  readonly lineUrl: string
  /** The program of the node, which may be that of an earlier release. */
  readonly script?: URL
  /** A command that runs the node in another place, such as a network namespace. */
  readonly within?: ReadonlyArray<string>
}

/** Loads a node in a process of its own, whose line runs elsewhere. It waits until `go` is called. */
export const loadNode = Effect.fnUntraced(function* (
  { lineUrl, port, settings, script = new URL("./dialer-node.ts", import.meta.url), within }: Node,
  dieAt?: KillPoint
) {
  const env = {
    ...settings,
    PORT: String(port),
    ADMIN_TOKEN: adminToken,
    ENCRYPTION_KEY: encryptionKey,
    API_RATE_LIMIT: "10000000",
    LOG_FORMAT: "json",
    LINE_URL: lineUrl,
    LINE_SPEED: String(conversationSpeed),
    LINE_TOKEN: Redacted.value(lineToken),
    ...(dieAt && { DIE_AT: JSON.stringify(dieAt) })
  }
  const process = yield* startScript(script, env, within)
  const lines: Array<string> = []
  const ready = Promise.withResolvers<void>()
  const read = async () => {
    for (let line = await process.line(); line !== undefined; line = await process.line()) {
      lines.push(line)
      if (line.includes("Listening on")) ready.resolve()
    }
  }
  const over = read().then(() => process.ended)
  return {
    /** Starts the node. Returns when it listens, or has died at its kill point. */
    go: async () => {
      process.send("go")
      const dead = await Promise.race([ready.promise, over])
      if (dead === undefined || lines.some((line) => line.startsWith("died "))) return
      throw new Error(`The node ended during its start (${dead.code}).\n${lines.join("\n")}\n${dead.stderr}`)
    },
    /** Lines that the node printed, once it has ended. */
    over: over.then(() => lines),
    lines,
    kill: process.kill,
    pid: process.pid as number
  }
})

/** A client of a node that may be dead: requests without an answer are repeated. */
export const makeApi = (port: number) => {
  const { close, send } = makeHttpClient(port)
  const ask = async (key: string, method: string, path: string, body?: unknown): Promise<Answer> => {
    const headers = key === adminToken ? { authorization: `Bearer ${key}` } : { "x-api-key": key }
    const givenUp = performance.now() + patience.process
    while (true) {
      const answer = await send({ method, path, body, headers }).catch((error: Error) => error)
      if (!(answer instanceof Error) && answer.status < 500) return answer
      if (performance.now() > givenUp) {
        throw new Error(`${method} ${path}: ${answer instanceof Error ? answer.message : answer.text}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const done = async (...asked: Parameters<typeof ask>): Promise<any> => {
    const answer = await ask(...asked)
    if (answer.status >= 300) throw new Error(`${asked[1]} ${asked[2]} → ${answer.status} ${answer.text}`)
    return answer.body
  }
  return {
    close,
    ask,
    organization: async (fields: object, flow: object = newFlow) => {
      const { id } = await done(adminToken, "POST", "/admin/v1/organizations", fields)
      const path = `/admin/v1/organizations/${id}`
      const { key } = await done(adminToken, "POST", `${path}/api-keys`, { name: "Test", role: "ADMIN" })
      const { id: flowId } = await done(adminToken, "POST", `${path}/flows`, flow)
      return { id: id as number, key: key as string, flowId: flowId as string }
    },
    campaign: async (
      { flowId, key }: { readonly flowId: string; readonly key: string },
      audienceId: string,
      fields: object
    ): Promise<string> => {
      const campaign = { name: "Spring", useCaseType: "CUSTOM", flowId, audienceId, ...fields }
      return (await done(key, "POST", "/v1/campaigns", campaign)).id
    },
    start: async (key: string, id: string) => {
      const { status, text } = await ask(key, "POST", `/v1/campaigns/${id}/start`)
      // A node may have started it, and died before its answer.
      const isStarted = status < 300 || (status === 409 && text.includes("is IN_PROGRESS"))
      if (!isStarted) throw new Error(`The start of campaign ${id} → ${status} ${text}`)
    }
  }
}

export interface Person {
  readonly id: string
  readonly phoneNumber: string
  readonly timezone: string | undefined
}

/** Inserts contacts of an organization, with all last digits, in these time zones in turn, or all with a persona. */
export const makePeople = Effect.fnUntraced(function* (
  organizationId: number,
  count: number,
  zones: ReadonlyArray<string> = [],
  persona?: string
) {
  const sql = yield* PgClient.PgClient
  const people = Array.from(
    { length: count },
    (_, index): Person => ({
      id: newId(),
      phoneNumber: `+9198${String(organizationId).padStart(3, "0")}${String(index).padStart(5, "0")}`,
      timezone: zones[Math.floor(index / 10) % zones.length]
    })
  )
  const rows = people.map(({ id, phoneNumber, timezone }) => ({
    id,
    phone_number: phoneNumber,
    metadata: { ...(timezone !== undefined && { timezone }), ...(persona !== undefined && { persona }) }
  }))
  yield* sql`insert into contacts (organization_id, id, name, phone_number, search, metadata)
    select ${organizationId}, id, 'Asha', phone_number, phone_number, metadata
    from jsonb_to_recordset(${sql.json(rows)}::jsonb) t (id uuid, phone_number text, metadata jsonb)`
  return people
})

export const makeAudience = Effect.fnUntraced(function* (organizationId: number, people: ReadonlyArray<Person>) {
  const sql = yield* PgClient.PgClient
  const id = newId()
  yield* sql`insert into audiences (organization_id, id, name) values (${organizationId}, ${id}, ${id})`
  yield* sql`insert into audience_members (organization_id, audience_id, contact_id)
    select ${organizationId}, ${id}, contact from unnest(${people.map((person) => person.id)}::uuid[]) contact`
  return id
})

/** Makes waiting calls due now. Through the API, the shortest delay of a retry is half an hour. */
const makeDue = Effect.fnUntraced(function* (which: ReadonlyArray<string>) {
  const sql = yield* PgClient.PgClient
  const signals = yield* Signals
  const due = yield* sql<{ campaignId: string }>`with waiting as (
      select id from calls where next_attempt_at > clock_timestamp() and status = any(${which}) for update skip locked)
    update calls c set next_attempt_at = clock_timestamp() from waiting w where c.id = w.id
    returning campaign_id`
  for (const id of new Set(due.map(({ campaignId }) => campaignId))) yield* signals.send(`campaign:${id}`)
})

export const makeAllDue = makeDue(["PENDING", "QUEUED"])
/** Leaves those alone whose first attempt waits for the morning. */
export const makeRetriesDue = makeDue(["QUEUED"])
