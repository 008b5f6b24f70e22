import { Schema, Struct } from "effect"
import { OrganizationId } from "../accounts/OrganizationId.ts"
import { Timestamp } from "../calendar/time.ts"
import { countProblem } from "../schema/count-problem.ts"
import { withDefault } from "../schema/with-default.ts"
import { isHeardBy } from "../speech/vendor-languages.ts"
import { earVendors } from "../speech/vendors.ts"
import { LanguageCode, Name, shortText, writtenTextProblem } from "../text/text.ts"
import { CallDataRequest } from "../tools/CallData.ts"
import { FlowTools, GivenFlowTools } from "../tools/FlowTool.ts"
import { FlowTransfer } from "./FlowTransfer.ts"
import { FlowVariable, FlowVariables } from "./FlowVariable.ts"
import { FlowKeys, MachineSettings } from "./MachineSettings.ts"
import { ModelName, ReasoningEffort, Temperature } from "./named-model.ts"
import { RecordingMode } from "./Recording.ts"

const prompt = Schema.String.check(Schema.makeFilter((value) => writtenTextProblem(value, 50_000, value.length)))

const fields = {
  name: Name,
  type: Schema.Literals(["SURVEY", "MASS_COMMUNICATION", "NUDGE", "HYBRID"]),
  language: LanguageCode,
  voiceGender: Schema.Literals(["FEMALE", "MALE", "NEUTRAL"]),
  ttsProvider: Schema.Literals(["CLOUD_TTS", "GENERATIVE_TTS", "PREMIUM_TTS"]),
  llmProvider: Schema.Literals(["HOSTED_API", "PLATFORM_INFERENCE"]),
  systemInstruction: prompt,
  initialPrompt: prompt,
  allowInterrupts: Schema.Boolean,
  knowledgeBaseId: Schema.NullOr(Schema.String)
}

