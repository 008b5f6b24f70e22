import { Context } from "effect"

/** The request that a fiber serves: its id, and headers that its answer gets whether it succeeds or fails. */
export const RequestInfo = Context.Reference<{
  readonly id: string
  readonly headers: Record<string, string>
}>("carillon/api/RequestInfo", { defaultValue: () => ({ id: "", headers: {} }) })
