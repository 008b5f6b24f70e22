import parsePhoneNumber from "libphonenumber-js/max"

/** Why a real carrier is not asked to call a number; undefined if it may be called. */
export const dialingProblem = (phoneNumber: string): "Invalid Number" | "Number Type Not Allowed" | undefined => {
  const parsed = parsePhoneNumber(phoneNumber)
  if (parsed === undefined || !parsed.isPossible()) return "Invalid Number"
  return parsed.getType() === "PREMIUM_RATE" ? "Number Type Not Allowed" : undefined
}
