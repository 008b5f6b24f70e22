import { useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { useMay } from "../../../api/session.ts"
import { useApi, useChange } from "../../../api/use-api.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Dialog } from "../../../ui/Dialog.tsx"
import { type Column, DataTable } from "../../../ui/data/DataTable.tsx"
import { ConfirmChange } from "../../../ui/form/ConfirmChange.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Empty, Read } from "../../../ui/States.tsx"
import { number } from "../../../ui/words/format.ts"
import { PeoplePage } from "../PeoplePage.tsx"
import { UploadsUnderWay } from "../UploadsUnderWay.tsx"
import { installationPath, path, UploadList } from "./UploadList.tsx"

type List = Answer<"GET", typeof path>["data"][number]

/** The lists of numbers that must not be called, such as national registries. */
export const RegistriesScreen = () => {
  const mayUpload = useMay("MEMBER")
  const mayRemove = useMay("ADMIN")
  const mayRemoveForAll = useMay("SUPER_ADMIN")
  const lists = useApi(path, {})
  const known = useApi(`${path}/registries`, {})
  const names = new Map(known.data?.data.map(({ code, name }) => [code, name]))
  const [isOpen, setOpen] = useState(false)
  const [removed, setRemoved] = useState<List>()
  const columns: ReadonlyArray<Column<List>> = [
    {
      id: "registry",
      header: "Registry",
      cell: ({ name, registry, scope }) => (
        <>
          <b className="font-medium">{names.get(registry) ?? registry}</b> <bdi>{name}</bdi>
          <span className="block text-muted text-xs">
            {registry}
            {scope === "INSTALLATION" && ", of the installation"}
          </span>
        </>
      )
    },
    { id: "dated", header: "Dated", cell: ({ dated }) => dated, className: "whitespace-nowrap max-sm:hidden" },
    {
      id: "valid",
      header: "Valid until",
      cell: ({ expiresAt, isTooOld, validUntil }) =>
        expiresAt !== null && new Date(expiresAt) <= new Date() ? (
          <Badge>Expired</Badge>
        ) : isTooOld ? (
          <Badge tone="bad">Too old</Badge>
        ) : (
          (validUntil ?? "No end")
        ),
      className: "whitespace-nowrap"
    },
    {
      id: "numbers",
      header: "Numbers",
      isNumeric: true,
      cell: ({ numbers }) => number(numbers),
      className: "max-sm:hidden"
    },
    {
      id: "remove",
      header: <span className="sr-only">Remove</span>,
      isNumeric: true,
      cell: (list) =>
        (list.scope === "ORGANIZATION" ? mayRemove : mayRemoveForAll) && (
          <Button
            small
            kind="quiet"
            icon="close"
            aria-label={`Remove the list ${list.registry} ${list.name}`}
            onClick={() => setRemoved(list)}
          />
        )
    }
  ]
  const upload = mayUpload ? (
    <Button kind="primary" icon="upload" onClick={() => setOpen(true)}>
      Upload a list
    </Button>
  ) : undefined
  return (
    <PeoplePage actions={upload}>
      {!isOpen && <UploadsUnderWay kind="LIST" refreshes={[path]} />}
      <Card flush>
        <Read of={lists}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty icon="people" title="No registry was uploaded yet" action={upload}>
                National registries of people who want no calls, such as the TPS or the National Do Not Call Registry. A
                list blocks once it is here, and no campaign starts on one that is older than the law allows.
              </Empty>
            ) : (
              <DataTable label="Registries" columns={columns} rows={data} keyOf={({ id }) => id} isWhole />
            )
          }
        </Read>
      </Card>
      <Dialog
        title="Upload the list of a registry"
        description="It takes the place of the earlier list with the same registry and name."
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <UploadList onDone={() => setOpen(false)} />
      </Dialog>
      <RemoveList list={removed} onDone={() => setRemoved(undefined)} />
    </PeoplePage>
  )
}

const RemoveList = ({ list, onDone }: { readonly list: List | undefined; readonly onDone: () => void }) => {
  const ofOrganization = useChange("DELETE", `${path}/:listId`, { refreshes: [path] })
  const ofInstallation = useChange("DELETE", `${installationPath}/:listId`, { refreshes: [path] })
  const isForAll = list?.scope === "INSTALLATION"
  return (
    <ConfirmChange
      title={`Remove the list ${list?.registry} ${list?.name}?`}
      confirm="Remove"
      isDangerous
      change={isForAll ? ofInstallation : ofOrganization}
      input={list && { params: { listId: list.id } }}
      done="List removed"
      onDone={onDone}
    >
      Its numbers may be called again{isForAll ? ", by all organizations" : ""}.
    </ConfirmChange>
  )
}
