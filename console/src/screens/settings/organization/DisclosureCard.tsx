import type { FormEvent } from "react"
import { disclosureIn } from "../../../../../src/domain/accounts/disclosure-in.ts"
import type { Answer } from "../../../api/contract.ts"
import { useMay } from "../../../api/session.ts"
import { useApi, useReplace } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { Contested } from "../../../ui/edits/Contested.tsx"
import { mergedEdits } from "../../../ui/edits/merged-edits.ts"
import { useEdited } from "../../../ui/edits/use-edited.ts"
import { Field } from "../../../ui/Field.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { Notice } from "../../../ui/Notice.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Read } from "../../../ui/States.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { languageName } from "../../../ui/words/language-name.ts"
import { DisclosureSentences } from "./DisclosureSentences.tsx"

const path = "/admin/v1/organizations/:id/disclosure"
type Disclosure = Answer<"GET", typeof path>

/** The sentences with which calls begin. */
export const DisclosureCard = () => {
  const disclosure = useApi(path, {})
  return (
    <Card title="Disclosure in each call">
      <Read of={disclosure}>{(found) => <DisclosureForm found={found} />}</Read>
    </Card>
  )
}

const DisclosureForm = ({ found }: { readonly found: Disclosure }) => {
  const toast = useToast()
  const may = useMay("ADMIN")
  const { accept, before, contested, edited: disclosure, set } = useEdited(found)
  const put = useReplace(path, (latest, edited: Disclosure) => mergedEdits(before, latest, edited).merged)
  const problemOf = problemsOf(put.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    put.mutate(disclosure, {
      onSuccess: (saved) => {
        accept(saved)
        toast.done("Saved: calls that begin now say it")
      }
    })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <p className="text-muted text-sm">
        Said before the opening: who calls, that it is an automated assistant, and that the call is recorded or
        transcribed where that is so.
      </p>
      <Field
        label="Legal name"
        value={disclosure.legalName ?? ""}
        disabled={!may}
        problem={problemOf("legalName")}
        onChange={(event) => set({ legalName: event.target.value || null })}
      />
      <Field
        label="Callback number"
        type="tel"
        placeholder="+442079460000"
        hint="The number at which people reach you; its digits are read one by one"
        value={disclosure.callbackNumber ?? ""}
        disabled={!may}
        problem={problemOf("callbackNumber")}
        onChange={(event) => set({ callbackNumber: event.target.value || null })}
      />
      <DisclosureSentences
        disclosure={disclosure}
        onChange={(sentences) => set({ sentences })}
        problemOf={problemOf}
        isReadOnly={!may}
      />
      <Unspoken disclosure={disclosure} />
      <Contested fields={contested} />
      <Refusal failure={put.error} fields={["legalName", "callbackNumber", "sentences"]} />
      {may && (
        <div className="flex justify-end">
          <Button kind="primary" type="submit" busy={put.isPending}>
            Save the disclosure
          </Button>
        </div>
      )}
    </form>
  )
}

/** Warns of languages that flows speak and that have no sentence. */
const Unspoken = ({ disclosure }: { readonly disclosure: Disclosure }) => {
  const flows = useApi("/admin/v1/organizations/:id/flows", { query: { limit: 100 } })
  const spoken = new Set(flows.data?.data.flatMap(({ language, languages }) => [language, ...languages]))
  const silent = [...spoken].filter((language) => disclosureIn(disclosure, language) === null)
  if (silent.length === 0) return null
  const languages = silent.map((language) => `${languageName(language)} (${language})`).join(", ")
  return (
    <Notice>
      {Object.keys(disclosure.sentences).length === 0
        ? `Flows speak ${languages}, and their calls do not say who calls.`
        : `Flows speak ${languages}: campaigns with them do not start without a sentence.`}
    </Notice>
  )
}
