import { Card, Page } from "../../ui/Page.tsx"
import { Empty } from "../../ui/States.tsx"

export const KnowledgeScreen = () => (
  <Page title="Knowledge">
    <Card flush>
      <Empty icon="knowledge" title="Not in this version yet">
        The command line and the API do this until then.
      </Empty>
    </Card>
  </Page>
)
