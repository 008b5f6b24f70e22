/**
 * Returns the fields that differ from what the form was opened with. A form that is saved leaves all others as they are:
 * somebody may have changed them since, in another tab.
 */
export const changedFields = <Fields extends object>(before: Fields, after: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Fields])
    )
  ) as Partial<Fields>
