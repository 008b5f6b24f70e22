import { type FormEvent, useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { useMay } from "../../../api/session.ts"
import { useApi, useReplace } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { Dialog } from "../../../ui/Dialog.tsx"
import { mergedEdits } from "../../../ui/edits/merged-edits.ts"
import { Field } from "../../../ui/Field.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Select } from "../../../ui/Select.tsx"
import { Read } from "../../../ui/States.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { countries, countryName } from "../../../ui/words/country-name.ts"
import { consentPolicy } from "../../../ui/words/value-words.ts"

const path = "/admin/v1/organizations/:id/consent-policies"
type Given = Answer<"GET", typeof path>["policies"]

/** Which countries need a consent. */
export const Policies = () => {
  const policies = useApi(path, {})
  const may = useMay("ADMIN")
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title="Which countries need a consent" actions={may && <Button onClick={() => setOpen(true)}>Change</Button>}>
      <Read of={policies}>
        {({ policies: given }) => (
          <>
            <p>{inWords(given)}</p>
            <Dialog
              title="Which countries need a consent"
              description="Off asks nothing. Recorded obeys withdrawals and records the basis. With Required only people with a consent for the purpose of the campaign are called."
              isOpen={isOpen}
              onClose={() => setOpen(false)}
            >
              <ChangePolicies given={given} onDone={() => setOpen(false)} />
            </Dialog>
          </>
        )}
      </Read>
    </Card>
  )
}

/** The countries by name, and all others last. */
const sorted = (given: Given) =>
  Object.entries(given).sort(
    ([one], [other]) =>
      Number(one === "*") - Number(other === "*") || countryName(one).localeCompare(countryName(other), "en")
  )

const inWords = (given: Given) =>
  Object.keys(given).length === 0
    ? "None: campaigns call people whether a consent is recorded or not."
    : sorted(given)
        .map(([country, policy]) => `${countryName(country)}: ${consentPolicy.of(policy).label}`)
        .join(" · ")

const ChangePolicies = ({ given, onDone }: { readonly given: Given; readonly onDone: () => void }) => {
  const toast = useToast()
  const put = useReplace(
    path,
    (latest, { policies, reason }: { readonly policies: Given; readonly reason: string }) => ({
      policies: mergedEdits(given, latest.policies, policies).merged,
      ...(reason !== "" && { reason })
    })
  )
  const [policies, setPolicies] = useState(given)
  const [reason, setReason] = useState("")
  const choices = [{ value: "*", label: countryName("*") }, ...countries].filter(
    ({ value }) => !Object.hasOwn(policies, value)
  )
  const remove = (removed: string) =>
    setPolicies(Object.fromEntries(Object.entries(policies).filter(([country]) => country !== removed)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    put.mutate(
      { policies, reason },
      {
        onSuccess: () => {
          toast.done("Policies changed")
          onDone()
        }
      }
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      {sorted(policies).map(([country, policy]) => (
        <div key={country} className="grid grid-cols-[1fr_auto] items-end gap-2">
          <Select
            label={countryName(country)}
            value={policy}
            onChange={(chosen) => setPolicies({ ...policies, [country]: chosen })}
            options={consentPolicy.options}
          />
          <Button
            kind="quiet"
            icon="trash"
            aria-label={`Remove the policy of ${countryName(country)}`}
            onClick={() => remove(country)}
          />
        </div>
      ))}
      <Select<string>
        label="Add a country"
        value=""
        placeholder="Choose a country"
        onChange={(country) => setPolicies({ ...policies, [country]: "REQUIRED" })}
        options={choices}
      />
      <Field
        label="Reason"
        hint="Required where a country needs less than before; kept in the security log"
        value={reason}
        problem={problemsOf(put.error)("reason")}
        onChange={(event) => setReason(event.target.value)}
      />
      <Refusal failure={put.error} fields={["reason"]} />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button kind="primary" type="submit" busy={put.isPending}>
          Change
        </Button>
      </div>
    </form>
  )
}
