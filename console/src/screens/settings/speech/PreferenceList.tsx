import type { ReactNode } from "react"
import { Button } from "../../../ui/Button.tsx"
import { most, moved } from "./speech-profile.ts"

interface PreferenceListProps<A> {
  readonly label: string
  readonly list: ReadonlyArray<A>
  readonly onChange: (list: ReadonlyArray<A>) => void
  readonly nameOf: (entry: A) => string
  readonly fresh: A
  readonly isReadOnly: boolean
  readonly problemOf: (index: number) => string | undefined
  readonly children: (entry: A, index: number, replace: (entry: A) => void) => ReactNode
}

/** Entries in order of preference: the first one that works is used. */
export const PreferenceList = <A,>({
  label,
  list,
  onChange,
  nameOf,
  fresh,
  isReadOnly,
  problemOf,
  children
}: PreferenceListProps<A>) => (
  <div className="flex flex-col gap-2">
    <ol aria-label={label} className="flex flex-col gap-2">
      {list.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry has nothing else that stays while it is edited
        <li key={index} className="flex flex-col gap-1 rounded-lg border border-line p-2">
          <div className="flex flex-wrap items-end gap-2">
            <span className="w-5 self-center text-right text-muted text-sm">{index + 1}.</span>
            {children(entry, index, (changed) => onChange(list.with(index, changed)))}
            {!isReadOnly && (
              <span className="ml-auto flex gap-1">
                <Button
                  small
                  icon="up"
                  aria-label={`${nameOf(entry)} earlier`}
                  disabled={index === 0}
                  onClick={() => onChange(moved(list, index, -1))}
                />
                <Button
                  small
                  icon="down"
                  aria-label={`${nameOf(entry)} later`}
                  disabled={index === list.length - 1}
                  onClick={() => onChange(moved(list, index, 1))}
                />
                <Button
                  small
                  icon="trash"
                  aria-label={`Remove ${nameOf(entry)}`}
                  onClick={() => onChange(list.toSpliced(index, 1))}
                />
              </span>
            )}
          </div>
          {problemOf(index) !== undefined && (
            <p role="alert" className="text-bad text-xs">
              {problemOf(index)}
            </p>
          )}
        </li>
      ))}
    </ol>
    {!isReadOnly && list.length < most && (
      <div>
        <Button small icon="plus" onClick={() => onChange([...list, fresh])}>
          Another for when these fail
        </Button>
      </div>
    )}
  </div>
)
