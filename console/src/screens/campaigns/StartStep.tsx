import { useNavigate } from "@tanstack/react-router"
import { useApi, useChange } from "../../api/use-api.ts"
import { Button } from "../../ui/Button.tsx"
import { plural } from "../../ui/format.ts"
import { Card } from "../../ui/Page.tsx"
import { Time } from "../../ui/Time.tsx"
import { useToast } from "../../ui/Toasts.tsx"
import type { Campaign } from "./CampaignScreen.tsx"

/** The last look before contacts are called. */
export const StartStep = ({ draft }: { readonly draft: Campaign }) => {
  const audience = useApi("/v1/audiences/:id", { params: { id: draft.audienceId } })
  const start = useChange("POST", "/v1/campaigns/:id/start")
  const navigate = useNavigate()
  const toast = useToast()
  const isLater = draft.scheduledAt !== null && new Date(draft.scheduledAt).getTime() > Date.now()
  const begin = () =>
    start.mutate(
      { params: { id: draft.id } },
      {
        onSuccess: () => {
          toast.done(isLater ? "The campaign is scheduled" : "The campaign has started")
          void navigate({ to: "/campaigns/$campaignId", params: { campaignId: draft.id } })
        }
      }
    )
  return (
    <Card title="Before it starts">
      <div className="flex flex-col gap-4">
        <p>
          {audience.data === undefined ? "The contacts" : plural(audience.data.contactCount, "contact")} of the audience{" "}
          {audience.data?.name} are called
          {isLater ? (
            <>
              {" from "}
              <Time value={draft.scheduledAt} /> on.
            </>
          ) : (
            " from now on."
          )}
        </p>
        {start.error !== null && (
          <div role="alert" className="rounded-lg bg-bad-soft p-3 text-bad">
            <p>{start.error.message}</p>
            <ul className="list-disc pl-5">
              {start.error.details.map(({ path, message }) => (
                <li key={path}>
                  {path} {message}
                </li>
              ))}
            </ul>
          </div>
        )}
        <div>
          <Button kind="primary" icon="play" busy={start.isPending} onClick={begin}>
            {isLater ? "Schedule the campaign" : "Start the campaign"}
          </Button>
        </div>
      </div>
    </Card>
  )
}
