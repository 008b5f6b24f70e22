import parsePhoneNumber from "libphonenumber-js/max"

/**
 * Returns the number that a carrier would reach by this one. +4407400123456 and +447400123456 ring the same phone,
 * because carriers ignore a national prefix after the country code. So do +5215512345678 and +525512345678, the former and
 * the present form of a Mexican mobile number.
 */
export const canonicalNumber = (phoneNumber: string): string => {
  if (!mayHavePrefix.test(phoneNumber)) return phoneNumber
  const parsed = parsePhoneNumber(phoneNumber.replace(oldMexicanMobile, "+52"))
  // Not `isValid`: numbers of a range that was opened lately are dialed too. No national number has a second 0 in front.
  return parsed?.isPossible() === true && !parsed.nationalNumber.startsWith("0") ? parsed.number : phoneNumber
}

/** Returns a number, and the number that a carrier reaches by it if this is another one. A contact may have either. */
export const numbersOfPhone = (phoneNumber: string): readonly [string, ...ReadonlyArray<string>] => {
  const reached = canonicalNumber(phoneNumber)
  return reached === phoneNumber ? [phoneNumber] : [phoneNumber, reached]
}

// To parse every number of a large file would take too long. The prefixes are 0, 06 in Hungary, 8 in Russia and others, 1 in
// North America and the Marshall Islands, and 15 after the area code in Argentina.
const mayHavePrefix = /^\+(?:[1-9]\d{0,2}0|11|[378]\d{0,2}8|9938|6921|54\d*15|521\d{10}$)/

/** Until 2019 mobile numbers of Mexico had a 1 after the country code when called from abroad; many lists still write it. */
const oldMexicanMobile = /^\+521(?=\d{10}$)/
