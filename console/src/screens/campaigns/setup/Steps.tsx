import { Link } from "@tanstack/react-router"
import { classes } from "../../../ui/class-names.ts"
import { Icon } from "../../../ui/Icon.tsx"
import { type SetupStep, setupSteps } from "./setup-steps.ts"

const names: Readonly<Record<SetupStep, string>> = {
  audience: "Audience and flow",
  pace: "Pace and retries",
  labels: "Labels",
  start: "Check and start"
}

/** The steps of the set-up. All are links once there is a draft. */
export const Steps = ({ at, campaignId }: { readonly at: SetupStep; readonly campaignId?: string }) => {
  const current = setupSteps.indexOf(at)
  return (
    <nav aria-label="Steps">
      <ol className="grid grid-cols-2 gap-2 md:grid-cols-4">
        {setupSteps.map((step, index) => {
          const content = (
            <>
              <span
                className={classes(
                  "flex size-6 shrink-0 items-center justify-center rounded-full font-semibold text-xs",
                  index <= current ? "bg-accent text-on-accent" : "bg-sunken text-muted"
                )}
              >
                {index < current ? <Icon name="check" size={14} /> : index + 1}
              </span>
              {names[step]}
            </>
          )
          const look = classes(
            "flex h-full items-center gap-2 rounded-lg border px-3 py-2 font-medium text-sm",
            index === current ? "border-accent bg-surface" : "border-line bg-surface text-muted"
          )
          return (
            <li key={step}>
              {campaignId === undefined ? (
                <span className={look} aria-current={index === current ? "step" : undefined}>
                  {content}
                </span>
              ) : (
                <Link
                  to="/campaigns/$campaignId/setup"
                  params={{ campaignId }}
                  search={{ step }}
                  className={classes(look, "hover:border-line-strong")}
                  aria-current={index === current ? "step" : undefined}
                >
                  {content}
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
