import { useState } from "react"
import { mergedEdits } from "./merged-edits.ts"
import { isSameValue } from "./same-value.ts"

/**
 * The fields of a form whose stored values others may change while it is open. Saving changes those that differ from
 * `before`, and passes the stored answer to `accept`. `contested` has the edited fields that others have changed
 * as well: saving overwrites these.
 */
export const useEdited = <Fields extends object>(stored: Fields) => {
  const [state, setState] = useState<State<Fields>>({ seen: stored, before: stored, edited: stored, contested: [] })
  const current = isSameValue(state.seen, stored) ? state : following(state, stored)
  if (current !== state) setState(current)
  return {
    ...current,
    set: (values: Partial<Fields>) => setState((now) => ({ ...now, edited: { ...now.edited, ...values } })),
    // Keeps what was typed while the request was under way.
    accept: (saved: Fields) =>
      setState((now) => ({
        seen: now.seen,
        before: saved,
        edited: mergedEdits(current.edited, saved, now.edited).merged,
        contested: []
      }))
  }
}

interface State<Fields> {
  /** The stored values that were read last. */
  readonly seen: Fields
  readonly before: Fields
  readonly edited: Fields
  readonly contested: ReadonlyArray<string>
}

const following = <Fields extends object>({ before, edited }: State<Fields>, stored: Fields): State<Fields> => {
  const { contested, merged } = mergedEdits(before, stored, edited)
  return { seen: stored, before: stored, edited: merged, contested }
}
