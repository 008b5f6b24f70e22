import type { FlowTool } from "../domain/tools/FlowTool.ts"
import type { ToolOutcome } from "../domain/tools/ToolCall.ts"
import { answerAt, cutTo, tooDeep } from "../domain/tools/tool-answer.ts"

/** The outcome of a call that did not happen. */
export const failed = (result: string, httpStatus: number | null = null): ToolOutcome => ({
  status: "FAILED",
  httpStatus,
  result: cutTo(result, maxProblemBytes)
})

/** The outcome of a call that may have happened. */
export const unclear = (result: string, httpStatus: number | null = null): ToolOutcome => ({
  status: "UNCLEAR",
  httpStatus,
  result: `${cutTo(result, maxProblemBytes)}. It is not known whether it happened.`
})

/**
 * The outcome of a call that was answered, with the part of the answer that the tool names. The body is undefined if it
 * is nested too deeply.
 */
export const answeredBy = (
  { answer, changes }: FlowTool,
  body: string | undefined,
  httpStatus: number
): ToolOutcome => {
  const found = body === undefined ? { problem: tooDeep } : answerAt(body, answer)
  if ("text" in found) return { status: "DONE", httpStatus, result: cutTo(found.text, maxResultBytes) }
  // The request was accepted: only its answer cannot be read.
  return changes
    ? { status: "DONE", httpStatus, result: `It is done, but ${found.problem}` }
    : failed(found.problem, httpStatus)
}

// Maximum size of what the model sees of an answer, and of an answer that reports a problem, bytes.
const maxResultBytes = 4_096
const maxProblemBytes = 1_024
