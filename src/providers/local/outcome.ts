import type { ReplyRequest, Tool } from "../contract/LanguageModel.ts"
import { fittingLabel } from "./fitting-label.ts"
import { saidValues } from "./parse-values.ts"
import { remarksIn } from "./remarks.ts"
import { readToldTalk } from "./transcript-in-prompt.ts"

/** What a talk came to, by rules, as the tool wants it: the same to the same, and undetermined where nothing is clear. */
export const outcomeOf = (request: ReplyRequest, tool: Tool): Readonly<Record<string, unknown>> => {
  const { labels, lines } = readToldTalk(request)
  const remarks = remarksIn(lines)
  const fitting = fittingLabel(remarks, labels)
  return {
    evidence: fitting?.remark.text ?? null,
    label: fitting?.label.id ?? "undetermined",
    confidence: fitting === undefined ? 0 : 0.9,
    ...saidValues(lines, tool)
  }
}
