import { Page } from "../ui/Page.tsx"
import { Failed } from "../ui/States.tsx"

/** Takes the place of a screen whose code could not be loaded or has failed; the navigation stays. */
export const ScreenFailed = ({ error }: { readonly error: unknown }) => (
  <Page title="This screen does not open">
    <Failed failure={error instanceof Error ? error : new Error(String(error))} onRetry={() => location.reload()} />
  </Page>
)
