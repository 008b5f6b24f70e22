import { useApi } from "../../api/use-api.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Card } from "../../ui/Page.tsx"
import { Read } from "../../ui/States.tsx"
import { partName } from "../../ui/words/value-words.ts"

/** The parts that do not work, as the doctor finds them, and the stand-ins in use. */
export const ServiceParts = () => {
  const doctor = useApi("/admin/v1/doctor", {}, { every: 60_000 })
  return (
    <Card title="Parts of the service">
      <Read of={doctor} lines={2}>
        {({ parts }) => {
          const down = parts.filter(({ status }) => status === "FAILED")
          const builtIn = parts.filter(({ status }) => status === "BUILT_IN")
          return (
            <div className="flex flex-col gap-3">
              {down.length === 0 ? (
                <p className="flex items-center gap-2">
                  <span className="text-good">
                    <Icon name="check" />
                  </span>
                  Every part that is configured works.
                </p>
              ) : (
                <ul className="flex flex-col gap-2">
                  {down.map(({ part, uses, problem, affects }) => (
                    <li key={part} className="rounded-lg bg-bad-soft p-3">
                      <p className="font-medium text-bad">
                        {partName(part)}: {problem}
                      </p>
                      <p className="text-sm">
                        {uses}. {affects}.
                      </p>
                    </li>
                  ))}
                </ul>
              )}
              {builtIn.length > 0 && (
                <div className="flex flex-wrap items-center gap-2">
                  <span className="text-muted">Built-in stand-ins:</span>
                  {builtIn.map(({ part, affects }) => (
                    <span key={part} title={affects}>
                      <Badge>{partName(part)}</Badge>
                    </span>
                  ))}
                </div>
              )}
            </div>
          )
        }}
      </Read>
    </Card>
  )
}
