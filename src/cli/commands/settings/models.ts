import { Effect, Option, Record, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { type ListedModel, ModelChanges } from "../../../domain/flows/named-model.ts"
import { adminClient } from "../../admin-client.ts"
import { Environment } from "../../environment.ts"
import { filledFlag, organization, reasoningEffort, temperature } from "../../flags.ts"
import { fields, print, table, UsageError } from "../../output.ts"
import { payloadOf } from "../../requests.ts"

const name = filledFlag("name").pipe(
  Flag.withDescription("Name of the language model: A to Z, 0 to 9 and _ (required)")
)

const set = Command.make(
  "set",
  {
    organization,
    name,
    given: {
      baseUrl: Flag.String("base-url").pipe(
        Flag.withDescription("Base URL of the server, such as https://api.openai.com/v1"),
        Flag.optional
      ),
      model: Flag.String("model").pipe(Flag.withDescription("The server's name of the model"), Flag.optional),
      reasoningEffort
    },
    temperature,
    apiKeyVariable: Flag.String("api-key-variable").pipe(
      Flag.withDescription("The environment variable that contains the API key; arguments are visible to other users"),
      Flag.optional
    ),
    noApiKey: Flag.Boolean("no-api-key").pipe(
      Flag.withoutNegation,
      Flag.withDefault(false),
      Flag.withDescription("Forget the API key: the server needs none")
    )
  },
  Effect.fn("model set")(function* ({ organization, name, given, temperature, apiKeyVariable, noApiKey }) {
    const admin = yield* adminClient
    const apiKey = yield* keyOf(apiKeyVariable, noApiKey)
    const payload = yield* payloadOf(ModelChanges, {
      name,
      ...Record.getSomes(given),
      ...Record.getSomes({ temperature }),
      ...(apiKey !== undefined && { apiKey: apiKey === null ? null : Redacted.value(apiKey) })
    })
    const params = { id: String(organization) }
    yield* print(yield* admin.ask(({ models }) => models.put({ params, payload })), fields)
  })
).pipe(
  Command.withDescription("Add a language model to an organization, or change it"),
  Command.withExamples([
    {
      command:
        "ACME_KEY=sk-… carillon model set --org 1 --name FAST --base-url https://api.openai.com/v1 --model gpt-4.1 --api-key-variable ACME_KEY"
    },
    { command: "carillon model set --org 1 --name FAST --reasoning-effort low" }
  ])
)

const keyOf = Effect.fnUntraced(function* (variable: Option.Option<string>, isNone: boolean) {
  if (Option.isNone(variable)) return isNone ? null : undefined
  if (isNone) return yield* new UsageError({ message: "Use either --api-key-variable or --no-api-key" })
  const key = (yield* Environment)[variable.value]
  return key ? Redacted.make(key) : yield* new UsageError({ message: `The variable ${variable.value} is not set` })
})

const list = Command.make(
  "list",
  { organization },
  Effect.fn("model list")(function* ({ organization }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const found = yield* admin.ask(({ models }) => models.list({ params }))
    yield* print(found, ({ data }) => table(data, columns, "No language models by name."))
  })
).pipe(Command.withDescription("List the language models that the flows of an organization may name"))

const remove = Command.make(
  "delete",
  { organization, name },
  Effect.fn("model delete")(function* ({ organization, name }) {
    const admin = yield* adminClient
    const params = { id: String(organization), name }
    const answer = yield* admin.ask(({ models }) => models.remove({ params }))
    yield* print(answer, () => `Deleted ${name}`)
  })
).pipe(Command.withDescription("Remove a language model of an organization that no flow names"))

const columns = {
  NAME: ({ name }: ListedModel) => name,
  MODEL: ({ model }: ListedModel) => model,
  "BASE URL": ({ baseUrl }: ListedModel) => baseUrl,
  KEY: ({ hasApiKey }: ListedModel) => (hasApiKey ? "yes" : "no"),
  EFFORT: ({ reasoningEffort }: ListedModel) => reasoningEffort,
  TEMPERATURE: ({ temperature }: ListedModel) => temperature,
  SOURCE: ({ source }: ListedModel) => source
}

export const model = Command.make("model").pipe(
  Command.withDescription("Language models by name, which flows choose with --model"),
  Command.withSubcommands([set, list, remove])
)
