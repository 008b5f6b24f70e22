import type { Answer } from "../../api/contract.ts"
import { isSameValue } from "../../ui/edits/same-value.ts"

export type Flow = Answer<"GET", "/admin/v1/organizations/:id/flows/:flowId">
export type StoredDraft = Answer<"GET", "/admin/v1/organizations/:id/flows/:flowId/draft">
/** Everything that the editor changes. */
export type FlowDraft = StoredDraft["flow"]

export const flowsPath = "/admin/v1/organizations/:id/flows"

export const emptyDraft: FlowDraft = {
  name: "",
  type: "HYBRID",
  language: "en-US",
  languages: [],
  voiceGender: "FEMALE",
  ttsProvider: "CLOUD_TTS",
  llmProvider: "HOSTED_API",
  systemInstruction: "",
  initialPrompt: "",
  allowInterrupts: true,
  knowledgeBaseId: null,
  optOutKey: "9",
  optOutByModelOnly: false,
  model: null,
  reasoningEffort: null,
  temperature: null,
  tools: [],
  callData: null,
  machines: null,
  keys: [],
  transfer: null,
  variables: [],
  recording: "OFF",
  keepTranscript: true,
  contactFields: []
}

const keys = Object.keys(emptyDraft) as ReadonlyArray<keyof FlowDraft>

/** Returns the settings of a flow, without its id, its version and the like. */
export const draftOf = (flow: FlowDraft): FlowDraft =>
  Object.fromEntries(keys.map((key) => [key, flow[key]])) as unknown as FlowDraft

export const isSame = (one: FlowDraft, other: FlowDraft): boolean =>
  keys.every((key) => isSameValue(one[key], other[key]))
