import { useState } from "react"
import { Button } from "../../../ui/Button.tsx"
import { Dialog } from "../../../ui/Dialog.tsx"
import { plural } from "../../../ui/words/format.ts"
import { type Flow, type FlowDraft, isSame, type StoredDraft } from "../flow-draft.ts"
import { Differences } from "./Differences.tsx"
import { differencesOf } from "./flow-diff.ts"
import { publisherOf } from "./publisher.tsx"

interface DraftStateProps {
  readonly flow: Flow
  readonly draft: FlowDraft
  readonly stored: StoredDraft
  readonly base: StoredDraft
  /** Another person has saved or published meanwhile. */
  readonly isOlder: boolean
  /** The settings that both have changed. */
  readonly contested: ReadonlyArray<string>
  readonly onLoad: () => void
  readonly onKeep: () => void
  readonly onDiscard: () => void
  readonly isReadOnly: boolean
}

/** Says how the draft differs from what calls say, and whether another person changed it meanwhile. */
export const DraftState = (props: DraftStateProps) => {
  const { base, contested, draft, flow, isOlder, isReadOnly, onDiscard, onKeep, onLoad, stored } = props
  const [isOpen, setOpen] = useState(false)
  const count = differencesOf(flow, draft, new Map()).length
  if (isOlder) {
    return (
      <div
        role="alert"
        className="flex flex-wrap items-center gap-2 rounded-xl border border-warn bg-warn-soft px-4 py-3"
      >
        <p className="min-w-60 flex-1">
          {stored.revision === null
            ? `${publisherOf(flow)} published version ${flow.version} or discarded the draft meanwhile.`
            : `${stored.savedByName ?? stored.savedBy} saved this draft meanwhile.`}{" "}
          Your changes are not saved. If you keep them,{" "}
          {contested.length === 0
            ? "theirs stay as well: you have changed other settings."
            : `theirs stay except where you have changed the same: ${contested.join(", ")}.`}
        </p>
        <Button small onClick={onLoad}>
          Take theirs
        </Button>
        <Button small onClick={onKeep}>
          Keep mine
        </Button>
      </div>
    )
  }
  if (isSame(draft, flow)) return null
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 rounded-xl border border-line bg-sunken px-4 py-3">
      <p className="min-w-60 flex-1">
        The draft differs from version {flow.version} in {plural(count, "setting")}. Calls say what is published.
        {base.basedOn < flow.version &&
          ` ${publisherOf(flow)} published version ${flow.version} after this draft was begun from version ${base.basedOn}.`}
      </p>
      <Button small onClick={() => setOpen(true)}>
        Show differences
      </Button>
      {!isReadOnly && (
        <Button small onClick={onDiscard}>
          Discard draft
        </Button>
      )}
      <Dialog title={`From version ${flow.version} to the draft`} isOpen={isOpen} onClose={() => setOpen(false)} isWide>
        <Differences before={flow} after={draft} />
      </Dialog>
    </div>
  )
}
