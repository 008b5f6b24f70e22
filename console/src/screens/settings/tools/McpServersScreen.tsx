import { type FormEvent, useState } from "react"
import { hiddenTools } from "../../../../../src/domain/tools/McpServer.ts"
import type { Answer } from "../../../api/contract.ts"
import { useMay } from "../../../api/session.ts"
import { useApi, useChange } from "../../../api/use-api.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Dialog } from "../../../ui/Dialog.tsx"
import { type Column, DataTable } from "../../../ui/data/DataTable.tsx"
import { Field } from "../../../ui/Field.tsx"
import { ConfirmChange } from "../../../ui/form/ConfirmChange.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { Notice } from "../../../ui/Notice.tsx"
import { Card } from "../../../ui/Page.tsx"
import { Empty, Read } from "../../../ui/States.tsx"
import { Time } from "../../../ui/Time.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { SettingsPage } from "../SettingsPage.tsx"
import { type HeaderRow, HeaderRows, headersOf } from "./HeaderRows.tsx"

const path = "/admin/v1/organizations/:id/mcp-servers"
type Server = Answer<"GET", typeof path>["data"][number]

/** The MCP servers whose tools flows may use. */
export const McpServersScreen = () => {
  const may = useMay("ADMIN")
  const mayList = useMay("MEMBER")
  const servers = useApi(path, {})
  const [isAdding, setAdding] = useState(false)
  const [shown, setShown] = useState<Server>()
  const [removed, setRemoved] = useState<Server>()
  const columns: ReadonlyArray<Column<Server>> = [
    { id: "name", header: "Name", cell: ({ name }) => <span className="font-medium">{name}</span> },
    { id: "url", header: "URL", cell: ({ url }) => <span className="break-all">{url}</span> },
    {
      id: "headers",
      header: "Headers",
      cell: ({ headers }) => headers.join(", ") || "None",
      className: "max-md:hidden"
    },
    {
      id: "since",
      header: "Set",
      cell: ({ createdAt }) => <Time value={createdAt} isRelative />,
      className: "max-md:hidden"
    },
    {
      id: "actions",
      header: <span className="sr-only">Actions</span>,
      isNumeric: true,
      cell: (server) => (
        <span className="inline-flex flex-wrap justify-end gap-2">
          {mayList && (
            <Button small aria-label={`Tools of ${server.name}`} onClick={() => setShown(server)}>
              Tools
            </Button>
          )}
          {may && (
            <Button small kind="danger" aria-label={`Remove ${server.name}`} onClick={() => setRemoved(server)}>
              Remove
            </Button>
          )}
        </span>
      )
    }
  ]
  const add = may ? (
    <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
      Set MCP server
    </Button>
  ) : undefined
  return (
    <SettingsPage actions={add}>
      <Card flush>
        <Read of={servers}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty icon="settings" title="No MCP servers yet" action={add}>
                The tools of such a server can be used by the flows of your organization: each one only after a person
                has read what it says and added it to a flow.
              </Empty>
            ) : (
              <DataTable label="MCP servers" columns={columns} rows={data} keyOf={({ name }) => name} isWhole />
            )
          }
        </Read>
      </Card>
      <Dialog
        title="Set MCP server"
        description="A name that exists is replaced as a whole."
        isOpen={isAdding}
        onClose={() => setAdding(false)}
      >
        <NewServer onDone={() => setAdding(false)} />
      </Dialog>
      <Dialog title={`Tools of ${shown?.name}`} isOpen={shown !== undefined} onClose={() => setShown(undefined)} isWide>
        {shown !== undefined && <ServerTools name={shown.name} />}
      </Dialog>
      <RemoveServer removed={removed} onDone={() => setRemoved(undefined)} />
    </SettingsPage>
  )
}

const ServerTools = ({ name }: { readonly name: string }) => {
  const tools = useApi(`${path}/:name/tools`, { params: { name } })
  return (
    <Read of={tools}>
      {({ data, total }) => (
        <div className="flex flex-col gap-3">
          <Notice>{hiddenTools({ data, total })}</Notice>
          <ul className="flex flex-col gap-3">
            {data.map(({ description, isReadOnly, problem, tool }) => (
              <li key={tool} className="rounded-lg border border-line p-3">
                <p className="flex flex-wrap items-center gap-2">
                  <span className="break-all font-medium font-mono text-sm">{tool}</span>
                  {isReadOnly && <Badge tone="info">Only reads, it says</Badge>}
                </p>
                <p className="whitespace-pre-wrap break-words text-muted text-sm">{description}</p>
                {problem !== null && <p className="text-bad text-xs">No flow can use it: {problem}.</p>}
              </li>
            ))}
            {data.length === 0 && <li className="text-muted">The server has no tools.</li>}
          </ul>
        </div>
      )}
    </Read>
  )
}

const NewServer = ({ onDone }: { readonly onDone: () => void }) => {
  const toast = useToast()
  const put = useChange("PUT", path, { refreshes: [path] })
  const [name, setName] = useState("")
  const [url, setUrl] = useState("")
  const [rows, setRows] = useState<ReadonlyArray<HeaderRow>>([])
  const problemOf = problemsOf(put.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    put.mutate(
      { body: { name, url, headers: headersOf(rows) } },
      {
        onSuccess: () => {
          toast.done("MCP server set")
          onDone()
        }
      }
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label="Name"
        required
        placeholder="booking"
        value={name}
        problem={problemOf("name")}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label="URL"
        required
        placeholder="https://booking.example.com/mcp"
        hint="The endpoint for streamable HTTP."
        value={url}
        problem={problemOf("url")}
        onChange={(event) => setUrl(event.target.value.trim())}
      />
      <HeaderRows rows={rows} onChange={setRows} problem={problemOf("headers")} />
      <Refusal failure={put.error} fields={["name", "url", "headers"]} />
      <div className="flex justify-end">
        <Button kind="primary" type="submit" busy={put.isPending}>
          Set MCP server
        </Button>
      </div>
    </form>
  )
}

const RemoveServer = ({ removed, onDone }: { readonly removed: Server | undefined; readonly onDone: () => void }) => {
  const remove = useChange("DELETE", `${path}/:name`, { refreshes: [path] })
  return (
    <ConfirmChange
      title={`Remove the MCP server ${removed?.name}?`}
      confirm="Remove"
      isDangerous
      change={remove}
      input={removed && { params: { name: removed.name } }}
      done="MCP server removed"
      onDone={onDone}
    >
      A server that a flow names cannot be removed.
    </ConfirmChange>
  )
}
