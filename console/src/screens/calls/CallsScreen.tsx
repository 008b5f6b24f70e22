import { Card, Page } from "../../ui/Page.tsx"
import { Empty } from "../../ui/States.tsx"

export const CallsScreen = () => (
  <Page title="Calls">
    <Card flush>
      <Empty icon="calls" title="Not in this version yet">
        The command line and the API do this until then.
      </Empty>
    </Card>
  </Page>
)
