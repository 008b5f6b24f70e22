import { getRouteApi, useNavigate } from "@tanstack/react-router"
import type { Answer } from "../../../api/contract.ts"
import { request } from "../../../api/request.ts"
import { useMay } from "../../../api/session.ts"
import { useApi, useChange } from "../../../api/use-api.ts"
import { Card, Page } from "../../../ui/Page.tsx"
import { Forbidden, Read } from "../../../ui/States.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { callPurpose } from "../../../ui/words.ts"
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
  const toast = useToast()
  const navigate = useNavigate()
  const rules = useApi(
    "/v1/campaigns/:id/journey-rules",
    { params: { id: former?.id ?? "" } },
    { enabled: former !== undefined }
  )
  if (former !== undefined && rules.data === undefined) return <Read of={rules}>{() => null}</Read>
  return (
    <AudienceForm
      initial={
        former === undefined
          ? { ...emptyValues, audienceId: audience ?? "" }
          : { ...former, name: `${former.name} (copy)` }
      }
      submit="Create the draft"
      busy={create.isPending || create.isSuccess}
      failure={create.error}
      onSubmit={async (values) => {
        const body = former === undefined ? values : { ...settingsOf(former), ...values }
        const made = await create.mutateAsync({ body }).catch(() => undefined)
        if (made === undefined) return
        if (former !== undefined) await copyChoices(made, former)
        await copyRules(made, rules.data ?? []).catch((failure) => toast.failed(failure, notCopied))
        await navigate({
          to: "/campaigns/$campaignId/setup",
          params: { campaignId: made.id },
          search: { step: "pace" }
        })
      }}
    />
  )

  // Requests of their own set these. Rules of countries depend on the purpose, which only an ADMIN states.
  async function copyChoices({ id }: Campaign, { callerPool, name, purpose }: Campaign) {
    const params = { campaignId: id }
    if (callerPool !== null) {
      await request("PUT", `${ofCampaign}/caller-pool`, { params, body: { pool: callerPool } }).catch((failure) =>
        toast.failed(failure, `The copy does not call from the numbers of ${callerPool}`)
      )
    }
    if (purpose !== null) {
      const body = { purpose, reason: `Copied from ${name}` }
      await request("PUT", `${ofCampaign}/purpose`, { params, body }).catch((failure) =>
        toast.failed(failure, `The copy does not call for ${callPurpose.of(purpose).label}: an admin has to state it`)
      )
    }
  }

  // The labels of the copy are new ones with the same names.
  async function copyRules({ id }: Campaign, given: NonNullable<typeof rules.data>) {
    if (given.length === 0) return
    const labels = await request("GET", "/v1/campaigns/:id/intent-labels", { params: { id } })
    const lost: Array<string> = []
    for (const { action, intentLabel, retryDelayMinutes } of given) {
      const label = labels.find(({ name }) => name === intentLabel.name) ?? (await addedLabel(id, intentLabel))
      if (label === undefined) lost.push(intentLabel.name)
      else {
        const params = { id, labelId: label.id }
        const body = { action, retryDelayMinutes }
        await request("PUT", "/v1/campaigns/:id/journey-rules/:labelId", { params, body })
      }
    }
    if (lost.length > 0) toast.failed({ message: `The copy has no label ${lost.join(", ")}` }, notCopied)
  }
}

const ofCampaign = "/admin/v1/organizations/:id/campaigns/:campaignId"
const notCopied = "Not every journey rule was copied"

type Label = Answer<"GET", "/v1/campaigns/:id/intent-labels">[number]

const addedLabel = async (id: string, { color, isCustom, isPositive, name, retryBehavior }: Label) =>
  isCustom
    ? await request("POST", "/v1/campaigns/:id/intent-labels", {
        params: { id },
        body: { name, color, isPositive, retryBehavior }
      })
    : undefined

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
