import type { Answer } from "../../api/contract.ts"

export type Campaign = Answer<"GET", "/v1/campaigns/:id">
