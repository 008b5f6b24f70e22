import parsePhoneNumber from "libphonenumber-js/max"

/**
 * Returns why a number must not be passed to a real carrier; undefined if it may be called. One with a national prefix after
 * the country code would ring a phone that Do Not Contact, caps and lists know by another number.
 */
export const dialingProblem = (phoneNumber: string): "Invalid Number" | "Number Type Not Allowed" | undefined => {
  const parsed = parsePhoneNumber(phoneNumber)
  if (parsed?.number !== phoneNumber || !parsed.isPossible()) return "Invalid Number"
  return parsed.getType() === "PREMIUM_RATE" ? "Number Type Not Allowed" : undefined
}
