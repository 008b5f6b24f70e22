import { useState } from "react"
import { TextArea } from "../../../ui/Field.tsx"

interface JsonFieldProps {
  readonly label: string
  readonly hint?: string
  readonly rows?: number
  readonly value: object
  readonly problem?: string | undefined
  readonly onChange: (value: Readonly<Record<string, never>>) => void
}

/** A JSON object as text. What is no object yet stays in the field and changes nothing. */
export const JsonField = ({ label, hint, rows = 8, value, problem, onChange }: JsonFieldProps) => {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2))
  const read = readObject(text)
  return (
    <TextArea
      label={label}
      {...(hint !== undefined && { hint })}
      rows={rows}
      spellCheck={false}
      className="font-mono text-sm"
      value={text}
      problem={read === undefined ? "This is not a JSON object yet" : problem}
      onChange={(event) => {
        setText(event.target.value)
        const next = readObject(event.target.value)
        if (next !== undefined) onChange(next)
      }}
    />
  )
}

const readObject = (text: string): Readonly<Record<string, never>> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as never) : undefined
  } catch {
    return undefined
  }
}
