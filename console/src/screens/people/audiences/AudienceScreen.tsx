import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { useMay } from "../../../api/session.ts"
import { useApi, useChange } from "../../../api/use-api.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button, buttonClasses } from "../../../ui/Button.tsx"
import { listIn } from "../../../ui/browser/address.ts"
import { Dialog } from "../../../ui/Dialog.tsx"
import { Pager } from "../../../ui/data/Pager.tsx"
import { ConfirmChange } from "../../../ui/form/ConfirmChange.tsx"
import { SearchField } from "../../../ui/form/SearchField.tsx"
import { nameOrNumber } from "../../../ui/form/typed-number.ts"
import { Icon } from "../../../ui/Icon.tsx"
import { Card, Page } from "../../../ui/Page.tsx"
import { Empty, Read } from "../../../ui/States.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { plural } from "../../../ui/words/format.ts"
import { AudienceForm } from "./AudienceForm.tsx"
import { ContactPicker } from "./ContactPicker.tsx"

type Audience = Answer<"GET", "/v1/audiences/:id">

/** An audience with its contacts. */
export const AudienceScreen = () => {
  const { audienceId: id } = useParams({ from: "/people/audiences/$audienceId" })
  const audience = useApi("/v1/audiences/:id", { params: { id } })
  return (
    <Page
      title={audience.data?.name ?? "Audience"}
      above={
        <Link to="/people/audiences" className="hover:underline">
          Audiences
        </Link>
      }
      beside={audience.data && <Badge>{plural(audience.data.contactCount, "contact")}</Badge>}
      actions={audience.data && <Actions audience={audience.data} />}
    >
      <Read of={audience}>
        {({ description }) => (
          <>
            {description !== null && <p className="max-w-3xl text-muted">{description}</p>}
            <Members id={id} />
          </>
        )}
      </Read>
    </Page>
  )
}

const Members = ({ id }: { readonly id: string }) => {
  const { page = 1, search = "" } = useSearch({ from: "/people/audiences/$audienceId" })
  const navigate = useNavigate({ from: "/people/audiences/$audienceId" })
  const toast = useToast()
  const may = useMay("MEMBER")
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const contacts = useApi(
    "/v1/audiences/:id/contacts",
    { params: { id }, query: { page, limit: 50, search: search === "" ? undefined : nameOrNumber(search) } },
    { keepsPrevious: true }
  )
  const remove = useChange("POST", "/v1/audiences/:id/contacts/remove", { refreshes: ["/v1/audiences"] })
  return (
    <>
      <div className="flex min-h-9 flex-wrap items-center gap-2">
        <SearchField
          label="Search by name or number"
          value={search}
          onSearch={(text) => void navigate({ search: listIn({ search: text }), replace: true })}
        />
        {chosen.size > 0 && (
          <Button
            kind="danger"
            busy={remove.isPending}
            onClick={() =>
              remove.mutate(
                { params: { id }, body: { contactIds: [...chosen] } },
                {
                  onSuccess: () => {
                    toast.done(`${plural(chosen.size, "contact")} removed from the audience`)
                    setChosen(new Set())
                  },
                  onError: (failure) => toast.failed(failure)
                }
              )
            }
          >
            Remove {chosen.size} from the audience
          </Button>
        )}
      </div>
      <Card flush>
        <Read of={contacts}>
          {({ data, total, totalPages }) =>
            total === 0 ? (
              <Empty icon="people" title={search === "" ? "No contacts yet" : `No contact matches “${search}”`}>
                {search === "" && "Add contacts here, or import a file into this audience."}
              </Empty>
            ) : (
              <>
                <ContactPicker
                  label="Contacts of the audience"
                  contacts={data}
                  {...(may ? { chosen, onChoose: setChosen } : {})}
                />
                <Pager
                  page={page}
                  totalPages={totalPages}
                  count={plural(total, "contact")}
                  onPage={(next) => void navigate({ search: listIn({ search, page: next }) })}
                />
              </>
            )
          }
        </Read>
      </Card>
    </>
  )
}

const Actions = ({ audience }: { readonly audience: Audience }) => {
  const navigate = useNavigate()
  const may = useMay("MEMBER")
  const [open, setOpen] = useState<"add" | "edit" | "remove">()
  const remove = useChange("DELETE", "/v1/audiences/:id", { refreshes: [] })
  const close = () => setOpen(undefined)
  if (!may) return null
  return (
    <>
      {audience.contactCount > 0 && (
        <Link to="/campaigns/new" search={{ audience: audience.id }} className={buttonClasses()}>
          <Icon name="campaigns" size={17} />
          New campaign
        </Link>
      )}
      <Button kind="primary" icon="plus" onClick={() => setOpen("add")}>
        Add contacts
      </Button>
      <Button icon="edit" onClick={() => setOpen("edit")}>
        Edit
      </Button>
      <Button kind="danger" icon="trash" onClick={() => setOpen("remove")}>
        Delete
      </Button>
      <Dialog title={`Add contacts to ${audience.name}`} isOpen={open === "add"} onClose={close} isWide>
        <AddContacts audience={audience} onDone={close} />
      </Dialog>
      <Dialog title="Edit audience" isOpen={open === "edit"} onClose={close}>
        <AudienceForm audience={audience} onCancel={close} onDone={close} />
      </Dialog>
      <ConfirmChange
        title={`Delete ${audience.name}?`}
        confirm="Delete"
        isDangerous
        change={remove}
        input={open === "remove" ? { params: { id: audience.id } } : undefined}
        done="Audience deleted"
        onMade={() => void navigate({ to: "/people/audiences" })}
        onDone={close}
      >
        Its contacts stay. An audience of a campaign that is scheduled, running or paused cannot be deleted.
      </ConfirmChange>
    </>
  )
}

const AddContacts = ({ audience: { id }, onDone }: { readonly audience: Audience; readonly onDone: () => void }) => {
  const toast = useToast()
  const [search, setSearch] = useState("")
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const contacts = useApi(
    "/v1/audiences/:id/available-contacts",
    { params: { id }, query: { page, limit: 20, search: search === "" ? undefined : nameOrNumber(search) } },
    { keepsPrevious: true }
  )
  const add = useChange("POST", "/v1/audiences/:id/contacts", { refreshes: ["/v1/audiences"] })
  return (
    <>
      <SearchField
        label="Search by name or number"
        value={search}
        onSearch={(text) => {
          setSearch(text)
          setPage(1)
        }}
      />
      <Read of={contacts}>
        {({ data, total, totalPages }) =>
          total === 0 ? (
            <Empty icon="people" title="No contact to add">
              {search === "" ? "All contacts are in this audience." : `No other contact matches “${search}”.`}
            </Empty>
          ) : (
            <div className="overflow-hidden rounded-lg border border-line">
              <ContactPicker label="Contacts to add" contacts={data} chosen={chosen} onChoose={setChosen} />
              <Pager page={page} totalPages={totalPages} count={plural(total, "contact")} onPage={setPage} />
            </div>
          )
        }
      </Read>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button
          kind="primary"
          disabled={chosen.size === 0}
          busy={add.isPending}
          onClick={() =>
            add.mutate(
              { params: { id }, body: { contactIds: [...chosen] } },
              {
                onSuccess: () => {
                  toast.done(`${plural(chosen.size, "contact")} added`)
                  onDone()
                },
                onError: (failure) => toast.failed(failure)
              }
            )
          }
        >
          {chosen.size === 0 ? "Add" : `Add ${plural(chosen.size, "contact")}`}
        </Button>
      </div>
    </>
  )
}
