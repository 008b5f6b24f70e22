import { useChange } from "../../../api/use-api.ts"
import { useToast } from "../../../ui/Toasts.tsx"
import { plural } from "../../../ui/words/format.ts"
import { ActionButton } from "../actions/ActionButton.tsx"
import { type CallFilters, queryOf } from "./call-filters.ts"

/** Has the calls analyzed again that no model answered for, of the campaign and the days that are shown. */
export const AnalyzeAll = ({ filters }: { readonly filters: CallFilters }) => {
  const toast = useToast()
  const analyze = useChange("POST", "/admin/v1/organizations/:id/calls/analyze")
  const { campaignId } = filters
  const { from, to } = queryOf(filters)
  const body = {
    ...(campaignId === undefined ? {} : { campaignId }),
    ...(from === undefined ? {} : { since: String(from) }),
    ...(to === undefined ? {} : { until: String(to) })
  }
  return (
    <ActionButton
      icon="refresh"
      label="Analyze again"
      title="Analyze the unanswered conversations again?"
      confirm="Analyze them"
      action={analyze}
      onConfirm={(done) =>
        analyze.mutate(
          { body },
          {
            onSuccess: ({ queued }) => {
              if (queued > 0)
                toast.done(`${plural(queued, "conversation")} will be analyzed again`, "Refresh to see the labels")
              else
                toast.done(
                  "A model has answered for each of them",
                  "Open a call to correct its label, or to analyze it again"
                )
              done()
            }
          }
        )
      }
    >
      <p>
        All conversations {campaignId === undefined ? "of the organization" : "of this campaign"}
        {from === undefined && to === undefined ? "" : " of these days"} for which no model gave an answer are read by a
        model. Their labels are routed and reported like any other.
      </p>
      <p>Conversations in which a model found no label stay as they are.</p>
    </ActionButton>
  )
}
