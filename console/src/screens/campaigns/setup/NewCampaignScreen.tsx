import { getRouteApi, useNavigate } from "@tanstack/react-router"
import { useMay } from "../../../api/session.ts"
import { useApi, useChange } from "../../../api/use-api.ts"
import { Card, Page } from "../../../ui/Page.tsx"
import { Forbidden, Read } from "../../../ui/States.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import type { Campaign } from "../campaign.ts"
import { AudienceForm, emptyValues } from "./AudienceForm.tsx"
import { copyCallerPool, copyLabels, copyPurpose, nameOfCopy, settingsOf } from "./copy-campaign.ts"
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
  const mayStatePurpose = useMay("ADMIN")
  return (
    <AudienceForm
      initial={
        former === undefined ? { ...emptyValues, audienceId: audience ?? "" } : { ...former, name: nameOfCopy(former) }
      }
      submit="Create the draft"
      busy={create.isPending || create.isSuccess}
      failure={create.error}
      onSubmit={async (values) => {
        const body = former === undefined ? values : { ...settingsOf(former), ...values }
        const made = await create.mutateAsync({ body }).catch(() => undefined)
        if (made === undefined) return
        if (former !== undefined) await copyOthers(made, former)
        await navigate({
          to: "/campaigns/$campaignId/setup",
          params: { campaignId: made.id },
          search: { step: "pace" }
        })
      }}
    />
  )

  // A campaign cannot be created with these.
  async function copyOthers(made: Campaign, former: Campaign) {
    const sayThat = (title: string) => (failure: { readonly message: string }) => toast.failed(failure, title)
    await copyLabels(made, former).catch(sayThat("Not every label and journey rule was copied"))
    await copyCallerPool(made, former).catch(sayThat("The numbers from which it calls were not copied"))
    await copyPurpose(made, former, mayStatePurpose).catch(sayThat("The purpose of its calls was not copied"))
  }
}
