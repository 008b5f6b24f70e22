import { useState } from "react"
import { useMay } from "../../api/session.ts"
import { useApi, useChange } from "../../api/use-api.ts"
import { Button } from "../../ui/Button.tsx"
import { Confirm } from "../../ui/Dialog.tsx"
import { useToast } from "../../ui/Toasts.tsx"
import { plural } from "../../ui/words/format.ts"

/** The emergency stop of all campaigns. Shown while one runs, or would start by itself. */
export const PauseAll = () => {
  const mayChange = useMay("MEMBER")
  const running = useCount("IN_PROGRESS")
  const scheduled = useCount("SCHEDULED")
  const [isAsked, setAsked] = useState(false)
  const pause = useChange("POST", "/admin/v1/organizations/:id/campaigns/pause")
  const toast = useToast()
  if (!mayChange || (running + scheduled === 0 && !isAsked)) return null
  const confirm = () =>
    pause.mutate(
      {},
      {
        onSuccess: ({ paused, unscheduled }) => {
          toast.done(
            paused + unscheduled === 0 ? "No campaign runs any more" : `${plural(paused, "campaign")} paused`,
            unscheduled === 0 ? undefined : `${plural(unscheduled, "scheduled campaign")} made a draft again`
          )
          setAsked(false)
        }
      }
    )
  return (
    <>
      <Button icon="pause" onClick={() => setAsked(true)}>
        Pause all
      </Button>
      <Confirm
        title="Pause all campaigns?"
        confirm="Pause all campaigns"
        isOpen={isAsked}
        busy={pause.isPending}
        failure={pause.error}
        onClose={() => setAsked(false)}
        onConfirm={confirm}
      >
        {running + scheduled === 0 && <p>No campaign runs or is scheduled any more.</p>}
        {running > 0 && (
          <p>
            {plural(running, "campaign runs", "campaigns run")}: no further call is placed. Calls that are live now go
            on to their end, and get their labels.
          </p>
        )}
        {scheduled > 0 && (
          <p>
            {plural(
              scheduled,
              "campaign is scheduled and becomes a draft again",
              "campaigns are scheduled and become drafts again"
            )}
            : no call begins at the time set.
          </p>
        )}
        <p>Each campaign is resumed, or started again, on its own page.</p>
      </Confirm>
    </>
  )
}

/** The number of campaigns in a status, whatever the list is filtered by. */
const useCount = (status: "IN_PROGRESS" | "SCHEDULED") =>
  useApi("/v1/campaigns", { query: { status, limit: 1 } }, { every: 10_000 }).data?.total ?? 0
