import { useEffect } from "react"
import type { Answer } from "../../api/contract.ts"
import { useMay } from "../../api/session.ts"
import { useApi, useChange } from "../../api/use-api.ts"
import { Button } from "../../ui/Button.tsx"
import { Parts } from "../../ui/data/Meter.tsx"
import { number, percent, plural } from "../../ui/words/format.ts"

export const uploadsPath = "/admin/v1/organizations/:id/number-uploads"
/** The uploads for all organizations. */
export const uploadsForAllPath = "/admin/v1/number-uploads"

export type NumberUpload = Answer<"GET", `${typeof uploadsPath}/:uploadId`>

/** How far the upload of a file of numbers has come. It goes on when the page is left. */
export const UploadProgress = ({
  started,
  onFinished
}: {
  readonly started: NumberUpload
  readonly onFinished: (upload: NumberUpload) => void
}) => {
  const isForAll = started.scope === "INSTALLATION"
  const mayCancel = useMay(isForAll ? "SUPER_ADMIN" : "MEMBER")
  const params = { uploadId: started.id }
  const ofOrganization = useApi(`${uploadsPath}/:uploadId`, { params }, { every: 1000, enabled: !isForAll })
  const ofInstallation = useApi(`${uploadsForAllPath}/:uploadId`, { params }, { every: 1000, enabled: isForAll })
  const cancelOurs = useChange("POST", `${uploadsPath}/:uploadId/cancel`, { refreshes: [uploadsPath] })
  const cancelForAll = useChange("POST", `${uploadsForAllPath}/:uploadId/cancel`, { refreshes: [uploadsForAllPath] })
  const cancel = isForAll ? cancelForAll : cancelOurs
  const upload = (isForAll ? ofInstallation.data : ofOrganization.data) ?? started
  const { completedAt, done, rejected, total } = upload
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports the end once
  useEffect(() => {
    if (completedAt !== null) onFinished(upload)
  }, [completedAt])
  return (
    <div className="flex flex-col gap-2">
      <Parts
        total={total}
        parts={[
          { name: "Read", value: done - rejected, color: "--good" },
          { name: "Rejected", value: rejected, color: "--bad" }
        ]}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted text-sm" role="status">
          {`${number(done)} of ${plural(total, "row")}, ${percent(total === 0 ? 0 : done / total)}. It goes on when you leave this page.`}
        </p>
        {mayCancel && (
          <Button small kind="quiet" disabled={cancel.isPending} onClick={() => cancel.mutate({ params })}>
            Stop the upload
          </Button>
        )}
      </div>
    </div>
  )
}
