import { getRouteApi, useNavigate } from "@tanstack/react-router"
import { request } from "../../../api/request.ts"
import { useMay } from "../../../api/session.ts"
import { useApi, useChange } from "../../../api/use-api.ts"
import { Card, Page } from "../../../ui/Page.tsx"
import { Forbidden, Loading, Read } from "../../../ui/States.tsx"
import type { Campaign } from "../campaign.ts"
import { AudienceForm, emptyValues } from "./AudienceForm.tsx"
import { Steps } from "./Steps.tsx"

const route = getRouteApi("/campaigns/new")

/** The first step of a new campaign, which stores it as a draft; the others change the draft. */
export const NewCampaignScreen = () => {
  const { from, audience } = route.useSearch()
  const may = useMay("MEMBER")
  const former = useApi("/v1/campaigns/:id", { params: { id: from ?? "" } }, { enabled: may && from !== undefined })
  if (!may) {
    return (
      <Page title="New campaign">
        <Card flush>
          <Forbidden>Members of the organization create campaigns.</Forbidden>
        </Card>
      </Page>
    )
  }
  return (
    <Page title="New campaign">
      <Steps at="audience" />
      {from === undefined ? (
        <Create audience={audience} />
      ) : (
        <Read of={former}>{(campaign) => <Create former={campaign} />}</Read>
      )}
    </Page>
  )
}

interface CreateProps {
  readonly former?: Campaign
  readonly audience?: string | undefined
}

const Create = ({ former, audience }: CreateProps) => {
  const create = useChange("POST", "/v1/campaigns")
  const copyRule = useChange("PUT", "/v1/campaigns/:id/journey-rules/:labelId")
  const navigate = useNavigate()
  const rules = useApi(
    "/v1/campaigns/:id/journey-rules",
    { params: { id: former?.id ?? "" } },
    { enabled: former !== undefined }
  )
  if (former !== undefined && rules.isPending) return <Loading />
  return (
    <AudienceForm
      initial={
        former === undefined
          ? { ...emptyValues, audienceId: audience ?? "" }
          : { ...former, name: `${former.name} (copy)` }
      }
      submit="Create the draft"
      busy={create.isPending || copyRule.isPending}
      failure={create.error}
      onSubmit={async (values) => {
        const body = former === undefined ? values : { ...settingsOf(former), ...values }
        const made = await create.mutateAsync({ body }).catch(() => undefined)
        if (made === undefined) return
        if (former !== undefined && rules.data !== undefined) await copyRules(made, rules.data)
        await navigate({
          to: "/campaigns/$campaignId/setup",
          params: { campaignId: made.id },
          search: { step: "pace" }
        })
      }}
    />
  )

  // The labels of the copy are new ones with the same names.
  async function copyRules(made: Campaign, given: NonNullable<typeof rules.data>) {
    const labels = await request("GET", "/v1/campaigns/:id/intent-labels", { params: { id: made.id } })
    for (const { action, intentLabel, retryDelayMinutes } of given) {
      const label = labels.find(({ name }) => name === intentLabel.name)
      if (label !== undefined) {
        await copyRule.mutateAsync({ params: { id: made.id, labelId: label.id }, body: { action, retryDelayMinutes } })
      }
    }
  }
}

const settingsOf = ({
  callsPerMinute,
  maxConcurrentCalls,
  maxRetries,
  retryDelayMinutes,
  retryDelaysMinutes,
  retryWithinWindow,
  bestTimeOptimization,
  callTimeoutMinutes
}: Campaign) => ({
  callsPerMinute,
  maxConcurrentCalls,
  maxRetries,
  retryDelayMinutes,
  retryDelaysMinutes,
  retryWithinWindow,
  bestTimeOptimization,
  callTimeoutMinutes
})
