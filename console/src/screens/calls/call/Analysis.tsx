import { Badge, LabelBadge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Time } from "../../../ui/Time.tsx"
import { percent } from "../../../ui/words/format.ts"
import { journeyAction } from "../../../ui/words/value-words.ts"
import { evidenceId } from "./conversation/Conversation.tsx"
import { findEvidence } from "./evidence.ts"
import type { ExplainedCall } from "./explained-call.ts"
import { Facts } from "./Facts.tsx"
import { Results } from "./Results.tsx"

const sources = { auto: "by the analysis of the conversation", system: "by a rule, without a conversation" } as const

/** The label, the words that show it, and what followed from it. */
export const Analysis = ({ call }: { readonly call: ExplainedCall }) => {
  const { analysis, intentLabel, transcript } = call
  const isMarked = analysis?.evidence != null && findEvidence(transcript, analysis.evidence).size > 0
  const variables = Object.entries(call.variables)
    .filter(([name]) => !Object.hasOwn(call.results, name))
    .map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)] as const)
  return (
    <Card title="Label">
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {intentLabel !== null && <LabelBadge {...intentLabel} />}
          {call.awaitsLabel && <Badge tone="info">Being analyzed</Badge>}
          {intentLabel === null && call.intentUndetermined && <Badge tone="warn">Undetermined</Badge>}
          {intentLabel === null && !call.intentUndetermined && !call.awaitsLabel && (
            <span className="text-muted">No label yet</span>
          )}
          {intentLabel !== null && call.intentSource !== null && (
            <span className="text-muted text-xs">{sources[call.intentSource]}</span>
          )}
        </div>
        {call.intentCorrection !== null && <Correction correction={call.intentCorrection} />}
        {analysis?.undetermined != null && <p>{analysis.undetermined}</p>}
        {analysis?.evidence != null && (
          <figure className="border-warn border-l-2 pl-3">
            <blockquote dir="auto">“{analysis.evidence}”</blockquote>
            {isMarked && (
              <Button
                kind="quiet"
                small
                icon="search"
                className="-ml-2 mt-1"
                onClick={() => document.getElementById(evidenceId)?.scrollIntoView({ block: "center" })}
              >
                Show it in the conversation
              </Button>
            )}
          </figure>
        )}
        <Facts
          facts={{
            Confidence: analysis?.confidence == null ? null : percent(analysis.confidence),
            "Analysis said": differs(call) ? analysis?.intentLabel : null,
            "About a callback": analysis?.callbackSaid,
            "No reminder, because": analysis?.noReminder,
            "What followed": call.journeyAction === null ? null : journeyAction.of(call.journeyAction).label
          }}
        />
        <Results results={call.results} />
        <Facts facts={Object.fromEntries(variables)} />
      </div>
    </Card>
  )
}

const Correction = ({ correction }: { readonly correction: NonNullable<ExplainedCall["intentCorrection"]> }) => (
  <div className="rounded-lg bg-info-soft px-3 py-2 text-sm">
    <p>
      Corrected by {correction.byName ?? correction.by}, <Time value={correction.at} />
      {correction.from === null ? "; it had no label before" : `; it was ${correction.from}`}
    </p>
    {correction.note !== null && <p className="mt-1">“{correction.note}”</p>}
  </div>
)

// A person corrected the label since, or it is of a later attempt.
const differs = ({ analysis, intentLabel }: ExplainedCall) =>
  analysis?.intentLabel != null && intentLabel !== null && analysis.intentLabel !== intentLabel.name
