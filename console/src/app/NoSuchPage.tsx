import { Link } from "@tanstack/react-router"
import { buttonClasses } from "../ui/Button.tsx"
import { Card, Page } from "../ui/Page.tsx"
import { Empty } from "../ui/States.tsx"

export const NoSuchPage = () => (
  <Page title="Not found">
    <Card flush>
      <Empty
        icon="search"
        title="There is no such page"
        action={
          <Link to="/" className={buttonClasses()}>
            To the overview
          </Link>
        }
      >
        The address may be of another version, or of something that was deleted.
      </Empty>
    </Card>
  </Page>
)
