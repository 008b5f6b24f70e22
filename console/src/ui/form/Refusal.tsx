import { WithTimes } from "../Time.tsx"

interface Refused {
  readonly message: string
  readonly details?: ReadonlyArray<{ readonly path: string; readonly message: string }>
}

/**
 * Returns the problem of a field of a form after its request was refused: of the field itself, or of a part of it. A
 * field of the form may be several of the request.
 */
export const problemsOf =
  (failure: Refused | null) =>
  (...fields: ReadonlyArray<string>): string | undefined =>
    failure?.details?.find(isOf(fields))?.message

/** Says why a form was refused. `fields` say their own problems. */
export const Refusal = ({
  failure,
  fields = []
}: {
  readonly failure: Refused | null
  readonly fields?: ReadonlyArray<string>
}) => {
  if (failure === null) return null
  const isShown = isOf(fields)
  const others = (failure.details ?? []).filter((detail) => !isShown(detail))
  const isShownByFields = failure.details !== undefined && failure.details.length > 0 && others.length === 0
  if (isShownByFields) return null
  return (
    <div role="alert" className="text-bad">
      {others.length === 0 && (
        <p>
          <WithTimes text={failure.message} />
        </p>
      )}
      {others.map(({ path, message }) => (
        <p key={path}>
          {path}: {message}
        </p>
      ))}
    </div>
  )
}

/** Whether a problem is that of one of the fields, or of a part of one. */
const isOf =
  (fields: ReadonlyArray<string>) =>
  ({ path }: { readonly path: string }) =>
    fields.some((field) => path === field || path.startsWith(`${field}.`))
