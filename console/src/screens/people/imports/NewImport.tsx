import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { type ApiFailure, send, urlOf } from "../../../api/request.ts"
import { useApi } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { FileField } from "../../../ui/form/FileField.tsx"
import { Refusal } from "../../../ui/form/Refusal.tsx"
import { Select } from "../../../ui/Select.tsx"

type Started = Answer<"POST", "/admin/v1/organizations/:id/imports/upload">

/** Largest file of an import, bytes. */
const largest = 16 * 1024 ** 2

/** Sends a file of contacts. */
export const NewImport = ({ onStarted }: { readonly onStarted: (importId: string) => void }) => {
  const [file, setFile] = useState<File>()
  const [audienceId, setAudienceId] = useState("")
  const audiences = useApi("/v1/audiences", { query: { limit: 100 } })
  const upload = useMutation<Started, ApiFailure, File>({
    mutationFn: async (chosen) => {
      const body = new FormData()
      if (audienceId !== "") body.set("audienceId", audienceId)
      body.set("file", chosen)
      return (await send("POST", urlOf("/admin/v1/organizations/:id/imports/upload"), { body })).json()
    },
    onSuccess: ({ importId }) => onStarted(importId)
  })
  return (
    <>
      <FileField
        label={file === undefined ? "Choose a file, or drop it here" : file.name}
        accept=".csv,text/csv"
        hint="CSV, at most 16 MiB. The first line names the columns: name and phoneNumber, and whatever else you know."
        disabled={upload.isPending}
        onFile={(chosen) => {
          upload.reset()
          setFile(chosen)
        }}
      />
      <Select
        label="Add the contacts to"
        value={audienceId}
        onChange={setAudienceId}
        options={[
          { value: "", label: "No audience" },
          ...(audiences.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
        ]}
      />
      {file !== undefined && file.size > largest && (
        <p role="alert" className="text-bad">
          The file is larger than 16 MiB. Split it, and import the parts one after another.
        </p>
      )}
      <Refusal failure={upload.error} />
      <div className="flex justify-end gap-2">
        <Button
          kind="primary"
          disabled={file === undefined || file.size > largest}
          busy={upload.isPending}
          onClick={() => file !== undefined && upload.mutate(file)}
        >
          Import
        </Button>
      </div>
    </>
  )
}
