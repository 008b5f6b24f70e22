import { Card, Page } from "../../ui/Page.tsx"
import { Empty } from "../../ui/States.tsx"

export const FlowsScreen = () => (
  <Page title="Flows">
    <Card flush>
      <Empty icon="flows" title="Not in this version yet">
        The command line and the API do this until then.
      </Empty>
    </Card>
  </Page>
)
