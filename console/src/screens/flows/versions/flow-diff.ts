import { mergedEdits } from "../../../ui/edits/merged-edits.ts"
import { isSameValue } from "../../../ui/edits/same-value.ts"
import { languageName } from "../../../ui/words/language-name.ts"
import type { FlowDraft } from "../flow-draft.ts"

/** A setting that differs between two flows, in words. */
export interface FlowDifference {
  readonly field: string
  readonly before: string
  readonly after: string
}

/** The names of settings, as the editor shows them, in its order. */
const fields: { readonly [Key in keyof FlowDraft]: string } = {
  name: "Name",
  initialPrompt: "Opening",
  systemInstruction: "Instruction",
  variables: "Variables",
  tools: "Tools",
  callData: "Data before the call",
  machines: "Voicemail and assistants",
  keys: "Keys in voice menus",
  transfer: "Transfer to a person",
  language: "Language",
  languages: "Other languages",
  voiceGender: "Voice",
  ttsProvider: "Kind of voice",
  model: "Model",
  llmProvider: "Model of the service",
  temperature: "Temperature",
  reasoningEffort: "Reasoning",
  type: "Purpose",
  knowledgeBaseId: "Knowledge base",
  allowInterrupts: "The person may interrupt the agent",
  optOutKey: "Key that means: never call me again",
  optOutByModelOnly: "Call in an unknown language nevertheless",
  recording: "Recording",
  keepTranscript: "Keep the words of calls",
  contactFields: "Fields that the model learns"
}

const words: Readonly<Record<string, string>> = {
  FEMALE: "Female",
  MALE: "Male",
  NEUTRAL: "Neutral",
  CLOUD_TTS: "Standard",
  GENERATIVE_TTS: "Generative",
  PREMIUM_TTS: "Premium",
  HOSTED_API: "Hosted",
  PLATFORM_INFERENCE: "Private",
  HYBRID: "Conversation",
  SURVEY: "Survey",
  NUDGE: "Reminder",
  MASS_COMMUNICATION: "Announcement",
  OFF: "Off",
  ON: "On",
  AFTER_CONSENT: "After consent",
  STRING: "text",
  NUMBER: "number",
  BOOLEAN: "yes or no",
  DATE_TIME: "date and time",
  DATE: "day",
  ENUM: "one of several",
  LIST: "list"
}

/** Returns the settings that differ, with the names of knowledge bases by their ids. */
export const differencesOf = (
  before: FlowDraft,
  after: FlowDraft,
  baseNames: ReadonlyMap<string, string>
): ReadonlyArray<FlowDifference> =>
  (Object.keys(fields) as ReadonlyArray<keyof FlowDraft>)
    .filter((key) => !isSameValue(before[key], after[key]))
    .map((key) => ({
      field: fields[key],
      before: inWords(key, before, baseNames),
      after: inWords(key, after, baseNames)
    }))

/** Merges a draft that another person has saved meanwhile into one that is being edited, and names the contested settings. */
export const mergedDrafts = (before: FlowDraft, latest: FlowDraft, edited: FlowDraft) => {
  const { contested, merged } = mergedEdits(before, latest, edited)
  const keys = new Set(contested.map((path) => path.split(".")[0] as keyof FlowDraft))
  return { merged, contested: [...keys].map((key) => fields[key]) }
}

const inWords = (key: keyof FlowDraft, flow: FlowDraft, baseNames: ReadonlyMap<string, string>): string => {
  if (key === "variables") return flow.variables.map(variableInWords).join("\n")
  if (key === "tools") return flow.tools.map(toolInWords).join("\n\n") || "None"
  if (key === "callData") return flow.callData === null ? "None" : callDataInWords(flow.callData)
  if (key === "machines") return flow.machines === null ? "As the carrier detects it" : machinesInWords(flow.machines)
  if (key === "keys") return flow.keys.join(", ") || "None"
  if (key === "transfer") return flow.transfer === null ? "None" : transferInWords(flow.transfer)
  if (key === "languages") return flow.languages.map(languageName).join(", ") || "None"
  if (key === "language") return languageName(flow.language)
  const value = flow[key]
  if (value === null) return key === "temperature" || key === "reasoningEffort" ? "The model’s own" : "None"
  if (typeof value === "boolean") return value ? "Yes" : "No"
  if (key === "knowledgeBaseId") return baseNames.get(String(value)) ?? "A knowledge base that was deleted"
  return isProse(key) ? String(value) : (words[String(value)] ?? String(value))
}

const variableInWords = (variable: FlowDraft["variables"][number]): string => {
  const { condition, description, isCallbackRequest, name, options, required, role, type } = variable
  const about = [
    words[type],
    ...(options === undefined ? [] : [options.join(" / ")]),
    ...(required === true ? ["every conversation should have it"] : []),
    ...(role === undefined ? [] : [role === "COMMITMENT_AMOUNT" ? "amount of a promise" : "day of a promise"]),
    ...(isCallbackRequest ? ["call back then"] : []),
    ...(condition === undefined ? [] : [`only if: ${condition}`])
  ]
  return `${name} (${about.join(", ")})${description === "" ? "" : `: ${description}`}`
}

const callDataInWords = ({ request, variables }: NonNullable<FlowDraft["callData"]>): string =>
  [
    ...requestInWords(request),
    ...variables.map(({ default: value, name, path }) => `${name}: ${path}, else "${value ?? ""}"`)
  ].join("\n")

const requestInWords = ({ body, headers, method, url }: NonNullable<FlowDraft["callData"]>["request"]) => [
  `${method} ${url}${headers == null ? "" : `, headers ${headers}`}`,
  ...(body == null ? [] : [`Body: ${body}`])
]
const transferInWords = ({ kind, maxMinutes, targets, when }: NonNullable<FlowDraft["transfer"]>): string =>
  [
    `${kind === "WARM" ? "After a briefing" : "At once"}, to ${targets.join(", ")}`,
    ...(when == null ? [] : [`When: ${when}`]),
    `At most ${maxMinutes ?? 60} minutes`
  ].join("\n")

const voicemails = { RETRY: "Hang up and call again", HANG_UP: "Hang up", LEAVE_MESSAGE: "Leave a message" }

const machinesInWords = (machines: NonNullable<FlowDraft["machines"]>): string => {
  const { callbackNumber, introduction, message, retryAfterMessage, voicemail } = machines
  return [
    `${voicemails[voicemail]}${retryAfterMessage ? ", and call again" : ""}`,
    ...(message === null ? [] : [`Message: ${message}`]),
    ...(callbackNumber === null ? [] : [`Number to call back: ${callbackNumber}`]),
    ...(introduction === null ? [] : [`To an assistant: ${introduction}`])
  ].join("\n")
}

const toolInWords = (tool: FlowDraft["tools"][number]): string => {
  const { answer, changes, description, mcp, name, parameters, request, timeoutSeconds, waitingText } = tool
  return [
    `${name}${changes ? " (changes something)" : ""}: ${description}`,
    ...(request === undefined ? [] : requestInWords(request)),
    ...(mcp === undefined ? [] : [`Tool ${mcp.tool} of the MCP server ${mcp.server}, as of ${mcp.pin.slice(0, 8)}`]),
    `Arguments: ${JSON.stringify(parameters)}`,
    `Answer: ${answer ?? "all of it"}, within ${timeoutSeconds} s`,
    ...(waitingText === null ? [] : [`Says meanwhile: ${waitingText}`])
  ].join("\n")
}

/** Whether a setting is a text that is compared word by word. */
const isProse = (key: keyof FlowDraft) => key === "name" || key === "initialPrompt" || key === "systemInstruction"
