import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { placeholdersOf } from "../../../../../src/domain/flows/placeholders.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { classes } from "../../../ui/class-names.ts"
import { controlClasses, FieldFrame } from "../../../ui/Field.tsx"
import { number } from "../../../ui/words/format.ts"
import { begunPlaceholder, type Placeholder, placeholderProblems } from "./placeholders.ts"

/** Longest prompt, characters. */
const longest = 50_000

interface PromptFieldProps {
  readonly label: string
  readonly hint: ReactNode
  /** Shown while the prompt is empty. */
  readonly example: string
  readonly rows: number
  readonly value: string
  readonly problem: string | undefined
  readonly placeholders: ReadonlyArray<Placeholder>
  readonly onChange: (value: string) => void
}

/** A prompt. After `{{` it offers the placeholders: arrows choose one, Enter or Tab takes it, Escape closes the list. */
export const PromptField = ({
  label,
  hint,
  example,
  rows,
  value,
  problem,
  placeholders,
  onChange
}: PromptFieldProps) => {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [begun, setBegun] = useState<string>()
  const [active, setActive] = useState(0)
  const offered =
    begun === undefined
      ? []
      : placeholders.filter(({ key }) => key.toLowerCase().includes(begun.trim().toLowerCase())).slice(0, 10)
  const isOpen = offered.length > 0
  const look = () => {
    const { current } = area
    if (current === null) return
    const next = begunPlaceholder(current.value, current.selectionStart)
    if (next !== begun) setActive(0)
    setBegun(next)
  }
  const take = (key: string) => {
    const { current } = area
    if (current === null) return
    const caret = current.selectionStart
    const start = value.slice(0, caret).lastIndexOf("{{")
    // The end of a placeholder that is there already is not doubled.
    const rest = value.slice(caret).replace(/^[^{}\n]*\}\}/, "")
    const before = `${value.slice(0, start)}{{${key}}}`
    // The next key may come before the next frame, so the caret moves at once.
    flushSync(() => {
      onChange(before + rest)
      setBegun(undefined)
    })
    current.focus()
    current.setSelectionRange(before.length, before.length)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setActive((active + step + offered.length) % offered.length)
    else if (event.key === "Enter" || event.key === "Tab") take(offered[active]?.key ?? "")
    else if (event.key === "Escape") setBegun(undefined)
    else return
    event.preventDefault()
  }
  const named = placeholdersOf(value)
  return (
    <div className="relative">
      <FieldFrame id={id} label={label} hint={hint} problem={problem}>
        <textarea
          ref={area}
          id={id}
          rows={rows}
          placeholder={example}
          required
          maxLength={longest}
          value={value}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
          aria-describedby={classes(`${id}-hint`, problem !== undefined && `${id}-problem`)}
          aria-invalid={problem === undefined ? undefined : true}
          onChange={(event) => {
            onChange(event.target.value)
            look()
          }}
          onClick={look}
          onKeyUp={(event) => event.key.startsWith("Arrow") && !isOpen && look()}
          onKeyDown={onKeyDown}
          onBlur={() => setBegun(undefined)}
          className={classes(controlClasses, "py-2 leading-relaxed")}
        />
      </FieldFrame>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Placeholders"
        hidden={!isOpen}
        className="absolute inset-x-0 z-10 mt-1 max-h-80 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-lg"
      >
        {offered.map(({ key, source }, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, which names the active option
          <div
            key={key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            // A press, not a click: the text keeps the focus.
            onMouseDown={(event) => {
              event.preventDefault()
              take(key)
            }}
            className={classes(
              "flex cursor-pointer justify-between gap-3 rounded px-2 py-1",
              index === active && "bg-accent-soft text-accent-strong"
            )}
          >
            <span className="font-mono">{`{{${key}}}`}</span>
            <span className="text-muted text-xs">{source === "field" ? "field of the contact" : "metadata"}</span>
          </div>
        ))}
      </div>
      <div className="mt-1.5 flex flex-wrap items-center gap-1.5 text-xs">
        {named.map((key) => (
          <Badge key={key} tone={placeholders.some((one) => one.key === key) ? "accent" : "warn"}>{`{{${key}}}`}</Badge>
        ))}
        {value.length > longest * 0.8 && (
          <span className="text-muted">
            {number(value.length)} of {number(longest)} characters
          </span>
        )}
      </div>
      {placeholderProblems(value, placeholders).map((text) => (
        <p key={text} role="status" className="mt-1 text-warn text-xs">
          {text}
        </p>
      ))}
    </div>
  )
}
