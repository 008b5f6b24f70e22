import { useMutation } from "@tanstack/react-query"
import { useMemo, useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { type ApiFailure, send, urlOf } from "../../../api/request.ts"
import { useApi } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { FileField } from "../../../ui/form/FileField.tsx"
import { Refusal } from "../../../ui/form/Refusal.tsx"
import { plural } from "../../../ui/format.ts"
import { Select } from "../../../ui/Select.tsx"
import { formatCsv, parseCsv } from "./csv.ts"
import { ImportPreview } from "./ImportPreview.tsx"
import { guessMapping, mapped, mappingProblem, rowProblem, type Target } from "./mapping.ts"

type Started = Answer<"POST", "/admin/v1/organizations/:id/imports/upload">

/** Largest file of an import, bytes. */
const largest = 16 * 1024 ** 2

interface Chosen {
  readonly name: string
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

/** Reads a file in the browser, shows what becomes of its columns and rows, and sends it. */
export const NewImport = ({ onStarted }: { readonly onStarted: (importId: string) => void }) => {
  const [chosen, setChosen] = useState<Chosen>()
  const [mapping, setMapping] = useState<ReadonlyArray<Target>>([])
  const [problem, setProblem] = useState<string>()
  const [audienceId, setAudienceId] = useState("")
  const audiences = useApi("/v1/audiences", { query: { limit: 100 } })
  const upload = useMutation<Started, ApiFailure, Chosen>({
    mutationFn: async ({ name, rows }) => {
      const body = new FormData()
      if (audienceId !== "") body.set("audienceId", audienceId)
      body.set("file", new Blob([formatCsv(mapped(rows, mapping))], { type: "text/csv" }), name)
      return (await send("POST", urlOf("/admin/v1/organizations/:id/imports/upload"), { body })).json()
    },
    onSuccess: ({ importId }) => onStarted(importId)
  })
  const choose = async (file: File) => {
    upload.reset()
    setChosen(undefined)
    if (file.size > largest) {
      setProblem("The file is larger than 16 MiB. Split it, and import the parts one after another.")
      return
    }
    const rows = parseCsv(await file.text())
    if (rows.length < 2) {
      setProblem("The file has no row besides its first line, which names the columns.")
      return
    }
    setProblem(undefined)
    setMapping(guessMapping(rows[0] ?? []))
    setChosen({ name: file.name, rows })
  }
  const columns = chosen?.rows[0] ?? []
  const unusable = chosen === undefined ? undefined : mappingProblem(columns, mapping)
  const rejected = useMemo(
    () =>
      unusable === undefined && chosen !== undefined
        ? chosen.rows.slice(1).filter((row) => rowProblem(row, mapping) !== undefined).length
        : 0,
    [chosen, mapping, unusable]
  )
  const total = columns.length === 0 ? 0 : (chosen?.rows.length ?? 1) - 1
  return (
    <>
      <FileField
        label={chosen === undefined ? "Choose a file, or drop it here" : chosen.name}
        accept=".csv,.tsv,.txt,text/csv"
        hint="CSV, at most 16 MiB. The first line names the columns."
        disabled={upload.isPending}
        onFile={(file) => void choose(file)}
      />
      {problem !== undefined && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
      {chosen !== undefined && (
        <>
          <ImportPreview rows={chosen.rows} mapping={mapping} onMapping={setMapping} />
          <Select
            label="Add the contacts to"
            value={audienceId}
            onChange={setAudienceId}
            options={[
              { value: "", label: "No audience" },
              ...(audiences.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
            ]}
          />
          {unusable === undefined ? (
            <p role="status">
              {plural(total - rejected, "row")} can be imported
              {rejected > 0 && <span className="text-warn">, {plural(rejected, "row")} would be rejected</span>}.
              Contacts with a known number are updated.
            </p>
          ) : (
            <p role="alert" className="text-bad">
              {unusable}
            </p>
          )}
        </>
      )}
      <Refusal failure={upload.error} />
      <div className="flex justify-end gap-2">
        <Button
          kind="primary"
          disabled={chosen === undefined || unusable !== undefined || rejected === total}
          busy={upload.isPending}
          onClick={() => chosen !== undefined && upload.mutate(chosen)}
        >
          Import
        </Button>
      </div>
    </>
  )
}
