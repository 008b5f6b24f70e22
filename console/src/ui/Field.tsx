import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from "react"
import { classes } from "./class-names.ts"

export const controlClasses =
  "w-full rounded-lg border border-line-strong/60 bg-surface px-3 text-text hover:border-line-strong disabled:opacity-60 aria-invalid:border-bad"

interface LabelledProps {
  readonly label: ReactNode
  /** Keeps the label for readers of the screen only, where the place explains the field. */
  readonly hidesLabel?: boolean
  readonly hint?: ReactNode
  readonly problem?: string | undefined
}

interface FrameProps extends LabelledProps {
  readonly id: string
  readonly children: ReactNode
}

export const FieldFrame = ({ id, label, hidesLabel = false, hint, problem, children }: FrameProps) => (
  <div className="flex min-w-0 flex-col gap-1">
    <label htmlFor={id} className={hidesLabel ? "sr-only" : "font-medium text-sm"}>
      {label}
    </label>
    {children}
    {hint !== undefined && (
      <p id={`${id}-hint`} className="text-muted text-xs">
        {hint}
      </p>
    )}
    {problem !== undefined && (
      <p id={`${id}-problem`} role="alert" className="text-bad text-xs">
        {problem}
      </p>
    )}
  </div>
)

export const describedBy = (id: string, { hint, problem }: Pick<LabelledProps, "hint" | "problem">) => ({
  "aria-describedby":
    classes(hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`) || undefined,
  "aria-invalid": problem === undefined ? undefined : true
})

type FieldProps = LabelledProps & Omit<InputHTMLAttributes<HTMLInputElement>, "id">

/** A line of text, a number, a date: an input with its label, hint and problem. */
export const Field = ({ label, hidesLabel, hint, problem, className, ...input }: FieldProps) => {
  const id = useId()
  return (
    <FieldFrame {...{ id, label, hint, problem }} {...(hidesLabel === undefined ? {} : { hidesLabel })}>
      <input
        {...input}
        {...describedBy(id, { hint, problem })}
        id={id}
        className={classes(controlClasses, "h-9", className)}
      />
    </FieldFrame>
  )
}

type TextAreaProps = LabelledProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id">

export const TextArea = ({ label, hidesLabel, hint, problem, className, ...area }: TextAreaProps) => {
  const id = useId()
  return (
    <FieldFrame {...{ id, label, hint, problem }} {...(hidesLabel === undefined ? {} : { hidesLabel })}>
      <textarea
        rows={4}
        {...area}
        {...describedBy(id, { hint, problem })}
        id={id}
        className={classes(controlClasses, "py-2", className)}
      />
    </FieldFrame>
  )
}

type CheckboxProps = Omit<LabelledProps, "hidesLabel" | "problem"> &
  Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "type">

export const Checkbox = ({ label, hint, className, ...input }: CheckboxProps) => {
  const id = useId()
  return (
    <div className={classes("flex items-start gap-2", className)}>
      <input
        {...input}
        {...describedBy(id, { hint })}
        id={id}
        type="checkbox"
        className="mt-0.5 size-4 accent-accent"
      />
      <div className="min-w-0">
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-muted text-xs">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
