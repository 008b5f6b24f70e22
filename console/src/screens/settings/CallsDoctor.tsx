import { useMay } from "../../api/session.ts"
import { useApi } from "../../api/use-api.ts"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Page.tsx"
import { Failed } from "../../ui/States.tsx"
import { ExaminedParts } from "./ExaminedParts.tsx"

/** Has the doctor examine, on request, the vendors and models that calls of the organization may use. */
export const CallsDoctor = () => {
  const may = useMay("MEMBER")
  const examination = useApi("/admin/v1/organizations/:id/doctor", {}, { enabled: false })
  if (!may) return null
  const parts = examination.data?.parts
  return (
    <Card
      title="Do they work?"
      actions={
        <Button small icon="refresh" busy={examination.isFetching} onClick={() => void examination.refetch()}>
          Test
        </Button>
      }
    >
      <div aria-live="polite" className="-mx-4">
        {examination.error !== null && <Failed failure={examination.error} />}
        {parts === undefined ? (
          <p className="px-4 text-muted">
            The test has each vendor hear a second of sound or speak a word, and each model answer, with the keys that
            calls use.
          </p>
        ) : parts.length === 0 ? (
          <p className="px-4 text-muted">There is nothing to test: without keys, calls use what is built in.</p>
        ) : (
          <ExaminedParts parts={parts} />
        )}
      </div>
    </Card>
  )
}
