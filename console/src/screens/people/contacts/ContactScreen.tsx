import { Link, useNavigate, useParams } from "@tanstack/react-router"
import { useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { useMay } from "../../../api/session.ts"
import { useApi, useChange } from "../../../api/use-api.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Dialog } from "../../../ui/Dialog.tsx"
import { Fact, Facts } from "../../../ui/data/Facts.tsx"
import { ConfirmChange } from "../../../ui/form/ConfirmChange.tsx"
import { Card, Page } from "../../../ui/Page.tsx"
import { Empty, Read } from "../../../ui/States.tsx"
import { Time } from "../../../ui/Time.tsx"
import { plural } from "../../../ui/words/format.ts"
import { AddToAudience } from "./AddToAudience.tsx"
import { ContactConsents } from "./ContactConsents.tsx"
import { ContactForm } from "./ContactForm.tsx"
import { ContactHistory } from "./ContactHistory.tsx"
import { EraseContact } from "./EraseContact.tsx"
import { ExportContact } from "./ExportContact.tsx"

type Contact = Answer<"GET", "/v1/contacts/:id">
type History = Answer<"GET", "/v1/contacts/:id/history">

/** A contact with everything that ever happened with their number. */
export const ContactScreen = () => {
  const { contactId: id } = useParams({ from: "/people/$contactId" })
  const contact = useApi("/v1/contacts/:id", { params: { id } })
  const history = useApi("/v1/contacts/:id/history", { params: { id } })
  return (
    <Page
      title={contact.data?.name ?? "Contact"}
      above={
        <Link to="/people" className="hover:underline">
          People
        </Link>
      }
      beside={
        history.data?.contact.doNotContact === true ? (
          <Badge tone="bad">Do Not Contact</Badge>
        ) : history.data?.hasNegativeIntent === true ? (
          <Badge tone="warn">Declined: {history.data.negativeLabels.join(", ")}</Badge>
        ) : undefined
      }
      actions={contact.data && <Actions contact={contact.data} history={history.data} />}
    >
      <Read of={contact} lines={8}>
        {(found) => (
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(18rem,1fr)_2fr]">
            <div className="flex min-w-0 flex-col gap-4">
              <Card title="Contact">
                <Details contact={found} />
              </Card>
              {history.data !== undefined && (
                <Card title="Reaching the person">
                  <Reaching history={history.data} />
                </Card>
              )}
              {history.data !== undefined && (
                <ContactConsents phoneNumber={found.phoneNumber} entries={history.data.consents ?? []} />
              )}
            </div>
            <Card title="Everything with this number" flush>
              <Read of={history}>
                {({ history: entries }) =>
                  entries.length === 0 ? (
                    <Empty icon="calls" title="Never called">
                      Calls of all campaigns to this number appear here.
                    </Empty>
                  ) : (
                    <ContactHistory entries={entries} />
                  )
                }
              </Read>
            </Card>
          </div>
        )}
      </Read>
    </Page>
  )
}

const Details = ({ contact }: { readonly contact: Contact }) => (
  <Facts>
    <Fact name="Number">
      <span className="select-all">{contact.phoneNumber}</span>
    </Fact>
    {facts
      .filter(({ field, isAlwaysShown }) => isAlwaysShown || contact[field] !== null)
      .map(({ field, name }) => (
        <Fact key={field} name={name}>
          {contact[field]}
        </Fact>
      ))}
    {Object.entries(contact.metadata).map(([key, value]) => (
      <Fact key={key} name={key}>
        {typeof value === "string" ? value : JSON.stringify(value)}
      </Fact>
    ))}
    <Fact name="Added">
      <Time value={contact.createdAt} />
    </Fact>
    <Fact name="Changed">
      <Time value={contact.updatedAt} />
    </Fact>
  </Facts>
)

