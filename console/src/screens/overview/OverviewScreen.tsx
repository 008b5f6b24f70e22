import { Page } from "../../ui/Page.tsx"

export const OverviewScreen = () => <Page title="Overview">…</Page>
