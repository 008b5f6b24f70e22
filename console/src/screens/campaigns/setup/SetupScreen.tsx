import { getRouteApi, Link } from "@tanstack/react-router"
import { useState } from "react"
import type { Body } from "../../../api/contract.ts"
import { useMay } from "../../../api/session.ts"
import { useApi, useChange } from "../../../api/use-api.ts"
import { buttonClasses } from "../../../ui/Button.tsx"
import { changedFields } from "../../../ui/edits/changed-fields.ts"
import { Card, Page } from "../../../ui/Page.tsx"
import { Empty, Forbidden, Read } from "../../../ui/States.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import type { Campaign } from "../campaign.ts"
import { AudienceForm } from "./AudienceForm.tsx"
import { LabelsStep } from "./LabelsStep.tsx"
import { PaceStep } from "./PaceStep.tsx"
import { StartStep } from "./StartStep.tsx"
import { Steps } from "./Steps.tsx"
import type { SetupStep } from "./setup-steps.ts"

const route = getRouteApi("/campaigns/$campaignId/setup")

/** Sets up a draft step by step. Each step is stored, so that another day or another person can go on. */
export const SetupScreen = () => {
  const { campaignId } = route.useParams()
  const { step } = route.useSearch()
  const may = useMay("MEMBER")
  const campaign = useApi("/v1/campaigns/:id", { params: { id: campaignId } })
  return (
    <Page
      title={campaign.data === undefined ? "Set up" : `Set up ${campaign.data.name}`}
      above={
        <Link to="/campaigns" className="hover:underline">
          Campaigns
        </Link>
      }
    >
      <Steps at={step} campaignId={campaignId} />
      <Read of={campaign}>
        {(draft) =>
          !may ? (
            <Card flush>
              <Forbidden>
                Members of the organization set up campaigns.{" "}
                <Link to="/campaigns/$campaignId" params={{ campaignId }} className="underline">
                  Its page
                </Link>{" "}
                shows what is set.
              </Forbidden>
            </Card>
          ) : draft.status === "DRAFT" ? (
            <Step key={step} step={step} draft={draft} />
          ) : (
            <Begun campaign={draft} />
          )
        }
      </Read>
    </Page>
  )
}

const Step = ({ step, draft }: { readonly step: SetupStep; readonly draft: Campaign }) => {
  const navigate = route.useNavigate()
  const toast = useToast()
  // The draft is read again while the form is open.
  const [opened] = useState(draft)
  const change = useChange("PATCH", "/v1/campaigns/:id", { refreshes: ["/v1/campaigns"] })
  const go = (next: SetupStep) => navigate({ search: { step: next } })
  if (step === "labels") return <LabelsStep campaignId={draft.id} onDone={() => go("start")} />
  if (step === "start") return <StartStep draft={draft} />
  const save = (body: Body<"PATCH", "/v1/campaigns/:id">, next: SetupStep) =>
    change.mutate(
      { params: { id: draft.id }, body },
      {
        onSuccess: () => {
          toast.done("The draft is stored")
          void go(next)
        }
      }
    )
  return step === "audience" ? (
    <AudienceForm
      initial={draft}
      submit="Store and go on"
      busy={change.isPending}
      failure={change.error}
      onSubmit={(values) => save(changedFields<Body<"PATCH", "/v1/campaigns/:id">>(opened, values), "pace")}
    />
  ) : (
    <PaceStep
      draft={draft}
      busy={change.isPending}
      failure={change.error}
      onSubmit={(values) => save(values, "labels")}
    />
  )
}

const Begun = ({ campaign }: { readonly campaign: Campaign }) => (
  <Empty
    icon="campaigns"
    title={campaign.status === "SCHEDULED" ? "This campaign is scheduled" : "This campaign has begun"}
    action={
      <Link to="/campaigns/$campaignId" params={{ campaignId: campaign.id }} className={buttonClasses("primary")}>
        To the campaign
      </Link>
    }
  >
    Only a draft can be set up. Retries, deadline and journey rules can still be changed on its page.
  </Empty>
)
