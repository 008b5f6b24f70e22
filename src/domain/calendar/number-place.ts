import parsePhoneNumber from "libphonenumber-js/max"
import { countryOf, placedZonesOf } from "./phone-zones.ts"

/** Where a number looks as if it came from. */
export interface NumberPlace {
  readonly country: string | undefined
  /** The time zones of its area code; undefined if the code says nothing. */
  readonly region: string | undefined
  /** Its area code; undefined for a number without one, such as that of a mobile. */
  readonly area: string | undefined
}

/** The place of a number by its country code and area code. */
export const placeOf = (phoneNumber: string): NumberPlace => {
  const known = places.get(phoneNumber)
  if (known !== undefined) return known
  if (places.size >= maximumPlaces) places.clear()
  const parsed = parsePhoneNumber(phoneNumber)
  const { zones } = placedZonesOf(phoneNumber)
  const isPlaced = phoneNumber.startsWith("+1") || parsed?.getType() === "FIXED_LINE"
  const place = {
    country: countryOf(phoneNumber),
    region: zones.length > 0 ? zones.join(" ") : undefined,
    // Written internationally, the area code is the first group after the country code.
    area: isPlaced ? parsed?.formatInternational().split(/[ -]/)[1] : undefined
  }
  places.set(phoneNumber, place)
  return place
}

/** Maximum number of cached places; a full cache is emptied. */
const maximumPlaces = 5_000
const places = new Map<string, NumberPlace>()