/** Settings of a flow that only the admin API knows, about how people opt out. */
const optOut = {
  optOutKey: Schema.NullOr(Schema.String)
    .annotate({
      description: "The key that a person presses, alone, to be never called again: 0 to 9, * or #. null: none does"
    })
    .check(
      Schema.makeFilter((value) =>
        value === null || /^[0-9*#]$/.test(value) ? undefined : "must be one of 0 to 9, * and #, or null"
      )
    ),
  optOutByModelOnly: Schema.Boolean.annotate({
    description:
      "Lets a real carrier call with this flow in a language whose opt-out phrases the service does not know: only the model and the key hear an opt-out then"
  })
}

/** Settings of a flow that only the admin API knows, about its language model. */
const languageModel = {
  model: Schema.NullOr(ModelName).annotate({
    description:
      "Name of the language model that answers, of the organization or of the settings. null: the one of llmProvider"
  }),
  reasoningEffort: Schema.NullOr(ReasoningEffort),
  temperature: Schema.NullOr(Temperature)
}

/** Settings of a flow that only the admin API knows, about what the person may speak. */
const speech = {
  languages: Schema.Array(LanguageCode)
    .annotate({
      description:
        "Other languages than `language` that the person may speak, at most 5. The recognizer expects them, opting out is understood in all of them, and replies follow the person where a voice speaks the language"
    })
    .check(
      Schema.makeFilter((all) => {
        const tooMany = countProblem(all.length, 5, "languages")
        if (tooMany !== undefined) return tooMany
        if (new Set(all.map((one) => one.toLowerCase())).size < all.length) return "must be different"
        const unheard = all.find((one) => !earVendors.some((vendor) => isHeardBy(vendor, one)))
        return unheard === undefined ? undefined : `names ${unheard}, which no vendor recognizes`
      })
    )
}

/** Settings of a flow that only the admin API knows, about machines that answer. */
const machines = {
  machines: Schema.NullOr(MachineSettings).annotate({
    description:
      "How the agent treats a machine that answers. null: the service detects none itself, and hangs up when the carrier detects one"
  }),
  keys: FlowKeys
}

/** A setting of a flow that only the admin API knows. */
const keepTranscript = Schema.Boolean.annotate({
  description:
    "Whether the words of calls are kept. false: once a call is analyzed, its transcript and all quotes from it are deleted"
})

/** A setting of a flow that only the admin API knows. */
const contactFields = Schema.Array(shortText(100, "A key of the metadata, or a field of contacts such as cityTier"))
  .annotate({
    description:
      "Fields of a contact that the language model learns besides the name, those that a prompt names as {{field}}, and those that callData fetches"
  })
  .check(
    Schema.makeFilter(
      (all) =>
        countProblem(all.length, 60, "fields") ?? (new Set(all).size < all.length ? "must be different" : undefined)
    )
  )

export const NewFlow = Schema.Struct({
  name: fields.name,
  systemInstruction: fields.systemInstruction,
  initialPrompt: fields.initialPrompt,
  type: withDefault(fields.type, "HYBRID"),
  language: withDefault(fields.language, "en-US"),
  voiceGender: withDefault(fields.voiceGender, "FEMALE"),
  ttsProvider: withDefault(fields.ttsProvider, "CLOUD_TTS"),
  llmProvider: withDefault(fields.llmProvider, "HOSTED_API"),
  allowInterrupts: withDefault(fields.allowInterrupts, true),
  knowledgeBaseId: withDefault(fields.knowledgeBaseId, null),
  optOutKey: withDefault(optOut.optOutKey, "9"),
  optOutByModelOnly: withDefault(optOut.optOutByModelOnly, false),
  languages: withDefault(speech.languages, []),
  model: withDefault(languageModel.model, null),
  reasoningEffort: withDefault(languageModel.reasoningEffort, null),
  temperature: withDefault(languageModel.temperature, null),
  tools: withDefault(GivenFlowTools, []),
  callData: withDefault(Schema.NullOr(CallDataRequest), null),
  machines: withDefault(machines.machines, null),
  keys: withDefault(machines.keys, []),
  transfer: withDefault(Schema.NullOr(FlowTransfer), null),
  variables: withDefault(FlowVariables, []),
  recording: withDefault(RecordingMode, "OFF"),
  keepTranscript: withDefault(keepTranscript, true),
  contactFields: withDefault(contactFields, [])
}).annotate({ identifier: "NewFlow" })
export type NewFlow = typeof NewFlow.Type

export const FlowChanges = Schema.Struct(
  Struct.map(
    {
      ...fields,
      ...optOut,
      ...speech,
      ...languageModel,
      tools: GivenFlowTools,
      callData: Schema.NullOr(CallDataRequest),
      ...machines,
      transfer: Schema.NullOr(FlowTransfer),
      variables: FlowVariables,
      recording: RecordingMode,
      keepTranscript,
      contactFields
    },
    Schema.optionalKey
  )
).annotate({
  identifier: "FlowChanges"
})
export type FlowChanges = typeof FlowChanges.Type

const read = {
  id: Schema.String,
  ...fields,
  organizationId: OrganizationId,
  createdAt: Timestamp,
  updatedAt: Timestamp
}

/** A flow in answers of `/v1`. */
export const Flow = Schema.Struct(read).annotate({ identifier: "Flow" })

/** Everything about a flow that an editor can change, and that a version keeps. */
export const FlowSettings = Schema.Struct({
  ...fields,
  ...optOut,
  ...speech,
  ...languageModel,
  tools: FlowTools,
  callData: Schema.NullOr(CallDataRequest),
  ...machines,
  transfer: Schema.NullOr(FlowTransfer),
  variables: Schema.Array(FlowVariable),
  recording: RecordingMode,
  keepTranscript,
  contactFields
}).annotate({ identifier: "FlowSettings" })
export type FlowSettings = typeof FlowSettings.Type

/** Returns the settings of a flow. */
export const settingsOf = (flow: FlowSettings): FlowSettings => Struct.pick(flow, Struct.keys(FlowSettings.fields))

const optionalText = Schema.NullOr(Schema.String)

/** The version of a flow, and its author. */
export const publication = {
  version: Schema.Int.annotate({ description: "Number of the version, from 1" }),
  publishedBy: optionalText.annotate({
    description:
      "Author of the version, such as `person:<id>` or `admin`; null for versions from before there were versions"
  }),
  publishedByName: optionalText.annotate({ description: "Name of the person who published it, if a person did" }),
  versionNote: optionalText.annotate({ description: "Why the version was published" })
}

/**
 * A flow in answers of the admin API: with the variables that the analysis reads from a conversation, and with the
 * settings that only this API knows.
 */
export const FlowWithVariables = Schema.Struct({
  ...read,
  ...FlowSettings.fields,
  ...publication,
  hasDraft: Schema.Boolean.annotate({ description: "Whether a draft is saved that is not published" })
}).annotate({
  identifier: "FlowWithVariables"
})
export type FlowWithVariables = typeof FlowWithVariables.Type
