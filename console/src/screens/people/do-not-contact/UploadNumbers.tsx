import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { type ApiFailure, send, urlOf } from "../../../api/request.ts"
import { Button } from "../../../ui/Button.tsx"
import { FileField } from "../../../ui/form/FileField.tsx"
import { Refusal } from "../../../ui/form/Refusal.tsx"
import { number, plural } from "../../../ui/format.ts"
import { Figure } from "../../../ui/Page.tsx"
import { refreshes } from "./refreshes.ts"

type Uploaded = Answer<"POST", "/admin/v1/organizations/:id/dnc/upload">

/** Adds the numbers of a CSV file, and says what became of each row. */
export const UploadNumbers = ({ onDone }: { readonly onDone: () => void }) => {
  const queries = useQueryClient()
  const [name, setName] = useState<string>()
  const upload = useMutation<Uploaded, ApiFailure, File>({
    mutationFn: async (file) => {
      const body = new FormData()
      body.set("file", file, file.name)
      return (await send("POST", urlOf("/admin/v1/organizations/:id/dnc/upload"), { body })).json()
    },
    // A lost answer may have added numbers, too.
    onSettled: () =>
      void queries.invalidateQueries({
        predicate: ({ queryKey: [path] }) => refreshes.some((start) => String(path).startsWith(start))
      })
  })
  return (
    <>
      {upload.data === undefined ? (
        <FileField
          label={upload.isPending ? `Adding the numbers of ${name} …` : "Choose a file, or drop it here"}
          accept=".csv,text/csv"
          hint="CSV with a column phoneNumber or phone_number, and columns reason and expiresAt if you like; at most 1,000,000 rows."
          disabled={upload.isPending}
          onFile={(file) => {
            setName(file.name)
            upload.mutate(file)
          }}
        />
      ) : (
        <Result result={upload.data} name={name ?? ""} />
      )}
      <Refusal failure={upload.error && { message: upload.error.message }} />
      <div className="flex justify-end gap-2">
        {upload.data !== undefined && <Button onClick={() => upload.reset()}>Another file</Button>}
        <Button kind={upload.data === undefined ? "secondary" : "primary"} onClick={onDone}>
          {upload.data === undefined ? "Cancel" : "Done"}
        </Button>
      </div>
    </>
  )
}

const Result = ({
  result: { added, existing, rejected, rejectedRows },
  name
}: {
  readonly result: Uploaded
  readonly name: string
}) => (
  <div role="status" className="flex flex-col gap-2">
    <p className="truncate text-muted text-sm" title={name}>
      <bdi>{name}</bdi>
    </p>
    <dl className="grid grid-cols-3 gap-2">
      <Figure label="Added" value={number(added)} />
      <Figure label="Known" value={number(existing)} />
      <Figure label="Rejected" value={number(rejectedRows)} />
    </dl>
    {rejected.length > 0 && (
      <>
        <p className="font-medium text-warn">
          {plural(rejectedRows, "row")} could not be added. Mend them, and add the file again.
        </p>
        <ul className="max-h-48 overflow-auto rounded-lg border border-line px-3 py-2 text-sm">
          {rejected.slice(0, shownRejections).map(({ row, phoneNumber, reason }) => (
            <li key={row}>
              <span className="text-muted">Row {number(row)}</span>{" "}
              {phoneNumber !== null && phoneNumber !== "" && <bdi className="font-medium">{phoneNumber} </bdi>}
              {reason}
            </li>
          ))}
          {rejectedRows > shownRejections && (
            <li className="text-muted">and {number(rejectedRows - shownRejections)} more</li>
          )}
        </ul>
      </>
    )}
  </div>
)

/** Most rejected rows that are listed. */
const shownRejections = 100
