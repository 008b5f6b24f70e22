import { useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import type { Answer } from "../../../api/contract.ts"
import { useApi, useChange } from "../../../api/use-api.ts"
import { PricesNote } from "../../../app/PricesNote.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Icon } from "../../../ui/Icon.tsx"
import { Card, Figure } from "../../../ui/Page.tsx"
import { Read } from "../../../ui/States.tsx"
import { Time } from "../../../ui/Time.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { money, number, plural } from "../../../ui/words/format.ts"
import { ConsentReport } from "../ConsentReport.tsx"
import type { Campaign } from "../campaign.ts"

type Preflight = Answer<"GET", "/admin/v1/organizations/:id/campaigns/:campaignId/preflight">

/** The last look before contacts are called: who, when, for how long, at which cost, and what is missing. */
export const StartStep = ({ draft }: { readonly draft: Campaign }) => {
  const preflight = useApi("/admin/v1/organizations/:id/campaigns/:campaignId/preflight", {
    params: { campaignId: draft.id }
  })
  return (
    <Read of={preflight} lines={6}>
      {(outlook) => (
        <>
          <Outlook outlook={outlook} />
          {outlook.cost !== null && <PricesNote />}
          <div className="grid gap-4 md:grid-cols-2">
            <Reasons title="Not called" reasons={outlook.skipped} none="Every contact of the audience is called." />
            <Reasons title="Called later" reasons={outlook.delayed} none="No contact has to wait for other hours." />
          </div>
          <ConsentReport campaignId={draft.id} />
          {outlook.warnings.length > 0 && <Warnings warnings={outlook.warnings} />}
          {outlook.missing.length > 0 && <Missing missing={outlook.missing} />}
          <Start draft={draft} isReady={outlook.ready} />
        </>
      )}
    </Read>
  )
}

const Outlook = ({ outlook }: { readonly outlook: Preflight }) => {
  const { basis, contacts, cost, examined, firstCallAt, lastCallAt, minutes, willBeCalled } = outlook
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure label="Will be called" value={number(willBeCalled)}>
        of {plural(contacts, "contact")}
        {examined < contacts && `, estimated from ${number(examined)}`}
      </Figure>
      <Figure label="First call" value={<Time value={firstCallAt} />}>
        the last one <Time value={lastCallAt} />, retries follow
      </Figure>
      <Figure label="Conversation" value={`${number(minutes.estimated)} min`}>
        {number(minutes.remaining)} min of quota are left
      </Figure>
      <Figure label="Cost" value={cost === null ? "Unknown" : money(Number(cost.amount), cost.currency)}>
        {basis === 0 ? "no call to learn from yet: a minute for each" : `by the last ${plural(basis, "attempt")}`}
      </Figure>
    </dl>
  )
}

interface ReasonsProps {
  readonly title: string
  readonly reasons: Preflight["skipped"]
  readonly none: ReactNode
}

const Reasons = ({ title, reasons, none }: ReasonsProps) => (
  <Card title={title}>
    {reasons.length === 0 ? (
      <p className="text-muted">{none}</p>
    ) : (
      <ul className="flex flex-col gap-1.5">
        {reasons.map(({ reason, count }) => (
          <li key={reason} className="flex justify-between gap-4">
            <span>{reason}</span>
            <span className="font-medium">{number(count)}</span>
          </li>
        ))}
      </ul>
    )}
  </Card>
)

const Warnings = ({ warnings }: { readonly warnings: ReadonlyArray<string> }) => (
  <section aria-label="Warnings" className="flex gap-3 rounded-xl border border-warn bg-warn-soft p-4">
    <span className="text-warn">
      <Icon name="warning" size={20} />
    </span>
    <ul className="list-disc pl-5">
      {warnings.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  </section>
)

const Missing = ({ missing }: { readonly missing: ReadonlyArray<string> }) => (
  <section role="alert" className="flex gap-3 rounded-xl border border-bad bg-bad-soft p-4">
    <span className="text-bad">
      <Icon name="warning" size={20} />
    </span>
    <div>
      <h2 className="font-semibold">The campaign cannot start yet</h2>
      <ul className="mt-1 list-disc pl-5">
        {missing.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </div>
  </section>
)

const Start = ({ draft, isReady }: { readonly draft: Campaign; readonly isReady: boolean }) => {
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
    <div className="flex flex-wrap items-center gap-3">
      <Button kind="primary" icon="play" busy={start.isPending || start.isSuccess} disabled={!isReady} onClick={begin}>
        {isLater ? "Schedule the campaign" : "Start the campaign"}
      </Button>
      {isLater && (
        <span className="text-muted">
          It starts by itself <Time value={draft.scheduledAt} />.
        </span>
      )}
      {start.error !== null && (
        <p role="alert" className="text-bad">
          {start.error.message} {start.error.details.map(({ path, message }) => `${path} ${message}`).join("; ")}
        </p>
      )}
    </div>
  )
}
