import type { CallableTarget, TransferTarget } from "../flows/TransferTarget.ts"
import { primaryLanguage } from "../speech/primary-language.ts"
import { isOpen } from "./calling-hours.ts"

interface Person {
  /** The language that the person speaks. */
  readonly language: string
  readonly now: Date
  /** The time zone of targets whose hours name none. */
  readonly timezone: string
}

/**
 * Returns the targets that take calls now, in the order in which they are to be called: those of the person's language
 * first, then those of any language, then the others; among equals by priority and name.
 */
export const targetsInOrder = (
  targets: ReadonlyArray<TransferTarget>,
  { language, now, timezone }: Person
): ReadonlyArray<CallableTarget> =>
  targets
    .filter(({ hours }) => hours === null || isOpen([{ ...hours, zones: [hours.timezone ?? timezone] }], now))
    .toSorted(
      (one, other) =>
        distance(one, language) - distance(other, language) ||
        one.priority - other.priority ||
        (one.name < other.name ? -1 : 1)
    )
    .map(({ address, name }) => ({ name, address }))

const distance = (target: TransferTarget, language: string): number => {
  if (target.language === null) return 1
  return primaryLanguage(target.language) === primaryLanguage(language) ? 0 : 2
}
