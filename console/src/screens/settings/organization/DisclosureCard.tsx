import { type FormEvent, useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { useMay } from "../../../api/session.ts"
import { useApi, useChange } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { Field, TextArea } from "../../../ui/Field.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Read } from "../../../ui/States.tsx"
import { useToast } from "../../../ui/Toasts.tsx"

const path = "/admin/v1/organizations/:id/disclosure"
type Disclosure = Answer<"GET", typeof path>

/** The sentences with which calls begin. */
export const DisclosureCard = () => {
  const disclosure = useApi(path, {})
  return (
    <Card title="Disclosure in each call">
      <Read of={disclosure}>{(found) => <DisclosureForm key={JSON.stringify(found)} found={found} />}</Read>
    </Card>
  )
}

const DisclosureForm = ({ found }: { readonly found: Disclosure }) => {
  const toast = useToast()
  const may = useMay("ADMIN")
  const put = useChange("PUT", path, { refreshes: [path] })
  const [legalName, setLegalName] = useState(found.legalName ?? "")
  const [callbackNumber, setCallbackNumber] = useState(found.callbackNumber ?? "")
  const [text, setText] = useState(() =>
    Object.entries(found.sentences)
      .map(([code, sentence]) => `${code}: ${sentence}`)
      .join("\n")
  )
  const problemOf = problemsOf(put.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const lines = text.split("\n").filter((line) => line.trim() !== "")
    const sentences = Object.fromEntries(
      lines.map((line) => {
        const [code = "", ...rest] = line.split(":")
        return [code.trim(), rest.join(":").trim()]
      })
    )
    const body = { legalName: legalName || null, callbackNumber: callbackNumber || null, sentences }
    put.mutate({ body }, { onSuccess: () => toast.done("Saved") })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field
        label="Legal name"
        value={legalName}
        disabled={!may}
        problem={problemOf("legalName")}
        onChange={(event) => setLegalName(event.target.value)}
      />
      <Field
        label="Callback number"
        type="tel"
        placeholder="+442079460000"
        value={callbackNumber}
        disabled={!may}
        problem={problemOf("callbackNumber")}
        onChange={(event) => setCallbackNumber(event.target.value)}
      />
      <TextArea
        label="Sentences"
        hint="A line for each language, such as en: This is an automated assistant of {{legalName}}. Said before the opening of each call."
        value={text}
        disabled={!may}
        problem={problemOf("sentences")}
        onChange={(event) => setText(event.target.value)}
      />
      <Refusal failure={put.error} fields={["legalName", "callbackNumber", "sentences"]} />
      {may && (
        <div className="flex justify-end">
          <Button kind="primary" type="submit" busy={put.isPending}>
            Save
          </Button>
        </div>
      )}
    </form>
  )
}
