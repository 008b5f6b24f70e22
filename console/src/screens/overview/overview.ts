import type { Answer } from "../../api/contract.ts"

export type Overview = Answer<"GET", "/admin/v1/organizations/:id/overview">
