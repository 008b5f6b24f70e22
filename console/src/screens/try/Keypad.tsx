import { type KeyboardEvent, useState } from "react"
import { Button } from "../../ui/Button.tsx"

const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"]

/** The keys of a phone, which are pressed by mouse, or typed while the focus is among them. */
export const Keypad = ({ onPress }: { readonly onPress: (key: string) => void }) => {
  const [isOpen, setOpen] = useState(false)
  const type = (event: KeyboardEvent) => {
    if (!isOpen || !keys.includes(event.key) || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    event.preventDefault()
    onPress(event.key)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would look like a part of a form
    <div role="group" aria-label="Keypad" className="flex flex-col items-start gap-2" onKeyDown={type}>
      <Button small aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? "Hide the keypad" : "Show the keypad"}
      </Button>
      {isOpen && (
        <div className="grid grid-cols-3 gap-2">
          {keys.map((key) => (
            <Button key={key} className="w-14 text-base" aria-label={names[key]} onClick={() => onPress(key)}>
              {key}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

const names: Readonly<Record<string, string>> = { "*": "star", "#": "pound" }
