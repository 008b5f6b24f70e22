import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { type ApiFailure, send, urlOf } from "../../../api/request.ts"
import { useApi, useRefresh } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { FileField } from "../../../ui/form/FileField.tsx"
import { Refusal } from "../../../ui/form/Refusal.tsx"
import { Figure } from "../../../ui/Page.tsx"
import { Read } from "../../../ui/States.tsx"
import { number, plural } from "../../../ui/words/format.ts"
import { type NumberUpload, UploadProgress, uploadsPath } from "../UploadProgress.tsx"
import { refreshes } from "./refreshes.ts"

/** Adds the numbers of a CSV file, and says what became of each row. */
export const UploadNumbers = ({ onDone }: { readonly onDone: () => void }) => {
  const refresh = useRefresh()
  const [name, setName] = useState<string>()
  const [finished, setFinished] = useState<NumberUpload>()
  const upload = useMutation<NumberUpload, ApiFailure, File>({
    mutationFn: async (file) => {
      const body = new FormData()
      body.set("file", file, file.name)
      return (await send("POST", urlOf(`${uploadsPath}/do-not-contact`), { body })).json()
    }
  })
  const onFinished = (result: NumberUpload) => {
    setFinished(result)
    void refresh(refreshes)
  }
  const onAnother = () => {
    upload.reset()
    setFinished(undefined)
  }
  return (
    <>
      {upload.data === undefined ? (
        <FileField
          label={upload.isPending ? `Sending ${name} …` : "Choose a file, or drop it here"}
          accept=".csv,text/csv"
          hint="CSV with a column phoneNumber or phone_number, and columns reason and expiresAt if you like; at most 1,000,000 rows."
          disabled={upload.isPending}
          onFile={(file) => {
            setName(file.name)
            upload.mutate(file)
          }}
        />
      ) : finished === undefined ? (
        <UploadProgress started={upload.data} onFinished={onFinished} />
      ) : (
        <Result upload={finished} name={name ?? ""} />
      )}
      <Refusal failure={upload.error && { message: upload.error.message }} />
      <div className="flex justify-end gap-2">
        {finished !== undefined && <Button onClick={onAnother}>Another file</Button>}
        <Button kind={finished === undefined ? "secondary" : "primary"} onClick={onDone}>
          {finished !== undefined ? "Done" : upload.data === undefined ? "Cancel" : "Close"}
        </Button>
      </div>
    </>
  )
}

const Result = ({
  upload: { added, existing, id, rejected, status },
  name
}: {
  readonly upload: NumberUpload
  readonly name: string
}) => (
  <div role="status" className="flex flex-col gap-2">
    {status === "CANCELLED" && <p className="font-medium text-warn">The upload was stopped.</p>}
    <p className="truncate text-muted text-sm" title={name}>
      <bdi>{name}</bdi>
    </p>
    <dl className="grid grid-cols-3 gap-2">
      <Figure label="Added" value={number(added)} />
      <Figure label="Known" value={number(existing)} />
      <Figure label="Rejected" value={number(rejected)} />
    </dl>
    {rejected > 0 && <RejectedRows id={id} rejected={rejected} />}
  </div>
)

const RejectedRows = ({ id, rejected }: { readonly id: string; readonly rejected: number }) => {
  const query = { page: 1, limit: shownRejections }
  const errors = useApi(`${uploadsPath}/:uploadId/errors`, { params: { uploadId: id }, query })
  return (
    <>
      <p className="font-medium text-warn">
        {plural(rejected, "row")} could not be added. Mend them, and add the file again.
      </p>
      <Read of={errors}>
        {({ data }) => (
          <ul className="max-h-48 overflow-auto rounded-lg border border-line px-3 py-2 text-sm">
            {data.map(({ row, phoneNumber, reason }) => (
              <li key={row}>
                <span className="text-muted">Row {number(row)}</span>{" "}
                {phoneNumber !== null && <bdi className="font-medium">{phoneNumber} </bdi>}
                {reason}
              </li>
            ))}
            {rejected > shownRejections && (
              <li className="text-muted">and {number(rejected - shownRejections)} more</li>
            )}
          </ul>
        )}
      </Read>
    </>
  )
}

/** Most rejected rows that are listed. */
const shownRejections = 100
