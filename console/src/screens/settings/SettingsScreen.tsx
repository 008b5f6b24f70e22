import { Card, Page } from "../../ui/Page.tsx"
import { Empty } from "../../ui/States.tsx"

export const SettingsScreen = () => (
  <Page title="Settings">
    <Card flush>
      <Empty icon="settings" title="Not in this version yet">
        The command line and the API do this until then.
      </Empty>
    </Card>
  </Page>
)
