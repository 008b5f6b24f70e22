import { type FormEvent, useState } from "react"
import type { Answer, Body } from "../../../api/contract.ts"
import { useApi, useReplace } from "../../../api/use-api.ts"
import { mergedItem } from "../../../ui/edits/merged-edits.ts"
import { SaveFooter } from "../../../ui/edits/SaveFooter.tsx"
import { Field } from "../../../ui/Field.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { Select } from "../../../ui/Select.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { accountsPath } from "./CarrierAccounts.tsx"

export const callerIdsPath = "/admin/v1/organizations/:id/caller-ids"
export type CallerId = Answer<"GET", typeof callerIdsPath>["data"][number]

/** The value of the choice for the account of the installation. */
const installation = "installation"

const fieldsOf = ({ account, dailyCap, number, pool }: CallerId) => ({ number, account, pool, dailyCap })
const keyOf = ({ number }: CallerId) => number

interface Edited {
  readonly fields: ReturnType<typeof fieldsOf>
  readonly chosen: Pick<Body<"PUT", typeof callerIdsPath>, "state" | "reason">
}

interface EditedNumberProps {
  readonly before: CallerId | undefined
  readonly onDone: () => void
}

/** The form of a number from which the organization calls. */
export const EditedNumber = ({ before, onDone }: EditedNumberProps) => {
  const toast = useToast()
  const put = useReplace(callerIdsPath, ({ data }, { chosen, fields }: Edited) => ({
    ...mergedItem(data, before, fields, { fieldsOf, keyOf }),
    ...chosen
  }))
  const [number, setNumber] = useState(before?.number ?? "")
  const accounts = useApi(accountsPath, {})
  const [account, setAccount] = useState(before?.account ?? installation)
  const [pool, setPool] = useState(before?.pool ?? "")
  const [dailyCap, setDailyCap] = useState(before?.dailyCap?.toString() ?? "")
  const [state, setState] = useState<"KEEP" | "ACTIVE" | "OFF">(
    before?.state === "RESTING" ? "KEEP" : (before?.state ?? "ACTIVE")
  )
  const [reason, setReason] = useState(before?.state === "OFF" ? (before.reason ?? "") : "")
  const problemOf = problemsOf(put.error)
  // Meanwhile the number may have begun to rest, or the carrier may have refused it: only a choice changes that.
  const isStateChosen =
    state !== "KEEP" && (state !== before?.state || (state === "OFF" && reason !== (before.reason ?? "")))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    put.mutate(
      {
        fields: {
          number,
          account: account === installation ? null : account,
          pool: pool || null,
          dailyCap: dailyCap === "" ? null : Number(dailyCap)
        },
        chosen: isStateChosen ? { state, ...(state === "OFF" && reason !== "" && { reason }) } : {}
      },
      {
        onSuccess: () => {
          toast.done("Number saved")
          onDone()
        }
      }
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label="Number"
        required
        disabled={before !== undefined}
        placeholder="+12125550100"
        hint="The carrier must let your account call from it."
        value={number}
        problem={problemOf("number")}
        onChange={(event) => setNumber(event.target.value.trim())}
      />
      {(accounts.data?.data.length ?? 0) > 0 && (
        <Select
          label="Carrier account"
          value={account}
          problem={problemOf("account")}
          onChange={setAccount}
          options={[
            { value: installation, label: "That of the installation" },
            ...(accounts.data?.data ?? []).map(({ accountId }) => ({ value: accountId, label: accountId }))
          ]}
        />
      )}
      <div className="grid grid-cols-2 gap-2">
        <Field
          label="Pool"
          placeholder="None"
          hint="A campaign may use one pool only."
          value={pool}
          problem={problemOf("pool")}
          onChange={(event) => setPool(event.target.value)}
        />
        <Field
          label="Calls a day"
          placeholder="No maximum"
          type="number"
          min={1}
          max={100_000}
          value={dailyCap}
          problem={problemOf("dailyCap")}
          onChange={(event) => setDailyCap(event.target.value)}
        />
      </div>
      <Select
        label="State"
        value={state}
        onChange={setState}
        options={[
          ...(before?.state === "RESTING" ? [{ value: "KEEP" as const, label: "Resting" }] : []),
          { value: "ACTIVE", label: before?.state === "RESTING" ? "Active: end its rest" : "Active" },
          { value: "OFF", label: "Off" }
        ]}
      />
      {state === "OFF" && (
        <Field
          label="Why it is off"
          value={reason}
          problem={problemOf("reason")}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      <Refusal failure={put.error} fields={["number", "account", "pool", "dailyCap", "reason"]} />
      <SaveFooter busy={put.isPending} />
    </form>
  )
}
