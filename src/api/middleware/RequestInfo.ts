import { Context } from "effect"

/** What is known of the request that a fiber serves, and the headers that its answer gets whatever comes of it. */
export const RequestInfo = Context.Reference<{
  readonly id: string
  readonly headers: Record<string, string>
}>("carillon/api/RequestInfo", { defaultValue: () => ({ id: "", headers: {} }) })
