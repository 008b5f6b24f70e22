import { useState } from "react"
import type { Answer } from "../../../api/contract.ts"
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
import { CallsDoctor } from "../CallsDoctor.tsx"
import { SettingsPage } from "../SettingsPage.tsx"
import { ModelForm } from "./ModelForm.tsx"

const path = "/admin/v1/organizations/:id/models"
type Model = Answer<"GET", typeof path>["data"][number]

/** The language models that flows choose by name: those of the organization, and those of the settings. */
export const ModelsScreen = () => {
  const may = useMay("ADMIN")
  const models = useApi(path, {})
  const [edited, setEdited] = useState<Model | "new">()
  const [removed, setRemoved] = useState<Model>()
  const columns: ReadonlyArray<Column<Model>> = [
    {
      id: "name",
      header: "Name",
      cell: ({ name, source }) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className="whitespace-nowrap font-medium">{name}</span>
          {source === "SETTINGS" && <Badge>Of the service</Badge>}
        </span>
      )
    },
    {
      id: "model",
      header: "Model and server",
      cell: ({ baseUrl, model }) => (
        <>
          <p className="break-all">{model}</p>
          <p className="break-all text-muted text-xs">{baseUrl}</p>
        </>
      )
    },
    {
      id: "key",
      header: "Key",
      className: "max-md:hidden",
      cell: ({ hasApiKey }) => (hasApiKey ? "Yes" : <span className="text-muted">None</span>)
    },
    {
      id: "answers",
      header: "Reasoning and temperature",
      className: "max-lg:hidden",
      cell: ({ reasoningEffort, temperature }) =>
        [reasoningEffort, temperature === null ? null : String(temperature)]
          .filter((one) => one !== null)
          .join(", ") || <span className="text-muted">The model’s own</span>
    },
    changesColumn<Model>({
      nameOf: ({ name }) => name,
      mayChange: ({ source }) => may && source === "ORGANIZATION",
      onChange: setEdited,
      onRemove: setRemoved
    })
  ]
  const add = may ? (
    <Button kind="primary" icon="plus" onClick={() => setEdited("new")}>
      Add a model
    </Button>
  ) : undefined
  return (
    <SettingsPage actions={add}>
      <Card flush>
        <Read of={models}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty icon="flows" title="No models by name yet" action={add}>
                Flows answer with the models of the service. Add a model to have flows choose another: any server that
                speaks OpenAI’s chat completions, such as one of your own.
              </Empty>
            ) : (
              <DataTable label="Language models" columns={columns} rows={data} keyOf={({ name }) => name} isWhole />
            )
          }
        </Read>
      </Card>
      <CallsDoctor />
      <EditDialog
        thing="a model"
        description="Calls that begin afterwards use it."
        edited={edited}
        onDone={() => setEdited(undefined)}
      >
        {(before) => <ModelForm model={before} onDone={() => setEdited(undefined)} />}
      </EditDialog>
      <RemoveModel removed={removed} onDone={() => setRemoved(undefined)} />
    </SettingsPage>
  )
}

const RemoveModel = ({ removed, onDone }: { readonly removed: Model | undefined; readonly onDone: () => void }) => {
  const remove = useChange("DELETE", `${path}/:name`, { refreshes: [path] })
  return (
    <ConfirmChange
      title={`Remove ${removed?.name ?? "the model"}?`}
      confirm="Remove"
      isDangerous
      change={remove}
      input={removed && { params: { name: removed.name } }}
      done="Model removed"
      onDone={onDone}
    >
      Its key is deleted. A model that a flow names cannot be removed.
    </ConfirmChange>
  )
}
