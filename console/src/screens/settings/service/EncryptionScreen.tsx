import { useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { useMay } from "../../../api/session.ts"
import { useApi, useChange } from "../../../api/use-api.ts"
import { Badge, type Tone } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Confirm } from "../../../ui/Dialog.tsx"
import { type Column, DataTable } from "../../../ui/data/DataTable.tsx"
import { ConfirmChange } from "../../../ui/form/ConfirmChange.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Read } from "../../../ui/States.tsx"
import { Time } from "../../../ui/Time.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { number, plural } from "../../../ui/words/format.ts"
import { ServicePage } from "../ServicePage.tsx"

const path = "/admin/v1/secrets"

type Status = Answer<"GET", typeof path>
type Key = Status["keys"][number]
type Rotation = NonNullable<Answer<"GET", `${typeof path}/rotation`>>

const states: Readonly<Record<Key["state"], { readonly label: string; readonly tone: Tone; readonly words: string }>> =
  {
    FIRST: { label: "In use", tone: "good", words: "seals and opens" },
    KEPT: { label: "Opens only", tone: "info", words: "opens what it sealed earlier" },
    RETIRED: { label: "Retired", tone: "muted", words: "may be removed from ENCRYPTION_KEY" },
    MISSING: { label: "Missing", tone: "bad", words: "nothing opens what it sealed until it is back in ENCRYPTION_KEY" }
  }

/** The keys that seal what the database keeps secret, and the replacement of one while calls go on. */
export const EncryptionScreen = () => {
  const may = useMay("SUPER_ADMIN")
  const status = useApi(path, {}, { enabled: may })
  const [isAsking, setAsking] = useState(false)
  const [retired, setRetired] = useState<Key>()
  const columns: ReadonlyArray<Column<Key>> = [
    {
      id: "key",
      header: "Key",
      cell: ({ id, state }) => (
        <>
          <p className="font-mono text-xs">{id}</p>
          <p className="text-muted text-xs">{states[state].words}</p>
        </>
      )
    },
    {
      id: "state",
      header: "State",
      cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge>
    },
    { id: "sealed", header: "Sealed values", isNumeric: true, cell: ({ sealed }) => number(sealed) },
    {
      id: "found",
      header: "Found by its digests",
      className: "max-lg:hidden",
      cell: ({ digests: { adminTokens, apiKeys, doNotContact } }) => (
        <span className="text-muted text-xs">
          {plural(apiKeys, "API key")}, {plural(adminTokens, "admin token")}, {plural(doNotContact, "erased number")}
        </span>
      )
    },
    {
      id: "nodes",
      header: "Nodes",
      isNumeric: true,
      className: "max-sm:hidden",
      cell: ({ nodes }) => number(nodes)
    },
    {
      id: "retire",
      header: <span className="sr-only">Retire</span>,
      isNumeric: true,
      cell: (key) =>
        key.state === "KEPT" && (
          <Button small aria-label={`Retire ${key.id}`} onClick={() => setRetired(key)}>
            Retire
          </Button>
        )
    }
  ]
  return (
    <ServicePage
      actions={
        <Button kind="primary" icon="refresh" onClick={() => setAsking(true)}>
          Seal everything anew
        </Button>
      }
    >
      <Read of={status} lines={6}>
        {({ isComplete, keys }) => (
          <>
            <Rotations />
            <Card flush title="Keys">
              <DataTable label="Encryption keys" columns={columns} rows={keys} keyOf={({ id }) => id} isWhole />
            </Card>
            {!isComplete && (
              <p className="text-muted text-sm">
                There are too many sealed values to count in 10 seconds: each number is a minimum.
              </p>
            )}
          </>
        )}
      </Read>
      <p className="max-w-prose text-muted text-sm">
        To replace a key, put the new one before the old one in <code>ENCRYPTION_KEY</code> on every node, restart them
        one after another, seal everything anew, retire the old key, and remove it from <code>ENCRYPTION_KEY</code>.
      </p>
      <Rotate isOpen={isAsking} onDone={() => setAsking(false)} />
      <Retire retired={retired} onDone={() => setRetired(undefined)} />
    </ServicePage>
  )
}

/** The progress of the latest rotation, which is followed while it goes on. */
const Rotations = () => {
  const rotation = useApi(`${path}/rotation`, {}, { every: 2000 })
  if (!rotation.data) return null
  return (
    <p role="status" className="flex flex-wrap items-center gap-2">
      <Progress rotation={rotation.data} />
    </p>
  )
}

const Progress = ({ rotation }: { readonly rotation: Rotation }) => {
  const { finishedAt, keyId, resealed, table, unreadable } = rotation
  const done = plural(resealed, "value")
  return (
    <>
      {finishedAt === null ? <Badge tone="accent">Sealing anew</Badge> : <Badge tone="good">Sealed anew</Badge>}
      <span>
        {finishedAt === null ? (
          <>
            {table ?? "Waits for a node that works"}: {done} with <code>{keyId}</code> so far
          </>
        ) : (
          <>
            {done} with <code>{keyId}</code>, <Time value={finishedAt} isRelative />
          </>
        )}
      </span>
      {unreadable > 0 && (
        <span className="text-bad">{plural(unreadable, "value")} could not be opened: the log names them.</span>
      )}
    </>
  )
}

const Rotate = ({ isOpen, onDone }: { readonly isOpen: boolean; readonly onDone: () => void }) => {
  const toast = useToast()
  const rotate = useChange("POST", `${path}/rotate`, { refreshes: [path] })
  return (
    <Confirm
      title="Seal everything anew?"
      confirm="Seal everything anew"
      isOpen={isOpen}
      onClose={onDone}
      busy={rotate.isPending}
      failure={rotate.error}
      onConfirm={() =>
        rotate.mutate(
          {},
          {
            onSuccess: ({ keyId }) => {
              toast.done(`Sealing everything with ${keyId}`)
              onDone()
            }
          }
        )
      }
    >
      Everything that other keys have sealed is sealed with the first key of ENCRYPTION_KEY, in small parts while calls
      go on. It continues after a crash, and may be started again at any time.
    </Confirm>
  )
}

const Retire = ({ retired, onDone }: { readonly retired: Key | undefined; readonly onDone: () => void }) => {
  const retire = useChange("POST", `${path}/keys/:keyId/retire`, { refreshes: [path] })
  return (
    <ConfirmChange
      title={`Retire ${retired?.id ?? "the key"}?`}
      confirm="Retire"
      change={retire}
      input={retired && { params: { keyId: retired.id } }}
      done="Key retired: it may be removed from ENCRYPTION_KEY"
      onDone={onDone}
    >
      No node seals with it again, and it may be removed from ENCRYPTION_KEY. API keys and Do Not Contact entries that
      are found by its digests keep working. Links to transcripts that it signed stop working once it is removed.
    </ConfirmChange>
  )
}