const facts = [
  { field: "language", name: "Language", isAlwaysShown: true },
  { field: "ageBand", name: "Age band", isAlwaysShown: false },
  { field: "gender", name: "Gender", isAlwaysShown: false },
  { field: "cityTier", name: "City tier", isAlwaysShown: false },
  { field: "occupation", name: "Occupation", isAlwaysShown: false },
  { field: "incomeBand", name: "Income band", isAlwaysShown: false },
  { field: "productType", name: "Product", isAlwaysShown: false }
] as const

const sources = {
  individual: "from this person’s own calls",
  demographic: "from people like this person",
  default: "no data yet"
} as const

const Reaching = ({ history: { bestTime, contact } }: { readonly history: History }) => (
  <Facts>
    <Fact name="May be called">{contact.doNotContact ? "No, in no campaign" : "Yes"}</Fact>
    {contact.doNotContact && (
      <>
        <Fact name="Reason">{contact.doNotContactReason}</Fact>
        <Fact name="Since">
          <Time value={contact.doNotContactAt} />
        </Fact>
      </>
    )}
    <Fact name="Best time">
      {bestTime.label ?? "Not known"}{" "}
      <span className="text-muted">
        ({sources[bestTime.source]}
        {bestTime.basisCount > 0 && `, ${plural(bestTime.basisCount, "call")}`})
      </span>
    </Fact>
  </Facts>
)

interface ActionsProps {
  readonly contact: Contact
  readonly history: History | undefined
}

const Actions = ({ contact, history }: ActionsProps) => {
  const navigate = useNavigate()
  const [open, setOpen] = useState<"edit" | "audience" | "block" | "remove" | "erase">()
  const mayChange = useMay("MEMBER")
  const mayErase = useMay("ADMIN")
  const block = useChange("POST", "/admin/v1/organizations/:id/dnc")
  const remove = useChange("DELETE", "/v1/contacts/:id", { refreshes: ["/v1/contacts", "/v1/audiences"] })
  const close = () => setOpen(undefined)
  const leave = () => void navigate({ to: "/people" })
  return (
    <>
      {mayChange && (
        <>
          <Button icon="edit" onClick={() => setOpen("edit")}>
            Edit
          </Button>
          <Button onClick={() => setOpen("audience")}>Add to audience</Button>
          {history?.contact.doNotContact === false && (
            <Button kind="danger" onClick={() => setOpen("block")}>
              Never call again
            </Button>
          )}
          <Button kind="danger" icon="trash" onClick={() => setOpen("remove")}>
            Delete
          </Button>
        </>
      )}
      {mayErase && <ExportContact contact={contact} />}
      {mayErase && (
        <Button kind="danger" onClick={() => setOpen("erase")}>
          Erase the person
        </Button>
      )}
      <Dialog title="Edit contact" isOpen={open === "edit"} onClose={close} isWide>
        <ContactForm contact={contact} onDone={close} />
      </Dialog>
      <Dialog title="Add to audience" isOpen={open === "audience"} onClose={close}>
        <AddToAudience contactIds={[contact.id]} onCancel={close} onDone={close} />
      </Dialog>
      <ConfirmChange
        title="Never call this number again?"
        confirm="Add to Do Not Contact"
        isDangerous
        change={block}
        input={open === "block" ? { body: { phoneNumber: contact.phoneNumber } } : undefined}
        done="Added to Do Not Contact"
        onDone={close}
      >
        No campaign calls {contact.phoneNumber} from now on, and its waiting calls are suppressed at once.
      </ConfirmChange>
      <ConfirmChange
        title={`Delete ${contact.name}?`}
        confirm="Delete"
        isDangerous
        change={remove}
        input={open === "remove" ? { params: { id: contact.id } } : undefined}
        done="Contact deleted"
        onMade={leave}
        onDone={close}
      >
        The contact leaves all audiences. What was said in past calls is kept; erase the person to remove that too.
      </ConfirmChange>
      <EraseContact contact={contact} isOpen={open === "erase"} onClose={close} onErased={leave} />
    </>
  )
}
