import { Option, type Redacted } from "effect"
import type { KeyVendor } from "../domain/speech/vendors.ts"
import type { Settings } from "../platform/config.ts"
import type { VendorAccount } from "./socket/ProviderSocket.ts"

/** Returns the account to use at a vendor: an organization's own key, or that of the settings; undefined without a key. */
export const accountAt = (
  { speechVendors }: Settings,
  vendor: KeyVendor,
  ownKey: Redacted.Redacted | undefined
): VendorAccount | undefined => {
  const { apiKey, url } = speechVendors[vendor]
  const key = ownKey ?? Option.getOrUndefined(apiKey)
  return key && { provider: vendor, baseUrl: Option.getOrElse(url, () => usualUrls[vendor]), apiKey: key }
}

/**
 * Returns whether calls may use a vendor by the settings. People of the simulated carrier speak letters, which the
 * vendors' own services do not understand; another server at the setting of the URL is meant to be used.
 */
export const isUsable = ({ carrier, providers, speechVendors }: Settings, vendor: KeyVendor): boolean => {
  const { apiKey, url } = speechVendors[vendor]
  return Option.isSome(apiKey) && providers !== "local" && (carrier !== "simulated" || Option.isSome(url))
}

const usualUrls: Readonly<Record<KeyVendor, string>> = {
  deepgram: "wss://api.deepgram.com",
  cartesia: "wss://api.cartesia.ai",
  elevenlabs: "wss://api.elevenlabs.io",
  sarvam: "wss://api.sarvam.ai"
}
