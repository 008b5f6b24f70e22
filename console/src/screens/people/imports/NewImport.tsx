import { useMutation } from "@tanstack/react-query"
import { useRef, useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { type ApiFailure, send, urlOf } from "../../../api/request.ts"
import { useChange } from "../../../api/use-api.ts"
import { AudienceChoice } from "../../../app/choices.tsx"
import { Button } from "../../../ui/Button.tsx"
import { classes } from "../../../ui/class-names.ts"
import { Field } from "../../../ui/Field.tsx"
import { FileField } from "../../../ui/form/FileField.tsx"
import { Refusal } from "../../../ui/form/Refusal.tsx"
import { Figure } from "../../../ui/Page.tsx"
import { Loading } from "../../../ui/States.tsx"
import { number } from "../../../ui/words/format.ts"
import { ImportPreview, Rejections } from "./ImportPreview.tsx"
import { type Targets, unchosenFields } from "./mapping.ts"
import { type Chosen, formOf, type Preview, usePreview } from "./use-preview.ts"

type Started = Answer<"POST", "/admin/v1/organizations/:id/imports/upload">

/** Largest file of an import, bytes. */
const largest = 16 * 1024 ** 2

/** The choice of an audience that the import creates. */
const newAudience = "new"

interface NewImportProps {
  readonly onStarted: (begun: { readonly importId: string; readonly audience: string | undefined }) => void
}

/** Shows what becomes of the columns and rows of a file before it is imported, and imports it. */
export const NewImport = ({ onStarted }: NewImportProps) => {
  const [chosen, setChosen] = useState<Chosen>()
  const [targets, setTargets] = useState<Targets>()
  const [problem, setProblem] = useState<string>()
  const [audienceId, setAudienceId] = useState(newAudience)
  const [audienceName, setAudienceName] = useState("")
  const files = useRef(0)
  const found = usePreview(chosen, targets)
  const create = useChange("POST", "/v1/audiences", { refreshes: ["/v1/audiences"] })
  const upload = useMutation<Started, ApiFailure, FormData>({
    mutationFn: async (body) =>
      (await send("POST", urlOf("/admin/v1/organizations/:id/imports/upload"), { body })).json()
  })
  const choose = async (file: File) => {
    upload.reset()
    setChosen(undefined)
    setTargets(undefined)
    setProblem(undefined)
    if (file.size > largest) {
      setProblem("The file is larger than 16 MiB. Split it, and import the parts one after another.")
      return
    }
    try {
      const content = new Blob([await file.arrayBuffer()], { type: "text/csv" })
      setChosen({ id: ++files.current, name: file.name, content })
      setAudienceName(file.name.replace(/\.csv$/i, "").slice(0, 255))
    } catch {
      setProblem("The browser could not read the file. Choose it again.")
    }
  }
  const audienceOf = async () => {
    if (audienceId !== newAudience) return audienceId
    const { id } = await create.mutateAsync({ body: { name: audienceName.trim(), description: null } })
    // An upload that fails is tried again with the same audience.
    setAudienceId(id)
    return id
  }
  const begin = async () => {
    if (chosen === undefined || found.data === undefined) return
    const form = formOf(chosen, found.data.targets)
    const audience = await audienceOf()
    if (audience !== "") form.set("audienceId", audience)
    const { importId } = await upload.mutateAsync(form)
    onStarted({ importId, audience: audience || undefined })
  }
  const preview = found.data?.preview
  const given = targets ?? found.data?.targets ?? new Map()
  const unchosen = given.size === 0 ? [] : unchosenFields(given)
  const failure = found.error ?? create.error ?? upload.error
  const canBegin =
    preview !== undefined &&
    preview.problem === null &&
    preview.created + preview.updated > 0 &&
    (audienceId !== newAudience || audienceName.trim() !== "")
  return (
    <>
      <FileField
        label={chosen === undefined ? "Choose a file, or drop it here" : chosen.name}
        accept=".csv,text/csv"
        hint="CSV in UTF-8, at most 16 MiB. The first line names the columns."
        disabled={upload.isPending}
        onFile={(file) => void choose(file)}
      />
      {problem !== undefined && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
      <Refusal failure={failure && { message: failure.message }} />
      {chosen !== undefined && found.isPending && <Loading label="Reading the file" />}
      {found.data !== undefined && preview !== undefined && (
        <>
          <ImportPreview
            preview={preview}
            targets={given}
            onTargets={(changed) => {
              upload.reset()
              setTargets(changed)
            }}
          />
          {preview.problem === null ? (
            <Foreseen preview={preview} isOld={found.isFetching} />
          ) : (
            <p role="alert" className="text-bad">
              {unchosen.length === 0
                ? preview.problem
                : `Choose above which column becomes ${unchosen.map(({ label }) => `the ${label.toLowerCase()}`).join(" and ")}.`}
            </p>
          )}
          <div className="grid gap-3 sm:grid-cols-2">
            <AudienceChoice
              label="Add the contacts to"
              hint="A campaign calls one audience"
              value={audienceId}
              onChange={setAudienceId}
              others={[
                { value: newAudience, label: "A new audience" },
                { value: "", label: "No audience" }
              ]}
            />
            {audienceId === newAudience && (
              <Field
                label="Name of the new audience"
                required
                maxLength={255}
                value={audienceName}
                onChange={(event) => setAudienceName(event.target.value)}
              />
            )}
          </div>
        </>
      )}
      <div className="flex justify-end gap-2">
        <Button
          kind="primary"
          disabled={!canBegin || found.isFetching}
          busy={create.isPending || upload.isPending}
          onClick={() => void begin().catch(() => undefined)}
        >
          Import
        </Button>
      </div>
    </>
  )
}

interface ForeseenProps {
  readonly preview: Preview
  /** Whether the counts are those of the former columns. */
  readonly isOld: boolean
}

const Foreseen = ({ preview, isOld }: ForeseenProps) => (
  <div role="status" aria-busy={isOld} className={classes("flex flex-col gap-2", isOld && "opacity-50")}>
    <dl className="grid grid-cols-3 gap-2">
      <Figure label="New contacts" value={number(preview.created)} />
      <Figure label="Updated" value={number(preview.updated)} />
      <Figure label="Rejected" value={number(preview.failed)} />
    </dl>
    <p className="text-muted text-sm">Nothing is stored yet. A contact with a known number is updated.</p>
    {preview.failed > 0 && <Rejections failed={preview.failed} errors={preview.errors} />}
  </div>
)
