import { type DragEvent, useId, useState } from "react"
import { classes } from "../class-names.ts"
import { Icon } from "../Icon.tsx"

interface FileFieldProps {
  readonly label: string
  /** File names that the chooser offers, such as `.csv`. */
  readonly accept: string
  readonly hint: string
  readonly onFile: (file: File) => void
  readonly disabled?: boolean
}

/** Takes a file that is chosen, or dropped here. */
export const FileField = ({ label, accept, hint, onFile, disabled = false }: FileFieldProps) => {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file !== undefined && !disabled) onFile(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a second way beside the field
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classes(
        "relative flex flex-col items-center gap-1 rounded-xl border-2 border-dashed px-4 py-6 text-center focus-within:outline-2 focus-within:outline-accent focus-within:outline-offset-2",
        isOver ? "border-accent bg-accent-soft" : "border-line",
        disabled && "opacity-50"
      )}
    >
      <span className="text-muted">
        <Icon name="upload" size={22} />
      </span>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <p id={`${id}-hint`} className="text-muted text-xs">
        {hint}
      </p>
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={disabled}
        aria-describedby={`${id}-hint`}
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={(event) => {
          take(event.target.files)
          // The same file can be chosen again after it was changed.
          event.target.value = ""
        }}
      />
    </div>
  )
}
