import { useApi, useRefresh } from "../../api/use-api.ts"
import { Card } from "../../ui/Page.tsx"
import { type NumberUpload, UploadProgress, uploadsPath } from "./UploadProgress.tsx"

/** The uploads that were begun here or elsewhere and are not finished, such as after the page was left. */
export const UploadsUnderWay = ({
  kind,
  refreshes
}: {
  readonly kind: NumberUpload["kind"]
  readonly refreshes: ReadonlyArray<string>
}) => {
  const refresh = useRefresh()
  const uploads = useApi(uploadsPath, { query: { page: 1, limit: 20 } }, { every: 15_000 })
  const open = (uploads.data?.data ?? []).filter((one) => one.completedAt === null && one.kind === kind)
  const onFinished = () => void refresh([uploadsPath, ...refreshes])
  if (open.length === 0) return null
  return (
    <Card title="Uploads under way">
      <ul className="flex flex-col gap-4">
        {open.map((upload) => (
          <li key={upload.id} className="flex flex-col gap-1">
            {upload.registry !== null && (
              <b className="font-medium">
                {upload.registry} <bdi>{upload.name}</bdi> of {upload.dated}
              </b>
            )}
            <UploadProgress started={upload} onFinished={onFinished} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
