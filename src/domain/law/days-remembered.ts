import { everyPurpose } from "./Law.ts"
import { lawFor } from "./laws.ts"

/** How many days back the law of a number's country looks at calls to it, for whatever purpose: by its caps and pauses. */
export const daysRemembered = (phoneNumber: string): number =>
  Math.max(
    0,
    ...everyPurpose.flatMap((purpose) => {
      const { caps, pauses } = lawFor(phoneNumber, purpose)
      return [
        ...caps.map(({ within }) => (within === "DAY" ? 2 : within.hours / 24)),
        // A pause ends with a day of the person.
        ...pauses.map(({ days }) => days + 2)
      ]
    })
  )
