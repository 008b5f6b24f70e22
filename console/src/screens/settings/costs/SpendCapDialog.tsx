import { type FormEvent, useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { useApi, useChange } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { Dialog } from "../../../ui/Dialog.tsx"
import { Field } from "../../../ui/Field.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { Read } from "../../../ui/States.tsx"
import { useToast } from "../../../ui/Toasts.tsx"

const organization = "/admin/v1/organizations/:id"
type Found = Pick<Answer<"GET", "/admin/v1/organizations/:id/costs">, "cap" | "currency">

/** The organization or the campaign that a cap holds for. */
export interface Capped {
  readonly name: string
  /** Without it, the whole organization. */
  readonly campaignId?: string
}

interface SpendCapDialogProps {
  readonly capped: Capped | undefined
  readonly onDone: () => void
}

/** Sets or removes the most that an organization or a campaign may spend in a month. */
export const SpendCapDialog = ({ capped, onDone }: SpendCapDialogProps) => (
  <Dialog
    title="Spend cap of a month"
    description={`When ${capped?.name} has cost this much in a calendar month, its campaigns pause at once; calls under way finish. The campaigns go on when they are resumed, after the cap was raised or the next month has begun.`}
    isOpen={capped !== undefined}
    onClose={onDone}
  >
    {capped !== undefined &&
      (capped.campaignId === undefined ? (
        <CapOfOrganization onDone={onDone} />
      ) : (
        <CapOfCampaign campaignId={capped.campaignId} onDone={onDone} />
      ))}
  </Dialog>
)

const CapOfOrganization = ({ onDone }: Pick<SpendCapDialogProps, "onDone">) => {
  const costs = useApi(`${organization}/costs`, {})
  const change = useChange("PUT", `${organization}/spend-cap`)
  return (
    <Read of={costs} lines={3}>
      {(found) => (
        <CapForm
          found={found}
          failure={change.error}
          isBusy={change.isPending}
          onSave={(monthly, onSuccess) => change.mutate({ body: { monthly } }, { onSuccess })}
          onDone={onDone}
        />
      )}
    </Read>
  )
}

const CapOfCampaign = ({ campaignId, onDone }: Pick<SpendCapDialogProps, "onDone"> & { campaignId: string }) => {
  const params = { campaignId }
  const costs = useApi(`${organization}/campaigns/:campaignId/costs`, { params })
  const change = useChange("PUT", `${organization}/campaigns/:campaignId/spend-cap`)
  return (
    <Read of={costs} lines={3}>
      {(found) => (
        <CapForm
          found={found}
          failure={change.error}
          isBusy={change.isPending}
          onSave={(monthly, onSuccess) => change.mutate({ params, body: { monthly } }, { onSuccess })}
          onDone={onDone}
        />
      )}
    </Read>
  )
}

interface CapFormProps extends Pick<SpendCapDialogProps, "onDone"> {
  readonly found: Found
  readonly failure: ReturnType<typeof useChange>["error"]
  readonly isBusy: boolean
  readonly onSave: (monthly: Found["cap"], onSuccess: () => void) => void
}

const CapForm = ({ failure, found: { cap, currency: known }, isBusy, onDone, onSave }: CapFormProps) => {
  const toast = useToast()
  const [amount, setAmount] = useState(cap?.amount ?? "")
  const [currency, setCurrency] = useState(cap?.currency ?? known ?? "")
  const problemOf = problemsOf(failure)
  const save = (event: FormEvent) => {
    event.preventDefault()
    onSave({ amount, currency: currency.toUpperCase() }, () => {
      toast.done("Spend cap saved")
      onDone()
    })
  }
  const remove = () =>
    onSave(null, () => {
      toast.done("Spend cap removed")
      onDone()
    })
  return (
    <form onSubmit={save} className="flex flex-col gap-3">
      {known === null && (
        <p className="text-warn text-sm">
          There are no prices, so a cap could never be reached. Name a file of prices in the setting PRICES_FILE first.
        </p>
      )}
      <div className="grid grid-cols-[2fr_1fr] gap-3">
        <Field
          label="Amount"
          required
          autoFocus
          inputMode="decimal"
          placeholder="250.00"
          value={amount}
          problem={problemOf("monthly.amount")}
          onChange={({ target }) => setAmount(target.value)}
        />
        <Field
          label="Currency"
          required
          maxLength={3}
          placeholder="USD"
          value={currency}
          problem={problemOf("monthly.currency")}
          onChange={({ target }) => setCurrency(target.value)}
        />
      </div>
      <Refusal failure={failure} fields={["monthly.amount", "monthly.currency"]} />
      <div className="flex justify-end gap-2">
        {cap !== null && (
          <Button kind="danger" busy={isBusy} onClick={remove}>
            Remove the cap
          </Button>
        )}
        <Button kind="primary" type="submit" busy={isBusy}>
          Save
        </Button>
      </div>
    </form>
  )
}
