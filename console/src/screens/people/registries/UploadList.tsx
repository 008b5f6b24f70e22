import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { type ApiFailure, send, urlOf } from "../../../api/request.ts"
import { useMay } from "../../../api/session.ts"
import { useApi, useRefresh } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { Checkbox, Field } from "../../../ui/Field.tsx"
import { FileField } from "../../../ui/form/FileField.tsx"
import { localToday, startOfDay } from "../../../ui/form/local-time.ts"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { Select } from "../../../ui/Select.tsx"
import { Read } from "../../../ui/States.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { number } from "../../../ui/words/format.ts"
import { type NumberUpload, UploadProgress, uploadsForAllPath, uploadsPath } from "../UploadProgress.tsx"

export const path = "/admin/v1/organizations/:id/number-lists"
/** The lists of all organizations. */
export const installationPath = "/admin/v1/number-lists"

export const UploadList = ({ onDone }: { readonly onDone: () => void }) => {
  const toast = useToast()
  const refresh = useRefresh()
  const known = useApi(`${path}/registries`, {})
  const [registry, setRegistry] = useState("")
  const [dated, setDated] = useState(localToday)
  const [name, setName] = useState("")
  const [until, setUntil] = useState("")
  const mayForAll = useMay("SUPER_ADMIN")
  const [isForAll, setForAll] = useState(false)
  const upload = useMutation<NumberUpload, ApiFailure, File>({
    mutationFn: async (file) => {
      const body = new FormData()
      body.set("file", file, file.name)
      for (const [field, text] of Object.entries({ registry, dated, name })) body.set(field, text)
      if (until !== "") body.set("expiresAt", startOfDay(until))
      return (await send("POST", urlOf(`${isForAll ? uploadsForAllPath : uploadsPath}/lists`), { body })).json()
    }
  })
  const onFinished = ({ added, rejected, status }: NumberUpload) => {
    if (status === "CANCELLED") toast.done("The upload was stopped; the earlier list stays")
    else toast.done(`${number(added)} numbers are blocked; ${number(rejected)} lines had none`)
    void refresh([path])
    onDone()
  }
  const problemOf = problemsOf(upload.error)
  return (
    <div className="flex flex-col gap-3">
      <Read of={known}>
        {({ data }) => {
          const chosen = data.find(({ code }) => code === registry)
          return (
            <Select
              label="Registry"
              value={registry}
              onChange={setRegistry}
              placeholder="Choose"
              options={data.map(({ code, country, name }) => ({
                value: code,
                label: country === null ? name : `${country} · ${name}`
              }))}
              problem={problemOf("registry")}
              hint={
                chosen &&
                `Blocks ${chosen.forMarketing ? "marketing" : "every call"}; ${chosen.maxAgeDays === null ? "no maximum age" : `at most ${chosen.maxAgeDays} days old`}. ${chosen.source}`
              }
            />
          )
        }}
      </Read>
      <Field
        label="Date of the list"
        type="date"
        required
        value={dated}
        problem={problemOf("dated")}
        onChange={(event) => setDated(event.target.value)}
      />
      <Field
        label="Name"
        hint="For several lists of one registry, such as those of two states; may be empty"
        value={name}
        problem={problemOf("name")}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label="Blocks until"
        type="date"
        hint="From this day on the list blocks nothing; may be empty"
        value={until}
        problem={problemOf("expiresAt")}
        onChange={(event) => setUntil(event.target.value)}
      />
      {mayForAll && (
        <Checkbox
          label="For all organizations"
          hint="A list of the whole installation: no organization calls these numbers"
          checked={isForAll}
          onChange={(event) => setForAll(event.target.checked)}
        />
      )}
      {upload.data !== undefined && <UploadProgress started={upload.data} onFinished={onFinished} />}
      <FileField
        label={upload.isPending ? "Sending the file …" : "Choose a file, or drop it here"}
        accept=".csv,.txt,text/csv,text/plain"
        hint="A number a line, as the registry writes them or with + and the country code; at most 32 MB."
        disabled={upload.isPending || upload.isSuccess || registry === "" || dated === ""}
        onFile={(file) => upload.mutate(file)}
      />
      <Refusal failure={upload.error} fields={["registry", "dated", "name", "expiresAt"]} />
      <div className="flex justify-end">
        <Button onClick={onDone}>{upload.isSuccess ? "Close" : "Cancel"}</Button>
      </div>
    </div>
  )
}
