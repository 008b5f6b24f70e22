import { useApi } from "../../api/use-api.ts"
import { Page } from "../../ui/Page.tsx"
import { Read } from "../../ui/States.tsx"

export const CampaignsScreen = () => {
  const list = useApi("/v1/campaigns", { query: { limit: 20 } })
  return (
    <Page title="Campaigns">
      <Read of={list}>{({ data }) => data.map(({ id, name }) => <p key={id}>{name}</p>)}</Read>
    </Page>
  )
}
