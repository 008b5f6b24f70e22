import type { Answer } from "../../api/contract.ts"

export type Flow = Answer<"GET", "/admin/v1/organizations/:id/flows/:flowId">
export type FlowDraft = Omit<Flow, "id" | "organizationId" | "createdAt" | "updatedAt">

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
  variables: []
}

export const draftOf = ({ id: _, organizationId: _o, createdAt: _c, updatedAt: _u, ...draft }: Flow): FlowDraft => draft

export const isSame = (one: FlowDraft, other: FlowDraft): boolean => JSON.stringify(one) === JSON.stringify(other)
