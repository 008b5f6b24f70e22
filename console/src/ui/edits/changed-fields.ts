import { isSameValue } from "./same-value.ts"

/**
 * Returns the fields that differ from those with which a form was opened. Saving it leaves all others as they are: they
 * may have been changed in another tab since.
 */
export const changedFields = <Fields extends object>(before: Fields, after: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isSameValue(value, before[name as keyof Fields]))
  ) as Partial<Fields>
