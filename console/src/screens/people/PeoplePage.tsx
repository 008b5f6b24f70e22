import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { Page } from "../../ui/Page.tsx"
import { Tabs, tabLink } from "../../ui/Tabs.tsx"

const asTab = { className: tabLink.className, activeOptions: { exact: true, includeSearch: false } } as const

/** The frame of the lists about people. */
export const PeoplePage = ({ actions, children }: { readonly actions?: ReactNode; readonly children: ReactNode }) => (
  <Page title="People" actions={actions}>
    <Tabs label="Parts of People">
      <Link to="/people" {...asTab}>
        Contacts
      </Link>
      <Link to="/people/audiences" {...asTab}>
        Audiences
      </Link>
      <Link to="/people/do-not-contact" {...asTab}>
        Do Not Contact
      </Link>
      <Link to="/people/registries" {...asTab}>
        Registries
      </Link>
      <Link to="/people/consent" {...asTab}>
        Consent
      </Link>
      <Link to="/people/imports" {...asTab}>
        Imports
      </Link>
    </Tabs>
    {children}
  </Page>
)
