import { useEffect, useEffectEvent, useRef, useState } from "react"
import { classes } from "../class-names.ts"
import { controlClasses } from "../Field.tsx"
import { Icon } from "../Icon.tsx"

interface SearchFieldProps {
  readonly label: string
  /** The text in the address. */
  readonly value: string
  readonly onSearch: (text: string) => void
}

/** Pause in typing after which the list is searched, ms. */
const pause = 250

/** Searches a list while the person types. */
export const SearchField = ({ label, value, onSearch }: SearchFieldProps) => {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const search = useEffectEvent((wanted: string) => {
    sent.current = wanted
    onSearch(wanted)
  })
  useEffect(() => {
    // The address changed by another way, such as the button Back.
    if (value !== sent.current) setText(value)
    sent.current = value
  }, [value])
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === sent.current) return
    const timer = setTimeout(() => search(wanted), pause)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className="relative w-full max-w-sm">
      <span className="pointer-events-none absolute top-2.5 left-2.5 text-muted">
        <Icon name="search" size={16} />
      </span>
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={255}
        onChange={(event) => setText(event.target.value)}
        className={classes(controlClasses, "h-9 pl-8!")}
      />
    </div>
  )
}
