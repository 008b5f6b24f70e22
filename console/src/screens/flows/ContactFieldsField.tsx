import { useState } from "react"
import { Field } from "../../ui/Field.tsx"

interface ContactFieldsFieldProps {
  readonly fields: ReadonlyArray<string>
  readonly problem: string | undefined
  readonly onChange: (fields: ReadonlyArray<string>) => void
}

/** The fields of a contact that the model learns, besides those that the prompts name. */
export const ContactFieldsField = ({ fields, onChange, problem }: ContactFieldsFieldProps) => {
  const [text, setText] = useState(fields.join(", "))
  return (
    <Field
      label="Other fields that the model learns"
      placeholder="cityTier, plan"
      hint="The model gets the name and the fields in {{braces}}, and these. All others stay in the house"
      value={text}
      problem={problem}
      onChange={(event) => {
        setText(event.target.value)
        onChange([...new Set(event.target.value.split(",").map((one) => one.trim()))].filter((one) => one !== ""))
      }}
    />
  )
}
