import { Link } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import { Button } from "../../../ui/Button.tsx"
import { classes } from "../../../ui/class-names.ts"
import { Dialog } from "../../../ui/Dialog.tsx"
import { Field } from "../../../ui/Field.tsx"
import { type CallFilters, countFilters, isSameView } from "./call-filters.ts"
import { removeView, type SavedView, saveView, useSavedViews } from "./stored-views.ts"

const given: ReadonlyArray<SavedView> = [
  { name: "All", filters: {} },
  { name: "Conversations", filters: { outcome: "CONNECTED" } },
  { name: "Flagged", filters: { marked: "flagged" } },
  { name: "Undetermined", filters: { marked: "undetermined" } },
  { name: "Failed", filters: { status: "FAILED" } }
]

/** Links to views of the list: some that everybody has, and those that were saved in this browser. */
export const SavedViews = ({ filters }: { readonly filters: CallFilters }) => {
  const saved = useSavedViews()
  const [isSaving, setSaving] = useState(false)
  const isKnown = [...given, ...saved].some((view) => isSameView(view.filters, filters))
  return (
    <nav aria-label="Views" className="flex flex-wrap items-center gap-1.5">
      {given.map((view) => (
        <ViewLink key={view.name} view={view} isOpen={isSameView(view.filters, filters)} />
      ))}
      {saved.map((view) => (
        <span key={`saved ${view.name}`} className="inline-flex min-w-0 items-center">
          <ViewLink view={view} isOpen={isSameView(view.filters, filters)} />
          <Button
            kind="quiet"
            small
            icon="close"
            aria-label={`Remove the view ${view.name}`}
            title="Remove this view"
            onClick={() => removeView(view.name)}
          />
        </span>
      ))}
      {!isKnown && countFilters(filters) > 0 && (
        <Button kind="quiet" small icon="plus" onClick={() => setSaving(true)}>
          Save this view
        </Button>
      )}
      <Dialog
        title="Save this view"
        description="Keeps the filters in this browser. To share them, send the address of the page."
        isOpen={isSaving}
        onClose={() => setSaving(false)}
      >
        <SaveForm filters={filters} onSaved={() => setSaving(false)} />
      </Dialog>
    </nav>
  )
}

const ViewLink = ({ view, isOpen }: { readonly view: SavedView; readonly isOpen: boolean }) => (
  <Link
    to="/calls"
    search={view.filters}
    aria-current={isOpen ? "page" : undefined}
    className={classes(
      "inline-flex h-7 min-w-0 items-center truncate rounded-full border px-3 font-medium text-xs",
      isOpen
        ? "border-transparent bg-accent-soft text-accent-strong"
        : "border-line bg-surface text-muted hover:border-line-strong hover:text-text"
    )}
  >
    <span className="truncate">{view.name}</span>
  </Link>
)

const SaveForm = ({ filters, onSaved }: { readonly filters: CallFilters; readonly onSaved: () => void }) => {
  const [name, setName] = useState("")
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saveView({ name: name.trim(), filters })
    onSaved()
  }
  const isGiven = given.some((view) => view.name.toLowerCase() === name.trim().toLowerCase())
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label="Name"
        required
        autoFocus
        maxLength={40}
        value={name}
        problem={isGiven ? "There is a view with this name" : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button kind="primary" type="submit" disabled={name.trim() === "" || isGiven}>
          Save
        </Button>
      </div>
    </form>
  )
}
