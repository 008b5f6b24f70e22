import { Effect, Option, Record, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { Flow, FlowWithVariables, NewFlow } from "../../domain/flows/Flow.ts"
import { RecordingMode } from "../../domain/flows/Recording.ts"
import { adminClient } from "../admin-client.ts"
import { organization, reasoningEffort, temperature } from "../flags.ts"
import { fields, print, table, UsageError } from "../output.ts"
import { readDocument } from "../read-document.ts"
import { payloadOf } from "../requests.ts"

type Shown = typeof FlowWithVariables.Encoded

/** A flow as the API sends it: scripts that read --json rely on that form. */
const asSent = Schema.encodeSync(FlowWithVariables)

const { llmProvider, ttsProvider, type, voiceGender } = Flow.fields

const create = Command.make(
  "create",
  {
    organization,
    file: Flag.String("file").pipe(
      Flag.withDescription("A JSON file with the fields of the flow; other flags override it"),
      Flag.optional
    ),
    given: {
      name: Flag.String("name").pipe(Flag.withDescription("Name of the flow"), Flag.optional),
      systemInstruction: Flag.String("system-instruction").pipe(
        Flag.withDescription("Instruction for the model: who the agent is, and how it talks"),
        Flag.optional
      ),
      initialPrompt: Flag.String("initial-prompt").pipe(Flag.withDescription("The agent's first words"), Flag.optional),
      type: Flag.Literals("type", type.literals).pipe(Flag.withDescription("Default HYBRID"), Flag.optional),
      language: Flag.String("language").pipe(
        Flag.withDescription("Language code such as hi-IN (default en-US)"),
        Flag.optional
      ),
      voiceGender: Flag.Literals("voice-gender", voiceGender.literals).pipe(
        Flag.withDescription("Default FEMALE"),
        Flag.optional
      ),
      ttsProvider: Flag.Literals("tts-provider", ttsProvider.literals).pipe(
        Flag.withDescription("Default CLOUD_TTS"),
        Flag.optional
      ),
      llmProvider: Flag.Literals("llm-provider", llmProvider.literals).pipe(
        Flag.withDescription("Default HOSTED_API"),
        Flag.optional
      ),
      model: Flag.String("model").pipe(
        Flag.withDescription("Name of a language model, see model list (default the one of --llm-provider)"),
        Flag.optional
      ),
      reasoningEffort,
      recording: Flag.Literals("recording", RecordingMode.literals).pipe(
        Flag.withDescription("Whether calls are recorded; AFTER_CONSENT asks first (default OFF)"),
        Flag.optional
      ),
      optOutKey: Flag.String("opt-out-key").pipe(
        Flag.withDescription('The key that means "do not call me again" (default 9)'),
        Flag.optional
      )
    },
    temperature,
    languages: Flag.String("languages").pipe(
      Flag.withDescription("Other languages that the person may speak, such as en-IN,ta-IN"),
      Flag.optional
    ),
    optOutByModelOnly: Flag.Boolean("opt-out-by-model-only").pipe(
      Flag.withDescription("Accept that only the model and the key hear an opt-out in the flow's language"),
      Flag.withDefault(false)
    )
  },
  Effect.fn("flow create")(function* ({ organization, file, given, temperature, languages, optOutByModelOnly }) {
    const admin = yield* adminClient
    const { name, systemInstruction, initialPrompt } = given
    if (Option.isNone(file) && Option.isNone(Option.all([name, systemInstruction, initialPrompt]))) {
      return yield* new UsageError({
        message: "A flow needs --name, --system-instruction and --initial-prompt, or a --file that has them"
      })
    }
    const params = { id: String(organization) }
    const payload = yield* payloadOf(NewFlow, {
      ...(Option.isSome(file) && (yield* readDocument(file.value))),
      ...Record.getSomes(given),
      ...Record.getSomes({ temperature }),
      ...(Option.isSome(languages) && { languages: languages.value.split(",").map((one) => one.trim()) }),
      ...(optOutByModelOnly && { optOutByModelOnly })
    })
    const created = yield* admin.ask(({ flows }) => flows.create({ params, payload }))
    yield* print(asSent(created), fields)
  })
).pipe(
  Command.withDescription("Create a flow: what the agent says in a call, and how"),
  Command.withExamples([
    {
      command:
        'carillon flow create --org 1 --name Reminder --system-instruction "You remind people of a visit." --initial-prompt "Hello, this is Acme."'
    },
    { command: "carillon flow create --org 1 --file flow.json --language hi-IN" }
  ])
)

const list = Command.make(
  "list",
  { organization },
  Effect.fn("flow list")(function* ({ organization }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const found = yield* admin.list(({ flows }, query) => flows.list({ params, query }))
    yield* print({ data: found.data.map((flow) => asSent(flow)) }, ({ data }) => table(data, columns, "No flows."))
  })
).pipe(Command.withDescription("List the flows of an organization, newest first"))

const columns = {
  ID: ({ id }: Shown) => id,
  NAME: ({ name }: Shown) => name,
  TYPE: ({ type }: Shown) => type,
  LANGUAGE: ({ language }: Shown) => language,
  SPEECH: ({ ttsProvider }: Shown) => ttsProvider,
  MODEL: ({ llmProvider, model }: Shown) => model ?? llmProvider,
  CREATED: ({ createdAt }: Shown) => createdAt
}

export const flow = Command.make("flow").pipe(
  Command.withDescription("Flows: what the agent says in a call, and how"),
  Command.withSubcommands([create, list])
)
