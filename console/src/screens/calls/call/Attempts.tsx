import { PricesNote } from "../../../app/PricesNote.tsx"
import { Badge } from "../../../ui/Badge.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Time } from "../../../ui/Time.tsx"
import { duration, money, plural } from "../../../ui/words/format.ts"
import { machineDetail, outcome, usageKinds, usagePurposes } from "../../../ui/words/value-words.ts"
import type { ExplainedCall } from "./explained-call.ts"
import { Facts } from "./Facts.tsx"

type Attempt = ExplainedCall["attemptLog"][number]

const answeredBy = { human: "A person", machine: "A machine", fax: "A fax", unknown: "Unknown" } as const

/** Each time that the number was dialed, or that the person has called, the last first. */
export const Attempts = ({ attempts }: { readonly attempts: ReadonlyArray<Attempt> }) => (
  <Card title="Attempts">
    {attempts.length === 0 ? (
      <p className="text-muted">The number was never dialed.</p>
    ) : (
      <ol className="flex flex-col gap-4">
        {attempts.toReversed().map((attempt) => (
          <li key={attempt.attemptNo} className="flex flex-col gap-1.5">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-medium">Attempt {attempt.attemptNo}</span>
              {attempt.kind === "INBOUND" && <Badge tone="accent">The person rang back</Badge>}
              <Outcome of={attempt.outcome} />
              <span className="text-muted text-sm">
                <Time value={attempt.startedAt} />
              </span>
            </div>
            <Facts
              facts={{
                Reason: attempt.failureReason === labelOf(attempt.outcome) ? null : attempt.failureReason,
                Length: attempt.durationSeconds === 0 ? null : duration(attempt.durationSeconds),
                "Answered by": attempt.answeredBy === null ? null : answeredBy[attempt.answeredBy],
                Machine: attempt.machine === null ? null : machineInWords(attempt.machine),
                "Identity confirmed": attempt.identityConfirmedAt && <Time value={attempt.identityConfirmedAt} />,
                "Version of the flow": attempt.flowVersion === null ? null : String(attempt.flowVersion),
                Cost: attempt.costs === undefined ? null : costOf(attempt.costs),
                "Carrier's id": attempt.callSid === null ? null : <code className="text-xs">{attempt.callSid}</code>
              }}
            />
          </li>
        ))}
      </ol>
    )}
  </Card>
)

const signs = { WORDS: "its words", BEEP: "a beep", CARRIER: "the carrier’s detection" } as const

const machineInWords = ({ detail, signs: all }: NonNullable<Attempt["machine"]>) => {
  const shown = all.map(({ atMs, kind }) => `${signs[kind]} at ${(atMs / 1_000).toFixed(1)} s`)
  return `${machineDetail.of(detail).label} (shown by ${shown.join(", ")})`
}

const labelOf = (value: Attempt["outcome"]) => (value === null ? null : outcome.of(value).label)

const Outcome = ({ of }: { readonly of: Attempt["outcome"] }) => {
  if (of === null) return <Badge tone="accent">Under way</Badge>
  const { label, tone } = outcome.of(of)
  return <Badge tone={tone}>{label}</Badge>
}

type Cost = NonNullable<Attempt["costs"]>

const costOf = ({ cost, knownCost, currency }: Cost) => {
  const amount = cost ?? knownCost
  if (amount === null) return "Its prices are unknown"
  return `${cost === null ? "at least " : ""}${money(Number(amount), currency)}`
}

/** Everything that vendors and the carrier bill for all attempts. */
export const Costs = ({ attempts }: { readonly attempts: ReadonlyArray<Attempt> }) => {
  const usage = attempts.flatMap(({ attemptNo, costs }) =>
    (costs?.usage ?? []).map((one) => ({
      ...one,
      attemptNo,
      key: `${attemptNo} ${one.purpose} ${one.kind} ${one.vendor} ${one.model} ${one.estimated}`
    }))
  )
  if (usage.length === 0) return null
  return (
    <Card title="Costs" flush>
      <div className="px-4 pb-2 empty:hidden">
        <PricesNote />
      </div>
      <div className="overflow-x-auto pb-2">
        <table className="w-full text-left text-sm">
          <thead>
            <tr className="text-muted text-xs">
              <th scope="col" className="px-4 py-1.5 font-medium">
                Used
              </th>
              <th scope="col" className="px-4 py-1.5 text-right font-medium">
                Quantity
              </th>
              <th scope="col" className="px-4 py-1.5 text-right font-medium">
                Cost
              </th>
            </tr>
          </thead>
          <tbody>
            {usage.map((one) => (
              <tr key={one.key} className="border-line border-t align-top">
                <td className="px-4 py-1.5">
                  {usageKinds[one.kind]}
                  <span className="block text-muted text-xs">
                    {[one.vendor, one.model, one.purpose !== "conversation" && usagePurposes[one.purpose]]
                      .filter(Boolean)
                      .join(" · ")}
                    {attempts.length > 1 && ` · attempt ${one.attemptNo}`}
                  </span>
                </td>
                <td className="whitespace-nowrap px-4 py-1.5 text-right">
                  {one.estimated && "≈ "}
                  {quantityOf(one)}
                </td>
                <td className="whitespace-nowrap px-4 py-1.5 text-right">
                  {one.cost === null ? "unknown" : money(Number(one.cost), one.currency)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

type Usage = Cost["usage"][number]

const quantityOf = ({ kind, quantity }: Usage) => {
  if (kind === "ear") return duration(quantity / 1000)
  if (kind === "carrier") return duration(quantity)
  return plural(quantity, kind === "voice" ? "character" : "token")
}
