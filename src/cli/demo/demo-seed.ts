import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Effect, Schedule, Schema } from "effect"
import { NewApiKey } from "../../domain/accounts/ApiKey.ts"
import { NewOrganization } from "../../domain/accounts/Organization.ts"
import { NewFlow } from "../../domain/flows/Flow.ts"
import { ifThere } from "../../platform/files/durable-file.ts"
import { type AdminClient, type ApiClient, apiClientAt } from "../admin-client.ts"
import { CommandError } from "../output.ts"
import { payloadOf } from "../requests.ts"
import { type DemoFlow, demoFlows, document, knowledgeBase, organization } from "./demo-people.ts"

/** The setup of an earlier run, which the next run continues with. */
const Demo = Schema.Struct({
  organizationId: Schema.Int,
  key: Schema.String,
  knowledgeBaseId: Schema.String,
  flows: Schema.Array(Schema.Struct({ flowId: Schema.String, audienceId: Schema.String })),
  /** Campaigns of the last run. */
  campaigns: Schema.Array(Schema.String)
})
export type Demo = typeof Demo.Type

/** The file in DATA_DIR that stores the setup. */
const demoFile = "demo.json"

/** Loads the setup of an earlier run, or makes a new one. */
export const demoIn = Effect.fnUntraced(function* (dataDir: string, admin: AdminClient) {
  const file = join(dataDir, demoFile)
  const found = yield* Effect.promise(() => ifThere(readFile(file, "utf8")))
  if (found !== undefined) {
    const demo = yield* Effect.mapError(
      Schema.decodeUnknownEffect(Schema.fromJsonString(Demo))(found),
      () => new CommandError({ message: `${file} cannot be read: start from scratch with --fresh` })
    )
    return { demo, isNew: false }
  }
  const demo = yield* seed(admin)
  yield* remember(dataDir, demo)
  return { demo, isNew: true }
})

export const remember = (dataDir: string, demo: Demo) =>
  Effect.promise(() => writeFile(join(dataDir, demoFile), JSON.stringify(demo, null, 2), { mode: 0o600 }))

const seed = Effect.fnUntraced(function* (admin: AdminClient) {
  const newOrganization = yield* payloadOf(NewOrganization, organization)
  const { id } = yield* admin.ask(({ organizations }) => organizations.create({ payload: newOrganization }))
  const newKey = yield* payloadOf(NewApiKey, { name: "demo" })
  const { key } = yield* admin.ask(({ apiKeys }) => apiKeys.create({ params: { id: String(id) }, payload: newKey }))
  const api = yield* apiClientAt(admin.url, key)
  const base = yield* api.ask(({ knowledgeBases }) => knowledgeBases.create({ headers: {}, payload: knowledgeBase }))
  yield* upload(api, base.id)
  const flows = yield* Effect.forEach(demoFlows, (flow) =>
    seedFlow(admin, api, { organization: id, base: base.id, flow })
  )
  return { organizationId: id, key, knowledgeBaseId: base.id, flows, campaigns: [] }
})

const upload = Effect.fnUntraced(function* (api: ApiClient, base: string) {
  const params = { id: base }
  const form = new FormData()
  form.append("file", new Blob([document.text], { type: "text/markdown" }), document.filename)
  yield* api.ask(({ knowledgeBases }) => knowledgeBases.upload({ params, headers: {}, payload: form }))
  // The document is indexed in the background; before that, calls find no answers in it.
  const stored = api.ask(({ knowledgeBases }) => knowledgeBases.get({ params }))
  const { documents } = yield* until(stored, ({ documents }) =>
    documents.every(({ status }) => status === "READY" || status === "FAILED")
  )
  const failed = documents.find(({ status }) => status === "FAILED")
  if (failed !== undefined)
    return yield* new CommandError({ message: `Could not read ${failed.filename}: ${failed.failureReason}` })
})

interface Given {
  readonly organization: number
  readonly base: string
  readonly flow: DemoFlow
}

const seedFlow = Effect.fnUntraced(function* (admin: AdminClient, api: ApiClient, { base, flow, organization }: Given) {
  const payload = yield* payloadOf(NewFlow, { ...flow.flow, knowledgeBaseId: base })
  const made = yield* admin.ask(({ flows }) => flows.create({ params: { id: String(organization) }, payload }))
  const audience = yield* api.ask(({ audiences }) =>
    audiences.create({ headers: {}, payload: { name: flow.campaign } })
  )
  const contacts = flow.names.map((name, index) => ({
    name,
    phoneNumber: `${flow.numbers}${String(index).padStart(2, "0")}`,
    language: flow.flow.language,
    ...(flow.personas?.[name] !== undefined && { persona: flow.personas[name] })
  }))
  const { importId } = yield* api.ask(({ imports }) =>
    imports.bulk({ headers: {}, payload: { audienceId: audience.id, contacts } })
  )
  const state = yield* until(
    api.ask(({ imports }) => imports.status({ params: { id: importId } })),
    ({ status }) => status !== "PENDING" && status !== "PROCESSING"
  )
  if (state.status !== "COMPLETED")
    return yield* new CommandError({ message: `Could not import the contacts: ${state.status}` })
  return { flowId: made.id, audienceId: audience.id }
})

const until = <A>(ask: Effect.Effect<A, CommandError>, isDone: (answer: A) => boolean) =>
  Effect.repeat(ask, { until: isDone, schedule: Schedule.spaced("100 millis") })
