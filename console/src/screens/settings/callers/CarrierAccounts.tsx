import { type FormEvent, useState } from "react"
import type { Answer, Body } from "../../../api/contract.ts"
import { useMay } from "../../../api/session.ts"
import { useApi, useChange, useReplace } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { changesColumn } from "../../../ui/data/changes-column.tsx"
import { type Column, DataTable } from "../../../ui/data/DataTable.tsx"
import { EditDialog } from "../../../ui/edits/EditDialog.tsx"
import { mergedItem } from "../../../ui/edits/merged-edits.ts"
import { SaveFooter } from "../../../ui/edits/SaveFooter.tsx"
import { Field } from "../../../ui/Field.tsx"
import { ConfirmChange } from "../../../ui/form/ConfirmChange.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Empty, Read } from "../../../ui/States.tsx"
import { Time } from "../../../ui/Time.tsx"
import { useToast } from "../../../ui/Toasts.tsx"

export const accountsPath = "/admin/v1/organizations/:id/carrier-accounts"
type Account = Answer<"GET", typeof accountsPath>["data"][number]

/** The organization's own accounts at the carrier. */
export const CarrierAccounts = () => {
  const may = useMay("ADMIN")
  const accounts = useApi(accountsPath, {})
  const [edited, setEdited] = useState<Account | "new">()
  const [removed, setRemoved] = useState<Account>()
  const columns: ReadonlyArray<Column<Account>> = [
    {
      id: "account",
      header: "Account",
      cell: ({ accountId }) => <span className="break-all font-medium">{accountId}</span>
    },
    { id: "token", header: "Auth token", cell: ({ lastFour }) => (lastFour === null ? "Set" : `…${lastFour}`) },
    { id: "pace", header: "Calls a second", isNumeric: true, cell: ({ callsPerSecond }) => callsPerSecond },
    { id: "numbers", header: "Numbers", isNumeric: true, cell: ({ numbers }) => numbers, className: "max-md:hidden" },
    { id: "examined", header: "Examined", cell: (account) => <Examined of={account} />, className: "max-md:hidden" },
    changesColumn<Account>({
      nameOf: ({ accountId }) => accountId,
      mayChange: () => may,
      onChange: setEdited,
      onRemove: setRemoved
    })
  ]
  const add = may ? <Button onClick={() => setEdited("new")}>Add an account</Button> : undefined
  return (
    <Card title="Carrier accounts" actions={add} flush>
      <Read of={accounts}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon="settings" title="No accounts of your own">
              Numbers are called from with the account of the installation.
            </Empty>
          ) : (
            <DataTable label="Carrier accounts" columns={columns} rows={data} keyOf={keyOf} isWhole />
          )
        }
      </Read>
      <EditDialog thing="an account" edited={edited} onDone={() => setEdited(undefined)}>
        {(before) => <EditedAccount before={before} onDone={() => setEdited(undefined)} />}
      </EditDialog>
      <RemoveAccount removed={removed} onDone={() => setRemoved(undefined)} />
    </Card>
  )
}

const Examined = ({ of: { examinedAt, notExamined } }: { readonly of: Account }) =>
  examinedAt === null ? (
    <span className="text-muted text-xs">{notExamined ?? "Not examined"}</span>
  ) : (
    <Time value={examinedAt} />
  )

const fieldsOf = ({ accountId, callsPerSecond }: Account) => ({ accountId, callsPerSecond })
const keyOf = ({ accountId }: Account) => accountId

interface Edited {
  readonly fields: ReturnType<typeof fieldsOf>
  readonly token: Pick<Body<"PUT", typeof accountsPath>, "authToken">
}

const EditedAccount = ({ before, onDone }: { readonly before: Account | undefined; readonly onDone: () => void }) => {
  const toast = useToast()
  const put = useReplace(accountsPath, ({ data }, { fields, token }: Edited) => ({
    ...mergedItem(data, before, fields, { fieldsOf, keyOf }),
    ...token
  }))
  const [accountId, setAccountId] = useState(before?.accountId ?? "")
  const [authToken, setAuthToken] = useState("")
  const [callsPerSecond, setCallsPerSecond] = useState(String(before?.callsPerSecond ?? 1))
  const problemOf = problemsOf(put.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    put.mutate(
      {
        fields: { accountId, callsPerSecond: Number(callsPerSecond) },
        token: authToken === "" ? {} : { authToken }
      },
      {
        onSuccess: () => {
          toast.done("Account saved")
          onDone()
        }
      }
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label="Account SID at Twilio"
        required
        disabled={before !== undefined}
        placeholder="AC…"
        value={accountId}
        problem={problemOf("accountId")}
        onChange={(event) => setAccountId(event.target.value.trim())}
      />
      <Field
        label="Auth token"
        type="password"
        autoComplete="off"
        required={before === undefined}
        hint={before === undefined ? "It is stored encrypted and never shown again." : "Left empty, it stays as it is."}
        value={authToken}
        problem={problemOf("authToken")}
        onChange={(event) => setAuthToken(event.target.value.trim())}
      />
      <Field
        label="Calls a second"
        required
        type="number"
        min={0.1}
        max={1000}
        step="any"
        hint="As the carrier allows the account; 1 for a new one."
        value={callsPerSecond}
        problem={problemOf("callsPerSecond")}
        onChange={(event) => setCallsPerSecond(event.target.value)}
      />
      <Refusal failure={put.error} fields={["accountId", "authToken", "callsPerSecond"]} />
      <SaveFooter busy={put.isPending} />
    </form>
  )
}

const RemoveAccount = ({ removed, onDone }: { readonly removed: Account | undefined; readonly onDone: () => void }) => {
  const remove = useChange("DELETE", `${accountsPath}/:accountId`, { refreshes: [accountsPath] })
  return (
    <ConfirmChange
      title={`Remove ${removed?.accountId}?`}
      confirm="Remove"
      isDangerous
      change={remove}
      input={removed && { params: { accountId: removed.accountId } }}
      done="Account removed"
      onDone={onDone}
    >
      Its token is deleted. Calls from it that are under way can no longer be ended by an operator.
    </ConfirmChange>
  )
}
