import { useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import { useMay } from "../../../api/session.ts"
import { useApi } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { listIn } from "../../../ui/browser/address.ts"
import { Dialog } from "../../../ui/Dialog.tsx"
import { Pager } from "../../../ui/data/Pager.tsx"
import { SearchField } from "../../../ui/form/SearchField.tsx"
import { nameOrNumber } from "../../../ui/form/typed-number.ts"
import { Card } from "../../../ui/Page.tsx"
import { Empty, Read } from "../../../ui/States.tsx"
import { plural } from "../../../ui/words/format.ts"
import { ContactPicker } from "../audiences/ContactPicker.tsx"
import { ImportDialog } from "../imports/ImportDialog.tsx"
import { PeoplePage } from "../PeoplePage.tsx"
import { ChosenContacts } from "./ChosenContacts.tsx"
import { ContactForm } from "./ContactForm.tsx"

/** All contacts of the organization, with a search by name and number. */
export const ContactsScreen = () => {
  const { page = 1, search = "" } = useSearch({ from: "/people" })
  const navigate = useNavigate({ from: "/people" })
  const may = useMay("MEMBER")
  const [isAdding, setAdding] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const contacts = useApi(
    "/v1/contacts",
    { query: { page, limit: 50, search: search === "" ? undefined : nameOrNumber(search) } },
    { keepsPrevious: true }
  )
  const add = (
    <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
      Add contact
    </Button>
  )
  const importFile = (
    <Button icon="upload" onClick={() => setImporting(true)}>
      Import a file
    </Button>
  )
  return (
    <PeoplePage
      actions={
        may && (
          <>
            {importFile}
            {add}
          </>
        )
      }
    >
      <div className="flex min-h-9 flex-wrap items-center gap-2">
        <SearchField
          label="Search by name or number"
          value={search}
          onSearch={(text) => void navigate({ search: listIn({ search: text }), replace: true })}
        />
        {chosen.size > 0 && <ChosenContacts ids={[...chosen]} onDone={() => setChosen(new Set())} />}
      </div>
      <Card flush>
        <Read of={contacts} lines={8}>
          {({ data, total, totalPages }) =>
            total === 0 ? (
              <Empty
                icon="people"
                title={search === "" ? "No contacts yet" : `No contact matches “${search}”`}
                action={
                  search === "" &&
                  may && (
                    <div className="flex flex-wrap justify-center gap-2">
                      {importFile}
                      {add}
                    </div>
                  )
                }
              >
                {search === "" && "Add a person, or import a file with many."}
              </Empty>
            ) : (
              <>
                <ContactPicker label="Contacts" contacts={data} {...(may ? { chosen, onChoose: setChosen } : {})} />
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
      <Dialog title="Add contact" isOpen={isAdding} onClose={() => setAdding(false)}>
        <ContactForm onDone={() => setAdding(false)} />
      </Dialog>
      <ImportDialog isOpen={isImporting} onClose={() => setImporting(false)} />
    </PeoplePage>
  )
}
