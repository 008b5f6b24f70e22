import { useState } from "react"
import { useMay } from "../../../api/session.ts"
import { useApi, useChange } from "../../../api/use-api.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { changesColumn } from "../../../ui/data/changes-column.tsx"
import { type Column, DataTable } from "../../../ui/data/DataTable.tsx"
import { EditDialog } from "../../../ui/edits/EditDialog.tsx"
import { ConfirmChange } from "../../../ui/form/ConfirmChange.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Empty, Read } from "../../../ui/States.tsx"
import { Time } from "../../../ui/Time.tsx"
import { SettingsPage } from "../SettingsPage.tsx"
import { CarrierAccounts } from "./CarrierAccounts.tsx"
import { type CallerId, callerIdsPath, EditedNumber } from "./EditedNumber.tsx"

/** The numbers from which the organization calls, and how they fare. */
export const CallerIdsScreen = () => {
  const may = useMay("ADMIN")
  const callerIds = useApi(callerIdsPath, {})
  const [edited, setEdited] = useState<CallerId | "new">()
  const [removed, setRemoved] = useState<CallerId>()
  const columns: ReadonlyArray<Column<CallerId>> = [
    {
      id: "number",
      header: "Number",
      cell: ({ number }) => <span className="whitespace-nowrap font-medium">{number}</span>
    },
    { id: "state", header: "State", cell: (callerId) => <State of={callerId} /> },
    { id: "pool", header: "Pool", cell: ({ pool }) => pool ?? "–", className: "max-md:hidden" },
    { id: "today", header: "Today", isNumeric: true, cell: todayInWords, className: "max-md:hidden" },
    {
      id: "recent",
      header: "Answered",
      isNumeric: true,
      cell: ({ recent }) => rateInWords(recent),
      className: "max-md:hidden"
    },
    {
      id: "before",
      header: "Before",
      isNumeric: true,
      cell: ({ before }) => rateInWords(before),
      className: "max-lg:hidden"
    },
    changesColumn<CallerId>({
      nameOf: ({ number }) => number,
      mayChange: () => may,
      onChange: setEdited,
      onRemove: setRemoved
    })
  ]
  const add = may ? (
    <Button kind="primary" icon="plus" onClick={() => setEdited("new")}>
      Add a number
    </Button>
  ) : undefined
  return (
    <SettingsPage actions={add}>
      <Card flush>
        <Read of={callerIds}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty icon="settings" title="No numbers of your own yet" action={add}>
                Calls come from the numbers of the installation. With the first number here they come from your own
                only.
              </Empty>
            ) : (
              <DataTable label="Numbers" columns={columns} rows={data} keyOf={({ number }) => number} isWhole />
            )
          }
        </Read>
      </Card>
      <CarrierAccounts />
      <EditDialog thing="a number" edited={edited} onDone={() => setEdited(undefined)}>
        {(before) => <EditedNumber before={before} onDone={() => setEdited(undefined)} />}
      </EditDialog>
      <RemoveNumber removed={removed} onDone={() => setRemoved(undefined)} />
    </SettingsPage>
  )
}

const State = ({ of: { reason, refusedAt, restingUntil, state } }: { readonly of: CallerId }) => (
  <span className="flex flex-col items-start gap-1">
    <Badge tone={tones[state]}>{words[state]}</Badge>
    {restingUntil !== null && (
      <span className="text-muted text-xs">
        until <Time value={restingUntil} />
      </span>
    )}
    {refusedAt !== null && (
      <span className="text-muted text-xs">
        by the carrier, <Time value={refusedAt} />
      </span>
    )}
    {reason !== null && <span className="text-muted text-xs">{reason}</span>}
  </span>
)

const tones = { ACTIVE: "good", RESTING: "warn", OFF: "muted" } as const
const words = { ACTIVE: "Active", RESTING: "Resting", OFF: "Off" }

const todayInWords = ({ callsToday, dailyCap }: CallerId) =>
  dailyCap === null ? String(callsToday) : `${callsToday} of ${dailyCap}`

const rateInWords = ({ answered, calls }: CallerId["recent"]) =>
  calls === 0 ? "–" : `${Math.round((100 * answered) / calls)} % of ${calls}`

const RemoveNumber = ({ removed, onDone }: { readonly removed: CallerId | undefined; readonly onDone: () => void }) => {
  const remove = useChange("DELETE", `${callerIdsPath}/:number`, { refreshes: [callerIdsPath] })
  return (
    <ConfirmChange
      title={`Remove ${removed?.number}?`}
      confirm="Remove"
      isDangerous
      change={remove}
      input={removed && { params: { number: removed.number } }}
      done="Number removed"
      onDone={onDone}
    >
      No call is placed from it any more, and its counts are gone. People who were called from it still reach their
      campaign by it.
    </ConfirmChange>
  )
}
