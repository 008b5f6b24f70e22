import { accountKey } from "../../providers/circuit/account-key.ts"
import type { VendorSpeeds } from "../../providers/circuit/vendor-speeds.ts"
import type { Ear } from "../../providers/contract/SpeechToText.ts"
import { accountOfEar } from "../../providers/planned-speech.ts"

/**
 * Recognizers that have reported nothing about a voice. Only words that another one hears in the same audio show that they
 * should have: a cough, or music, has none.
 */
export const makeSilentEars = ({ noteMissed }: VendorSpeeds) => {
  let suspects: ReadonlyArray<Ear> = []
  return {
    suspect: (ear: Ear | undefined) => {
      if (ear !== undefined) suspects = [...suspects, ear]
    },
    /** Returns the recognizers with the suspects last. */
    last: (ears: ReadonlyArray<Ear>): ReadonlyArray<Ear> => [
      ...ears.filter((ear) => !suspects.includes(ear)),
      ...ears.filter((ear) => suspects.includes(ear))
    ],
    /** Notes the first words since the suspects were replaced, and whether the suspects were given them, too. */
    noteWords: (by: Ear | undefined, areMissed: boolean) => {
      const heardBy = by && accountKey(accountOfEar(by))
      const missed = areMissed ? suspects.map(accountOfEar).filter((account) => accountKey(account) !== heardBy) : []
      suspects = []
      for (const account of missed) noteMissed(account)
    }
  }
}
