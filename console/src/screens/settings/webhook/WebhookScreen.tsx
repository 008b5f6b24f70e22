import { useState } from "react"
import { useMay } from "../../../api/session.ts"
import { useApi, useChange } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { ConfirmChange } from "../../../ui/form/ConfirmChange.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Read } from "../../../ui/States.tsx"
import { SettingsPage } from "../SettingsPage.tsx"
import { FailedDeliveries } from "./FailedDeliveries.tsx"
import { WebhookForm } from "./WebhookForm.tsx"
import { WebhookSecret } from "./WebhookSecret.tsx"
import { WebhookTest } from "./WebhookTest.tsx"

/** The webhook that delivers the outcome of each call to the organization's own system. */
export const WebhookScreen = () => {
  const config = useApi("/v1/write-back/config", {})
  const mayChange = useMay("ADMIN")
  const mayTest = useMay("MEMBER")
  return (
    <SettingsPage>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title="Webhook">
          <Read of={config} lines={6}>
            {(found) => <WebhookForm config={found} isReadOnly={!mayChange} />}
          </Read>
        </Card>
        <div className="flex min-w-0 flex-col gap-4">
          {mayChange && (
            <Card title="Secret">
              <WebhookSecret />
            </Card>
          )}
          {mayTest && (
            <Card title="Test">
              <WebhookTest hasUrl={Boolean(config.data?.webhookUrl)} />
            </Card>
          )}
          {mayChange && (config.data?.shareTranscript === true || config.data?.shareRecording === true) && (
            <Card title="Links to transcripts">
              <EndLinks />
            </Card>
          )}
        </div>
      </div>
      <FailedDeliveries />
    </SettingsPage>
  )
}

const EndLinks = () => {
  const [isOpen, setOpen] = useState(false)
  const end = useChange("POST", "/v1/write-back/transcript-links/end", { refreshes: [] })
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-muted">Each delivery has a link to what was said.</p>
      <Button kind="danger" onClick={() => setOpen(true)}>
        End all links
      </Button>
      <ConfirmChange
        title="End all links to transcripts?"
        confirm="End all links"
        isDangerous
        change={end}
        input={isOpen ? {} : undefined}
        done="All links ended"
        onDone={() => setOpen(false)}
      >
        Links that were sent until now never work again. Later deliveries have new ones.
      </ConfirmChange>
    </div>
  )
}
