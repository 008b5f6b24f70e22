import { useMay } from "../../../api/session.ts"
import { useApi } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { Icon } from "../../../ui/Icon.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Read } from "../../../ui/States.tsx"
import { ExaminedParts } from "../ExaminedParts.tsx"
import { ServicePage } from "../ServicePage.tsx"

/** A check list of what the service uses: what works, what is missing, and what depends on it. */
export const DoctorScreen = () => {
  const may = useMay("SUPER_ADMIN")
  const examination = useApi("/admin/v1/doctor", {}, { enabled: may })
  return (
    <ServicePage
      actions={
        <Button icon="refresh" busy={examination.isFetching} onClick={() => void examination.refetch()}>
          Examine again
        </Button>
      }
    >
      <Read of={examination} lines={10}>
        {({ ok, parts }) => (
          <>
            <p role="status" className="flex items-center gap-2 font-medium">
              <span className={ok ? "text-good" : "text-bad"}>
                <Icon name={ok ? "check" : "warning"} />
              </span>
              {ok ? "Nothing has failed." : "A part does not work."}
            </p>
            <Card flush>
              <ExaminedParts parts={parts} />
            </Card>
          </>
        )}
      </Read>
    </ServicePage>
  )
}
