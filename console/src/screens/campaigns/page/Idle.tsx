import { Badge } from "../../../ui/Badge.tsx"
import { Icon } from "../../../ui/Icon.tsx"
import { namesTime, Time, WithTimes } from "../../../ui/Time.tsx"
import { gate } from "../../../ui/words/value-words.ts"
import type { Insight } from "./insight.ts"

/** Why the dialer places no call right now, and until when, as far as that is known. */
export const Idle = ({ idle }: { readonly idle: NonNullable<Insight["idle"]> }) => (
  <section role="status" className="flex gap-3 rounded-xl border border-line bg-info-soft p-4">
    <span className="text-info">
      <Icon name="info" size={20} />
    </span>
    <div className="min-w-0">
      <h2 className="font-semibold">No call is placed right now</h2>
      <ul className="mt-1 flex flex-col gap-1">
        {idle.reasons.map(({ gate: name, detail, until }) => (
          <li key={name + detail} className="flex flex-wrap items-center gap-x-2">
            <Badge tone="info">{gate.of(name).label}</Badge>
            {detail !== null && (
              <span>
                <WithTimes text={detail} />
              </span>
            )}
            {until !== null && !(detail !== null && namesTime(detail)) && (
              <span className="text-muted">
                until <Time value={until} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  </section>
)
