import { Option, type Redacted } from "effect"
import type { KeyVendor } from "../domain/speech/vendors.ts"
import type { Settings } from "../platform/config.ts"
import type { VendorAccount } from "./socket/ProviderSocket.ts"

/** Returns the account to use at a vendor: an organization's own key, or that of the settings; undefined without a key. */
export const accountAt = (
  settings: Settings,
  vendor: KeyVendor,
  ownKey: Redacted.Redacted | undefined
): VendorAccount | undefined => {
  const key = ownKey ?? Option.getOrUndefined(settings.speechVendors[vendor].apiKey)
  return key && { provider: vendor, baseUrl: urlOf(settings, vendor), apiKey: key }
}

/** Returns the server that is used at a vendor. */
export const urlOf = ({ speechVendors }: Settings, vendor: KeyVendor): string =>
  Option.getOrElse(speechVendors[vendor].url, () => usualUrls[vendor])

/**
 * Returns whether calls may use a vendor with the key of the settings, or one of their own. People of the simulated carrier speak letters, which the
 * vendors' own services do not understand; another server at the setting of the URL is meant to be used.
 */
export const isUsable = (
  { carrier, providers, speechVendors }: Settings,
  vendor: KeyVendor,
  hasOwnKey: boolean
): boolean => {
  const { apiKey, url } = speechVendors[vendor]
  return (
    (hasOwnKey || Option.isSome(apiKey)) && providers !== "local" && (carrier !== "simulated" || Option.isSome(url))
  )
}

const usualUrls: Readonly<Record<KeyVendor, string>> = {
  deepgram: "wss://api.deepgram.com",
  cartesia: "wss://api.cartesia.ai",
  elevenlabs: "wss://api.elevenlabs.io",
  soniox: "wss://stt-rt.soniox.com",
  assemblyai: "wss://streaming.assemblyai.com",
  sarvam: "wss://api.sarvam.ai"
}
