import { type Option, type Redacted, Schema, Struct } from "effect"

/** The name of a language model; an organization's own model of a name comes before the settings' model. */
export const ModelName = Schema.String.annotate({
  description: "Name of a language model: 1 to 32 of A to Z, 0 to 9 and _"
}).check(Schema.makeFilter((name) => (isModelName(name) ? undefined : nameProblem)))

const nameProblem = "must be the name of a language model: 1 to 32 of A to Z, 0 to 9 and _"

export const isModelName = (name: string): boolean => /^[A-Z0-9_]{1,32}$/.test(name)

export const isReasoningEffort = (value: string): boolean => /^[a-z]{1,20}$/.test(value)

export const ReasoningEffort = Schema.String.annotate({
  description: "How long the model reasons before it answers, in its own words, such as none, minimal, low or high"
}).check(
  Schema.makeFilter((value) =>
    isReasoningEffort(value) ? undefined : "must be 1 to 20 lower-case letters, such as none, minimal or low"
  )
)

export const Temperature = Schema.Finite.annotate({ description: "Randomness of the replies, from 0 to 2" }).check(
  Schema.makeFilter((value) => (value >= 0 && value <= 2 ? undefined : "must be from 0 to 2"))
)

const fields = {
  baseUrl: Schema.String.annotate({
    description:
      "Base URL of a server that speaks OpenAI's chat completions, with its path, such as https://api.openai.com/v1"
  }),
  model: Schema.String.annotate({ description: "The server's name of the model" }).check(
    Schema.makeFilter((value) =>
      value.trim() === "" || value.length > 255 ? "must have 1 to 255 characters" : undefined
    )
  ),
  reasoningEffort: Schema.NullOr(ReasoningEffort),
  temperature: Schema.NullOr(Temperature)
}

export const ModelChanges = Schema.Struct({
  name: ModelName,
  ...Struct.map(fields, Schema.optionalKey),
  apiKey: Schema.optionalKey(
    Schema.NullOr(
      Schema.String.annotate({
        description:
          "Stored encrypted and never returned. If left out, the former one stays, but it is required again when " +
          "baseUrl moves to another origin. null: the server needs none"
      })
    )
  )
}).annotate({ identifier: "ModelChanges" })
export type ModelChanges = typeof ModelChanges.Type

/** A language model that flows may name. */
export const ListedModel = Schema.Struct({
  name: Schema.String,
  ...fields,
  hasApiKey: Schema.Boolean,
  source: Schema.Literals(["ORGANIZATION", "SETTINGS"]).annotate({
    description: "ORGANIZATION: an entry of the organization. SETTINGS: LLM_<NAME>_… in the environment of the service"
  })
}).annotate({ identifier: "ListedModel" })
export type ListedModel = typeof ListedModel.Type

/**
 * Identifies a model by name among those of the settings (`MODEL:FAST`) and of all organizations (`MODEL:7/FAST`). Its
 * circuit, the reports of its absence and the analyses that wait for it have this name.
 */
export type ModelRole = `MODEL:${string}`

/** A language model by name, and the server that serves it. */
export interface NamedModel {
  readonly name: string
  readonly role: ModelRole
  /** Null: the name is configured nowhere any more. */
  readonly server: ModelServer | null
}

export interface ModelServer {
  readonly baseUrl: string
  readonly apiKey: Option.Option<Redacted.Redacted>
  readonly model: string
  readonly reasoningEffort: string | null
  readonly temperature: number | null
  /** Whether requests may reach only public addresses: an organization chose the URL, not the operator. */
  readonly isGuarded: boolean
}

/** Says how to configure a name that is configured nowhere. */
export const missingModel = (name: string): string =>
  `the language model ${name} is not configured: set LLM_${name}_MODEL with LLM_${name}_BASE_URL or ` +
  `LLM_${name}_API_KEY, or add it to the organization in the console under Settings, Language models, or with carillon model set`
