import { Card, Page } from "../../ui/Page.tsx"
import { Empty } from "../../ui/States.tsx"

export const ReviewScreen = () => (
  <Page title="Review">
    <Card flush>
      <Empty icon="review" title="Not in this version yet">
        The command line and the API do this until then.
      </Empty>
    </Card>
  </Page>
)
