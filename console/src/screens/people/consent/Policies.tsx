import { type FormEvent, useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { useMay } from "../../../api/session.ts"
import { useApi, useChange } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { Dialog } from "../../../ui/Dialog.tsx"
import { Field, TextArea } from "../../../ui/Field.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Read } from "../../../ui/States.tsx"
import { useToast } from "../../../ui/Toasts.tsx"

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
              description="OFF asks nothing. RECORDED obeys withdrawals and records the basis. With REQUIRED only people with a consent for the purpose of the campaign are called."
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

const linesOf = (given: Given) => Object.entries(given).map(([country, policy]) => `${country}=${policy}`)

const inWords = (given: Given) =>
  linesOf(given).length === 0
    ? "None: campaigns call people whether a consent is recorded or not."
    : linesOf(given).join(", ").replace("*=", "all others=")

const ChangePolicies = ({ given, onDone }: { readonly given: Given; readonly onDone: () => void }) => {
  const toast = useToast()
  const put = useChange("PUT", path, { refreshes: [path] })
  const [text, setText] = useState(() => linesOf(given).join("\n"))
  const [reason, setReason] = useState("")
  const problemOf = problemsOf(put.error)
  const pairs = text
    .split(/\s+/)
    .filter((line) => line !== "")
    .map((line) => line.split("="))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const policies = Object.fromEntries(pairs.map(([country = "", policy = ""]) => [country, policy])) as Given
    put.mutate(
      { body: { policies, ...(reason === "" ? {} : { reason }) } },
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
      <TextArea
        label="Policies"
        hint="A line for each country, such as US=REQUIRED; * is all others, such as *=RECORDED"
        value={text}
        problem={problemOf("policies")}
        onChange={(event) => setText(event.target.value)}
      />
      <Field
        label="Reason"
        hint="Required where a country needs less than before; kept in the security log"
        value={reason}
        problem={problemOf("reason")}
        onChange={(event) => setReason(event.target.value)}
      />
      <Refusal failure={put.error} fields={["policies", "reason"]} />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button kind="primary" type="submit" busy={put.isPending}>
          Change
        </Button>
      </div>
    </form>
  )
}
