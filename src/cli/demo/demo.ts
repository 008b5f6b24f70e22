import { createWriteStream } from "node:fs"
import { readdir, rm } from "node:fs/promises"
import { join, resolve } from "node:path"
import { Console, Effect, Layer } from "effect"
import { NewCampaign } from "../../domain/campaigns/Campaign.ts"
import { FlowChanges } from "../../domain/flows/Flow.ts"
import { NewTransferTarget } from "../../domain/flows/TransferTarget.ts"
import { AppConfig, readSettings } from "../../platform/config.ts"
import { DataDir } from "../../platform/files/DataDir.ts"
import { ifThere } from "../../platform/files/durable-file.ts"
import { makePrivateFolder } from "../../platform/files/private-folder.ts"
import { type AdminClient, type ApiClient, adminClientAt, apiClientAt } from "../admin-client.ts"
import { CommandError, Json, remark } from "../output.ts"
import { payloadOf } from "../requests.ts"
import { clock } from "../watch/watch-drawing.ts"
import { watchCampaigns } from "../watch/watching.ts"
import { bookVisit, demoCalendar } from "./demo-calendar.ts"
import { demoFlows, desk, voicemailMessage } from "./demo-people.ts"
import { writeSamplePrices } from "./demo-prices.ts"
import { type Demo, demoIn, remember } from "./demo-seed.ts"
import { type CampaignCalls, callsOf, summaryOf, summaryTable } from "./demo-summary.ts"

export interface DemoOptions {
  readonly fresh: boolean
  /** Calls per minute of all campaigns together. */
  readonly pace: number
}

/** Prepares the process for a demo: its own folder, no other settings of this machine, and a log file. Returns the log. */
export const prepareDemo = Effect.fnUntraced(function* ({ fresh }: DemoOptions) {
  for (const name of Object.keys(process.env)) if (notOfDemo.test(name)) delete process.env[name]
  for (const [name, value] of Object.entries(demoSettings)) process.env[name] ||= value
  const dataDir = resolve(process.env.DATA_DIR ?? "")
  if (fresh) yield* clear(dataDir)
  yield* Effect.try({
    try: () => makePrivateFolder(dataDir),
    catch: (error) => new CommandError({ message: `Could not create DATA_DIR ${dataDir} (${error})` })
  })
  process.env.PRICES_FILE ||= yield* Effect.tryPromise({
    try: () => writeSamplePrices(dataDir),
    catch: (error) => new CommandError({ message: `Could not write the sample prices into ${dataDir} (${error})` })
  })
  const log = createWriteStream(join(dataDir, logFile), { flags: "a", mode: 0o600 })
  const write = (...texts: ReadonlyArray<unknown>) => log.write(`${texts.join(" ")}\n`)
  return Object.assign(Object.create(console), { log: write, error: write, warn: write }) as Console.Console
})

const demoSettings = {
  DATA_DIR: "./.carillon/demo",
  SIMULATOR_SPEED: "4",
  DRAIN_SECONDS: "5",
  LOG_FORMAT: "json",
  // The calendar of the demo is on this machine.
  ALLOW_PRIVATE_WEBHOOKS: "true"
}

// Settings that would make the demo use real databases, brokers, carriers or models.
const notOfDemo =
  /^(DATABASE_URL|REDIS_URL|PUBLIC_URL|CONSOLE_URL|ROLES|CARRIER|PROVIDERS|NODE_HOST|NODE_PORT|SIMULATOR_FAULTS|(KAFKA|TWILIO|OPENAI|INFERENCE|EMBEDDING|GOOGLE)_.*)$/

/** Log file beside the data. A folder without this file does not belong to a demo. */
const logFile = "demo.log"

const clear = Effect.fnUntraced(
  function* (dataDir: string) {
    const inside = (yield* Effect.promise(() => ifThere(readdir(dataDir)))) ?? []
    if (inside.length === 0) return
    if (!inside.includes(logFile)) {
      return yield* new CommandError({
        message: `DATA_DIR ${dataDir} has files that are not of a demo: --fresh removes nothing there`
      })
    }
    const { claim } = yield* DataDir
    yield* claim
    yield* Effect.promise(() => rm(dataDir, { recursive: true, force: true }))
  },
  (cleared) => Effect.scoped(Effect.provide(cleared, DataDir.layer.pipe(Layer.provide(AppConfig.layer))))
)

/** Sets up what is missing, runs and shows the campaigns, and prints what to try next. */
export const runDemo = ({ pace }: DemoOptions) =>
  Effect.fnUntraced(function* ({ adminUrl, url }: { readonly url: string; readonly adminUrl: string }) {
    const settings = yield* readSettings(process.env)
    const admin = yield* adminClientAt(adminUrl, settings)
    yield* remark(
      `Carillon listens at ${url}, on data in ${settings.dataDir} (log: ${join(settings.dataDir, logFile)})`
    )
    const { demo, isNew } = yield* demoIn(settings.dataDir, admin)
    yield* remark(
      isNew
        ? `Made organization ${demo.organizationId} with an API key, two flows, a knowledge base and 60 contacts`
        : `Continues with organization ${demo.organizationId} of an earlier run; --fresh starts from scratch`
    )
    yield* equip(admin, demo)
    // Not earlier: the console shows nothing before there is an organization.
    const link = yield* admin.ask(({ people }) => people.signInLink({ payload: {} }))
    yield* remark(`Open ${link.url} to see it in the console`)
    const api = yield* apiClientAt(url, demo.key)
    const { campaigns, isNew: isToStart } = yield* campaignsOf(demo, { api, dataDir: settings.dataDir, pace })
    const start = Effect.forEach(
      campaigns,
      (id) => api.ask(({ campaigns }) => campaigns.start({ params: { id }, headers: {} })),
      { discard: true }
    )
    const began = Date.now()
    yield* watchCampaigns(admin, demo.organizationId, campaigns, isToStart ? start : Effect.void)
    yield* printSummary(yield* callsOf(api, campaigns), { admin, began, demo, dataDir: settings.dataDir, url })
  })

