import type { Answer } from "../../../api/contract.ts"
import { useApi } from "../../../api/use-api.ts"

export type ExplainedCall = Answer<"GET", "/admin/v1/organizations/:id/calls/:callId">
export type Chunk = ExplainedCall["chunks"][number]

/** Everything about a call. Each reading is an entry of the security log, so nothing reads it at intervals. */
export const useCall = (callId: string) => useApi("/admin/v1/organizations/:id/calls/:callId", { params: { callId } })

/** Whether a person can be called by it; the number of an erased person is masked. */
export const isWholeNumber = (phoneNumber: string): boolean => /^\+\d{7,15}$/.test(phoneNumber)
