import { useState } from "react"
import type { Answer } from "../../api/contract.ts"
import { useApi } from "../../api/use-api.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { type Column, DataTable } from "../../ui/data/DataTable.tsx"
import { Card } from "../../ui/Page.tsx"
import { Empty, Read } from "../../ui/States.tsx"
import { countryName } from "../../ui/words/country-name.ts"
import { number, plural } from "../../ui/words/format.ts"
import { callPurpose, consentBasis, consentPolicy } from "../../ui/words/value-words.ts"

const path = "/admin/v1/organizations/:id/campaigns/:campaignId/consent"
type Report = Answer<"GET", typeof path>
type Group = Report["groups"][number]

/** How many people of a campaign may be called on what basis. Counted on request, since it reads the whole audience. */
export const ConsentReport = ({ campaignId }: { readonly campaignId: string }) => {
  const [isShown, setShown] = useState(false)
  return (
    <Card title="Consent" flush={isShown}>
      {isShown ? (
        <Counted campaignId={campaignId} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted">How many people of the audience may be called, and on what basis.</p>
          <Button onClick={() => setShown(true)}>Count the consents</Button>
        </div>
      )}
    </Card>
  )
}

const Counted = ({ campaignId }: { readonly campaignId: string }) => {
  const report = useApi(path, { params: { campaignId } })
  return (
    <Read of={report}>
      {(found) =>
        found.groups.length === 0 ? (
          <Empty icon="people" title="The audience is empty">
            Once the audience of the campaign has contacts, they are counted here by country and basis.
          </Empty>
        ) : (
          <>
            <p className="px-4 pb-3">{inWords(found)}</p>
            <DataTable label="Consents of the audience" columns={columns} rows={found.groups} keyOf={keyOf} isWhole />
          </>
        )
      }
    </Read>
  )
}

const inWords = ({ contacts, examined, mayBeCalled, purposes }: Report) =>
  [
    `${number(mayBeCalled)} of ${plural(examined, "person", "people")} may be called for ${namesOf(purposes)},`,
    "as far as consent decides.",
    ...(examined < contacts ? [`The audience has ${number(contacts)}; no more than these are counted.`] : [])
  ].join(" ")

const namesOf = (purposes: Report["purposes"]) =>
  purposes.map((purpose) => callPurpose.of(purpose).label.toLowerCase()).join(" and ")

const keyOf = ({ basis, country }: Group) => `${country} ${basis}`

const missing: Readonly<Record<string, string>> = { NONE: "None recorded", WITHDRAWN: "Withdrawn", EXPIRED: "Expired" }

const columns: ReadonlyArray<Column<Group>> = [
  {
    id: "country",
    header: "Country",
    cell: ({ country }) => (country === null ? "Unknown" : countryName(country))
  },
  { id: "basis", header: "Basis", cell: ({ basis }) => missing[basis] ?? consentBasis.of(basis).label },
  {
    id: "policy",
    header: "Policy",
    cell: ({ policy }) => consentPolicy.of(policy).label,
    className: "max-md:hidden"
  },
  { id: "people", header: "People", isNumeric: true, cell: ({ contacts }) => number(contacts) },
  {
    id: "called",
    header: "May be called",
    cell: ({ mayBeCalled }) => <Badge tone={mayBeCalled ? "good" : "bad"}>{mayBeCalled ? "Yes" : "No"}</Badge>
  }
]
