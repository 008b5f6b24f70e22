/**
 * Returns the fields that differ from those with which a form was opened. Saving it leaves all others as they are: they
 * may have been changed in another tab since.
 */
export const changedFields = <Fields extends object>(before: Fields, after: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Fields])
    )
  ) as Partial<Fields>

/** Returns a record of which others may have changed something, with the changes that were made in a form. */
export const withChanges = <Value>(
  latest: Readonly<Record<string, Value>>,
  before: Readonly<Record<string, Value>>,
  after: Readonly<Record<string, Value>>
): Readonly<Record<string, Value>> => {
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(after, name))
  const kept = Object.entries(latest).filter(([name]) => !removed.includes(name))
  return { ...Object.fromEntries(kept), ...changedFields(before, after) } as Readonly<Record<string, Value>>
}
