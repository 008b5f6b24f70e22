import type { Answer } from "../../api/contract.ts"
import { useMay } from "../../api/session.ts"
import { useApi } from "../../api/use-api.ts"
import { Badge, type Tone } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Card } from "../../ui/Page.tsx"
import { Forbidden, Read } from "../../ui/States.tsx"
import { partName } from "../../ui/words.ts"
import { SettingsPage } from "./SettingsPage.tsx"

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

/** A check list of what the service uses: what works, what is missing, and what depends on it. */
export const DoctorScreen = () => {
  const may = useMay("SUPER_ADMIN")
  const examination = useApi("/admin/v1/doctor", {}, { enabled: may })
  if (!may) {
    return (
      <SettingsPage>
        <Card flush>
          <Forbidden>The state of the service concerns all organizations, and is for super admins.</Forbidden>
        </Card>
      </SettingsPage>
    )
  }
  return (
    <SettingsPage
      actions={
        <Button icon="refresh" busy={examination.isFetching} onClick={() => void examination.refetch()}>
          Examine again
        </Button>
      }
    >
      <Read of={examination} lines={10}>
        {({ ok, parts }) => (
          <>
            <p role="status" className="flex items-center gap-2 font-medium">
              <span className={ok ? "text-good" : "text-bad"}>
                <Icon name={ok ? "check" : "warning"} />
              </span>
              {ok ? "Nothing has failed." : "A part does not work."}
            </p>
            <Card flush>
              <ul className="divide-y divide-line">
                {[...parts]
                  .sort((one, other) => states[one.status].order - states[other.status].order)
                  .map((part) => (
                    <Examined key={part.part} part={part} />
                  ))}
              </ul>
            </Card>
          </>
        )}
      </Read>
    </SettingsPage>
  )
}

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
