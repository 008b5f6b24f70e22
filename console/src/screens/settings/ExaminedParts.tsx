import type { Answer } from "../../api/contract.ts"
import { Badge, type Tone } from "../../ui/Badge.tsx"
import { partName } from "../../ui/words/value-words.ts"

type Part = Answer<"GET", "/admin/v1/doctor">["parts"][number]

const states: Readonly<
  Record<Part["status"], { readonly label: string; readonly tone: Tone; readonly order: number }>
> = {
  FAILED: { label: "Does not work", tone: "bad", order: 0 },
  OFF: { label: "Off", tone: "warn", order: 1 },
  BUILT_IN: { label: "Built in", tone: "info", order: 2 },
  UNCHECKED: { label: "Not checked", tone: "muted", order: 3 },
  OK: { label: "Works", tone: "good", order: 4 }
}

/** The examined parts; the first are those that do not work. */
export const ExaminedParts = ({ parts }: { readonly parts: ReadonlyArray<Part> }) => (
  <ul className="divide-y divide-line">
    {[...parts]
      .sort((one, other) => states[one.status].order - states[other.status].order)
      .map((part) => (
        <Examined key={`${part.part}/${part.uses}`} part={part} />
      ))}
  </ul>
)

const Examined = ({ part: { affects, missing, part, problem, status, uses } }: { readonly part: Part }) => (
  <li className="grid gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[11rem_8rem_1fr]">
    <b className="font-medium">{partName(part)}</b>
    <span>
      <Badge tone={states[status].tone}>{states[status].label}</Badge>
    </span>
    <div className="flex min-w-0 flex-col gap-1">
      <p>{uses}</p>
      {problem !== null && <p className="text-bad">{problem}</p>}
      {missing.length > 0 && (
        <p className="text-muted">
          To configure it, set <code className="font-mono text-xs">{missing.join(", ")}</code>
        </p>
      )}
      <p className="text-muted text-xs">{affects}</p>
    </div>
  </li>
)
