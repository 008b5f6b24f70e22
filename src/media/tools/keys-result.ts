import type { ToolOutcome } from "../../domain/tools/ToolCall.ts"
import { refused } from "./callback-result.ts"

/** Returns the result of `send_keys`. Only keys that the flow allows are sent. */
export const keysResult = (given: Readonly<Record<string, unknown>>, allowed: ReadonlyArray<string>): ToolOutcome =>
  allowed.some((keys) => keys === given.keys)
    ? { status: "DONE", httpStatus: null, result: "The keys are sent after what you say." }
    : refused("The flow does not allow these keys")
