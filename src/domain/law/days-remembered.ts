import { type ApplicableLaw, lawFor } from "./all-laws.ts"
import { everyPurpose } from "./Law.ts"

/** How many days back the law of a number's country looks at calls to it, for whatever purpose: by its caps and pauses. */
export const daysRemembered = (phoneNumber: string): number =>
  Math.max(...everyPurpose.map((purpose) => daysCounted(lawFor(phoneNumber, purpose))))

/** How many days back these caps and pauses look; 0 without any. */
export const daysCounted = ({ caps, pauses }: Pick<ApplicableLaw, "caps" | "pauses">): number =>
  Math.max(
    0,
    ...caps.map(({ within }) => (within === "DAY" ? 2 : within.hours / 24)),
    // A pause ends with a day of the person.
    ...pauses.map(({ days }) => days + 2)
  )