/**
 * Starts the calendar, and gives the first flow a tool that books visits there, a desk to which it transfers calls, and
 * a message for voicemails.
 */
const equip = Effect.fnUntraced(function* (admin: AdminClient, { flows, organizationId }: Demo) {
  const { url } = yield* demoCalendar
  const id = String(organizationId)
  const target = yield* payloadOf(NewTransferTarget, { address: desk.address })
  yield* admin.ask(({ transferTargets }) =>
    transferTargets.put({ params: { id }, payload: { name: desk.name, ...target } })
  )
  const flowId = flows[0]?.flowId ?? ""
  const payload = yield* payloadOf(FlowChanges, {
    tools: [bookVisit(url)],
    transfer: { kind: "WARM", targets: [desk.name] },
    machines: { voicemail: "LEAVE_MESSAGE", message: voicemailMessage }
  })
  yield* admin.ask(({ flows }) => flows.update({ params: { id, flowId }, payload }))
  yield* remark(
    `The agent of the English flow books visits at ${url}, hands over to the ${desk.name}, and leaves messages`
  )
})

/** The campaigns of an earlier run that still run, or else new ones. */
const campaignsOf = Effect.fnUntraced(function* (
  demo: Demo,
  { api, dataDir, pace }: { readonly api: ApiClient; readonly dataDir: string; readonly pace: number }
) {
  const earlier = yield* Effect.forEach(demo.campaigns, (id) =>
    api.ask(({ campaigns }) => campaigns.get({ params: { id } }))
  )
  if (earlier.some(({ status }) => status === "IN_PROGRESS")) return { campaigns: demo.campaigns, isNew: false }
  const campaigns = yield* Effect.forEach(
    demo.flows,
    Effect.fnUntraced(function* ({ audienceId, flowId }, index) {
      const payload = yield* payloadOf(NewCampaign, {
        name: demoFlows[index]?.campaign ?? `Demo ${index + 1}`,
        useCaseType: "LEAD_QUALIFICATION",
        flowId,
        audienceId,
        callsPerMinute: Math.max(1, Math.round(pace / demo.flows.length)),
        maxConcurrentCalls: 10,
        maxRetries: 0
      })
      return yield* api.ask(({ campaigns }) => campaigns.create({ headers: {}, payload }))
    })
  )
  const ids = campaigns.map(({ id }) => id)
  yield* remember(dataDir, { ...demo, campaigns: ids })
  return { campaigns: ids, isNew: true }
})

interface Ran {
  readonly admin: AdminClient
  readonly url: string
  readonly began: number
  readonly demo: Demo
  readonly dataDir: string
}

const printSummary = Effect.fnUntraced(function* (campaigns: ReadonlyArray<CampaignCalls>, ran: Ran) {
  const calls = campaigns.flatMap((campaign) => campaign.calls)
  const summary = summaryOf(calls)
  const { admin, began, demo } = ran
  if (yield* Json) {
    return yield* Console.log(
      JSON.stringify({
        type: "summary",
        url: ran.url,
        organizationId: demo.organizationId,
        key: demo.key,
        ...summary
      })
    )
  }
  const seconds = Math.round((Date.now() - began) / 1_000)
  yield* Console.log(
    [
      "",
      `The campaigns are over: ${summary.calls} calls in ${clock(seconds)}, ${summary.answered} answered, ${summary.minutes} minutes of conversation.`,
      "",
      summaryTable(summary),
      "",
      `API key    ${demo.key}`,
      `API        ${admin.url}/docs`,
      `Admin API  ${admin.url}/docs/admin`,
      "",
      "To try next, in another terminal:",
      ...commands(campaigns, ran).map((command) => `  ${command}`),
      "",
      "It keeps serving: Ctrl-C ends it."
    ].join("\n")
  )
})

/** Commands that work as they are printed. */
const commands = (
  campaigns: ReadonlyArray<CampaignCalls>,
  { admin, dataDir, demo, url }: Ran
): ReadonlyArray<string> => {
  const carillon = `DATA_DIR=${quoted(dataDir)} npm run -s carillon --`
  const there = `--url ${admin.url}`
  const header = `-H "x-api-key: ${demo.key}"`
  const calls = campaigns.flatMap((campaign) => campaign.calls)
  // Numbers that end in 7 ask the agent a question, which makes the most interesting transcript.
  const asked =
    calls.find(({ outcome, phoneNumber }) => phoneNumber.endsWith("7") && outcome === "CONNECTED") ?? calls[0]
  return [
    `${carillon} call explain ${there} --org ${demo.organizationId} ${asked?.id ?? ""}`,
    `curl -s "${url}/v1/campaigns/${campaigns[0]?.id ?? ""}/calls?limit=3" ${header}`,
    `curl -s ${url}/v1/knowledge-bases/${demo.knowledgeBaseId}/search ${header} -H "content-type: application/json" -d '{"query": "What are your opening hours?"}'`,
    `curl -s ${url}/v1/write-back/campaigns/${campaigns[0]?.id ?? ""}/results.csv ${header}`,
    `${carillon} events tail ${there}`
  ]
}

const quoted = (path: string) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`)
