import { Context, Effect, Fiber, Layer, Logger } from "effect"
import { HttpServer } from "effect/http"
import { Transcripts } from "../../../src/calls/conversations/Transcripts.ts"
import { type application, applicationWith } from "../../../src/main.ts"
import { type CallLine, CallSession, type SessionHandle } from "../../../src/media/session/CallSession.ts"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import { AdminListener } from "../../../src/platform/http/HttpServer.ts"
import * as Lifecycle from "../../../src/platform/lifecycle/Lifecycle.ts"
import { makeDatabase, type TestDatabase } from "../servers/test-database.ts"
import { makeAnswerCheck } from "./answer-check.ts"
import { type Contract, readContract } from "./contract.ts"
import { type Answer, makeHttpClient, type Sent } from "./http.ts"

export const adminToken = "a-token-for-the-tests-that-is-long"

/** Sends a request with certain credentials, checks the answer against the contract, and returns it. */
export type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>
) => Promise<Answer>

export interface TestServer {
  readonly port: number
  /** The port of ADMIN_PORT, or else the same. */
  readonly adminPort: number
  readonly contract: Contract
  readonly database: TestDatabase
  /** Warnings and errors that the server has logged, except those of a busy machine. */
  readonly log: Array<string>
  /** Sends a request without a check of the answer. */
  readonly send: (sent: Sent) => Promise<Answer>
  readonly call: Call
  readonly admin: Call
  /** Sends requests with a new admin token of a role. */
  readonly adminAs: (role: AdminRole) => Promise<Call>
  readonly as: (key: string) => Call
  readonly organization: (name?: string) => Promise<TestOrganization>
  /** Runs an effect with the server's own services. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, Services>) => Promise<A>
  readonly stop: () => Promise<void>
}

type Services = Layer.Success<typeof application>

export type AdminRole = "VIEWER" | "OPERATOR" | "ADMIN"

export type Role = "VIEWER" | "MEMBER" | "ADMIN" | "SUPER_ADMIN"

export interface TestOrganization {
  readonly id: number
  readonly keys: Readonly<Record<Role, string>>
  /** Sends requests with the key of an ADMIN. */
  readonly call: Call
  readonly as: (role: Role) => Call
}

interface Options {
  /** Database that is kept when the server stops. By default the server has its own, which is removed. */
  readonly database?: TestDatabase
  readonly settings?: Readonly<Record<string, string>>
  /** Holds conversations in place of the server's own sessions. */
  readonly begin?: CallSession["Service"]["begin"]
  /** Accepts 5xx answers, for tests that break the server's dependencies. */
  readonly mayFail?: boolean
}

/** Starts the whole application in this process, on a free port. */
export const startServer = async ({
  database,
  mayFail = false,
  settings,
  begin
}: Options = {}): Promise<TestServer> => {
  const own = database ?? (await makeDatabase())
  const log: Array<string> = []
  const { adminPort, port, run, stop } = await launch({ ...own.settings, ...settings }, log, begin)
  const client = makeHttpClient(port)
  const adminClient = adminPort === port ? client : makeHttpClient(adminPort)
  await untilReady(client.send)
  const contract = await readContract(adminClient.send)
  const check = makeAnswerCheck(contract)

  const withHeaders =
    (always: Readonly<Record<string, string>>, { send } = client): Call =>
    async (method, path, body, headers) => {
      const sent = { method, path, body, headers: { ...always, ...headers } }
      const answer = await send(sent)
      const problems = check(sent, answer)
      if (answer.status >= 500 && !mayFail) problems.push("failed", ...log)
      if (problems.length > 0) {
        throw new Error(`${method} ${path} → ${answer.status} ${answer.text}\n${problems.join("\n")}`)
      }
      return answer
    }
  const as = (key: string) => withHeaders({ "x-api-key": key })
  const bearer = (token: string) => withHeaders({ authorization: `Bearer ${token}` }, adminClient)
  const admin = bearer(adminToken)

  return {
    port,
    adminPort,
    contract,
    database: own,
    log,
    send: client.send,
    call: withHeaders({}),
    admin,
    adminAs: async (role) => bearer((await admin("POST", "/admin/v1/tokens", { name: role, role })).body.token),
    as,
    organization: (name = "Test") => makeOrganization(admin, as, name),
    run,
    stop: async () => {
      client.close()
      adminClient.close()
      await stop()
      if (database === undefined) await own.remove()
    }
  }
}

