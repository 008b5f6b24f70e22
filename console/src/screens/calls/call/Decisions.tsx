import { Badge } from "../../../ui/Badge.tsx"
import { Icon } from "../../../ui/Icon.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Time } from "../../../ui/Time.tsx"
import { dateTime } from "../../../ui/words/format.ts"
import { gate } from "../../../ui/words/value-words.ts"
import { type Round, roundsOf } from "./decision-rounds.ts"
import type { ExplainedCall } from "./explained-call.ts"

/** Why the person was, or was not, called: the answer of every gate each time that the call was due. */
export const Decisions = ({ decisions }: Pick<ExplainedCall, "decisions">) => {
  const rounds = roundsOf(decisions)
  return (
    <Card title="Why it was placed, or not">
      {rounds.length === 0 ? (
        <p className="text-muted">The call was never due, or this is no longer stored.</p>
      ) : (
        <ol className="flex flex-col gap-1">
          {rounds.map((round, index) => (
            <li key={round.at}>
              <OneRound round={round} isOpen={index === 0} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

const OneRound = ({ round, isOpen }: { readonly round: Round; readonly isOpen: boolean }) => (
  <details open={isOpen} className="group">
    <summary className="-mx-2 flex cursor-pointer list-none items-start gap-2 rounded-lg px-2 py-1.5 hover:bg-sunken [&::-webkit-details-marker]:hidden">
      <span className="mt-0.5 text-muted transition-transform group-open:rotate-90">
        <Icon name="chevron" size={15} />
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0.5">
        <Verdict round={round} />
        <span className="min-w-0">{round.stop === undefined ? "Nothing stood in the way" : reasonOf(round.stop)}</span>
      </span>
      <span className="text-muted text-xs">
        <Time value={round.at} />
      </span>
    </summary>
    <ul className="mt-1 mb-2 ml-5 flex flex-col gap-1 text-sm">
      {round.decisions.map((decision, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was decided does not change
        <li key={index} className="flex gap-2">
          <span className={marks[decision.verdict].color} title={marks[decision.verdict].label}>
            <Icon name={marks[decision.verdict].icon} size={16} />
            <span className="sr-only">{marks[decision.verdict].label}</span>
          </span>
          <span className="min-w-0">
            {gate.of(decision.gate).label}
            {decision.detail !== null && <span className="text-muted"> · {inLocalTime(decision.detail)}</span>}
          </span>
        </li>
      ))}
    </ul>
  </details>
)

const marks = {
  PASS: { icon: "check", color: "text-good", label: "Passed" },
  WAIT: { icon: "pause", color: "text-warn", label: "Waits" },
  REFUSE: { icon: "close", color: "text-bad", label: "Refused" }
} as const

const Verdict = ({ round: { stop } }: { readonly round: Round }) => {
  if (stop === undefined) return <Badge tone="good">Called</Badge>
  return stop.verdict === "WAIT" ? <Badge tone="warn">Waits</Badge> : <Badge tone="bad">Not called</Badge>
}

const reasonOf = ({ detail, gate: name }: NonNullable<Round["stop"]>) =>
  detail === null ? gate.of(name).label : inLocalTime(detail)

/** Writes the moments in a text of the service as all others on the screen. */
const inLocalTime = (detail: string) => detail.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (moment) => dateTime(moment))
