import { type FormEvent, useState } from "react"
import type { Answer, Body } from "../../../api/contract.ts"
import { useReplace } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { mergedItem } from "../../../ui/edits/merged-edits.ts"
import { Checkbox, Field } from "../../../ui/Field.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { useToast } from "../../../ui/Toasts.tsx"

const path = "/admin/v1/organizations/:id/models"
type Model = Answer<"GET", typeof path>["data"][number]

const fieldsOf = ({ baseUrl, model, name, reasoningEffort, temperature }: Model) => ({
  name,
  baseUrl,
  model,
  temperature,
  reasoningEffort
})
const keyOf = ({ name }: Model) => name

interface Edited {
  readonly fields: ReturnType<typeof fieldsOf>
  readonly key: Pick<Body<"PUT", typeof path>, "apiKey">
}

const fields = ["name", "baseUrl", "model", "apiKey", "temperature", "reasoningEffort"]

/** Adds a language model, or changes one. A key is never shown: an empty field leaves the stored one. */
export const ModelForm = ({ model, onDone }: { readonly model: Model | undefined; readonly onDone: () => void }) => {
  const toast = useToast()
  const put = useReplace(path, ({ data }, { fields, key }: Edited) => ({
    ...mergedItem(data, model, fields, { fieldsOf, keyOf }),
    ...key
  }))
  const [name, setName] = useState(model?.name ?? "")
  const [baseUrl, setBaseUrl] = useState(model?.baseUrl ?? "")
  const [served, setServed] = useState(model?.model ?? "")
  const [apiKey, setApiKey] = useState("")
  const [needsNoKey, setNeedsNoKey] = useState(model !== undefined && !model.hasApiKey)
  const [temperature, setTemperature] = useState(String(model?.temperature ?? ""))
  const [reasoningEffort, setReasoningEffort] = useState(model?.reasoningEffort ?? "")
  const problemOf = problemsOf(put.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const fields = {
      name,
      baseUrl,
      model: served,
      temperature: temperature === "" ? null : Number(temperature),
      reasoningEffort: reasoningEffort || null
    }
    const key = needsNoKey ? { apiKey: null } : apiKey === "" ? {} : { apiKey }
    put.mutate(
      { fields, key },
      {
        onSuccess: () => {
          toast.done(model === undefined ? "Model added" : "Model changed")
          onDone()
        }
      }
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field
        label="Name"
        required
        autoFocus={model === undefined}
        readOnly={model !== undefined}
        pattern="[A-Z0-9_]{1,32}"
        placeholder="FAST"
        hint="Flows choose it by this name: A to Z, 0 to 9 and _"
        value={name}
        problem={problemOf("name")}
        onChange={(event) => setName(event.target.value.toUpperCase())}
      />
      <Field
        label="Address of the server"
        required
        type="url"
        placeholder="https://api.openai.com/v1"
        value={baseUrl}
        problem={problemOf("baseUrl")}
        onChange={(event) => setBaseUrl(event.target.value)}
      />
      <Field
        label="Model"
        required
        placeholder="gpt-4.1"
        hint="The server’s name of the model"
        value={served}
        problem={problemOf("model")}
        onChange={(event) => setServed(event.target.value)}
      />
      <Field
        label="API key"
        type="password"
        autoComplete="off"
        disabled={needsNoKey}
        placeholder={model?.hasApiKey === true ? "Unchanged" : ""}
        value={apiKey}
        problem={problemOf("apiKey")}
        onChange={(event) => setApiKey(event.target.value)}
      />
      <Checkbox
        label="The server needs no key"
        checked={needsNoKey}
        onChange={(event) => setNeedsNoKey(event.target.checked)}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label="Temperature"
          type="number"
          min={0}
          max={2}
          step={0.1}
          placeholder="The model’s own"
          value={temperature}
          problem={problemOf("temperature")}
          onChange={(event) => setTemperature(event.target.value)}
        />
        <Field
          label="Reasoning"
          pattern="[a-z]{1,20}"
          placeholder="The model’s own"
          value={reasoningEffort}
          problem={problemOf("reasoningEffort")}
          onChange={(event) => setReasoningEffort(event.target.value)}
        />
      </div>
      <Refusal failure={put.error} fields={fields} />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button kind="primary" type="submit" busy={put.isPending}>
          {model === undefined ? "Add the model" : "Save"}
        </Button>
      </div>
    </form>
  )
}