const launch = async (settings: Readonly<Record<string, string>>, log: Array<string>, begin: Options["begin"]) => {
  const session = begin && sessionOf(begin)
  const built = Promise.withResolvers<Context.Context<Services>>()
  const listening = Layer.effectDiscard(Effect.map(Effect.context<Services>(), built.resolve))
  const config = Layer.effect(
    AppConfig,
    readSettings({
      PORT: "0",
      ADMIN_TOKEN: adminToken,
      ENCRYPTION_KEY: `test:${Buffer.alloc(32, 7).toString("base64")}`,
      API_RATE_LIMIT: "10000000",
      DRAIN_SECONDS: "0",
      ...settings
    })
  )
  const fiber = Effect.runFork(
    Lifecycle.launch(listening.pipe(Layer.provide(applicationWith(undefined, session)))).pipe(
      Effect.provide(config),
      Effect.provide(Logger.layer([noteProblems(log)]))
    )
  )
  const failed = Effect.runPromise(Fiber.join(fiber)).then(() => Promise.reject(new Error("The server has stopped")))
  const services = await Promise.race([built.promise, failed])
  failed.catch(() => undefined)
  const { address } = Context.get(services, HttpServer.HttpServer)
  const port = "port" in address ? address.port : 0
  const { url } = Context.get(services, AdminListener)
  return {
    port,
    adminPort: url === undefined ? port : Number(new URL(url).port),
    run: Effect.runPromiseWith(services),
    stop: () => Effect.runPromise(Fiber.interrupt(fiber))
  }
}

/** Like a real session, records the end of the conversation, for which the end of a call waits. */
const sessionOf = (begin: CallSession["Service"]["begin"]) =>
  Layer.effect(
    CallSession,
    Effect.map(Transcripts, ({ end }) => ({
      begin: (line: CallLine): SessionHandle => {
        const session = begin(line)
        const nothing = { transcript: [], turns: [], heard: false, optedOut: false, failed: false }
        return { ...session, run: Effect.ensuring(session.run, end(line.attempt, nothing)) }
      }
    }))
  )

const noteProblems = (log: Array<string>) =>
  Logger.make((entry) => {
    if (entry.logLevel === "Warn" || entry.logLevel === "Error" || entry.logLevel === "Fatal") {
      const line = Logger.formatLogFmt.log(entry)
      if (!ofBusyMachine.test(line)) log.push(line)
    }
  })

/**
 * A node that gets no time for seconds loses its share of the work, or finds its locks slow, and takes them again. A
 * campaign is then woken late.
 */
const ofBusyMachine = /its share of the common work|Shard lock storage|release shards|Could not wake campaign/

const untilReady = async (send: TestServer["send"]): Promise<void> => {
  const { status } = await send({ method: "GET", path: "/readyz" })
  if (status !== 200) return untilReady(send)
}

const makeOrganization = async (admin: Call, as: TestServer["as"], name: string): Promise<TestOrganization> => {
  const { id } = (await admin("POST", "/admin/v1/organizations", { name })).body
  const make = async (role: Role): Promise<string> =>
    (await admin("POST", `/admin/v1/organizations/${id}/api-keys`, { name: role, role })).body.key
  const keys = {
    VIEWER: await make("VIEWER"),
    MEMBER: await make("MEMBER"),
    ADMIN: await make("ADMIN"),
    SUPER_ADMIN: await make("SUPER_ADMIN")
  }
  return { id, keys, call: as(keys.ADMIN), as: (role) => as(keys[role]) }
}
