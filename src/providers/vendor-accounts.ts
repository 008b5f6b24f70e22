import { Effect, Option, type Redacted } from "effect"
import type { KeyVendor } from "../domain/speech/vendors.ts"
import type { Settings } from "../platform/config.ts"
import { ProviderFailure } from "./contract/ProviderFailure.ts"
import type { VendorAccount } from "./socket/ProviderSocket.ts"

/** Returns the account to use at a vendor: with an organization's own key, or that of the settings. Fails without a key. */
export const accountAt = (
  settings: Settings,
  vendor: KeyVendor,
  ownKey: Redacted.Redacted | undefined
): Effect.Effect<VendorAccount, ProviderFailure> => {
  const apiKey = ownKey ?? Option.getOrUndefined(settings.speechVendors[vendor].apiKey)
  return apiKey === undefined
    ? Effect.fail(
        new ProviderFailure({
          provider: vendor,
          reason: `${vendor.toUpperCase()}_API_KEY is not set`,
          retryable: false
        })
      )
    : Effect.succeed({ provider: vendor, baseUrl: urlOf(settings, vendor), apiKey })
}

/** Returns whether there is a key for a vendor: an organization's own, or that of the settings. */
export const hasKeyAt = ({ speechVendors }: Settings, vendor: KeyVendor, hasOwnKey: boolean): boolean =>
  hasOwnKey || Option.isSome(speechVendors[vendor].apiKey)

/** Returns the server that is used at a vendor. */
export const urlOf = ({ speechVendors }: Settings, vendor: KeyVendor): string =>
  Option.getOrElse(speechVendors[vendor].url, () => usualUrls[vendor])

/**
 * Returns whether calls may use a vendor with the key of the settings, or one of their own. People of the simulated carrier speak letters, which the
 * vendors' own services do not understand; another server at the setting of the URL is meant to be used.
 */
export const isUsable = (settings: Settings, vendor: KeyVendor, hasOwnKey: boolean): boolean => {
  const { carrier, providers, speechVendors } = settings
  const isUnderstood = carrier !== "simulated" || Option.isSome(speechVendors[vendor].url)
  return hasKeyAt(settings, vendor, hasOwnKey) && providers !== "local" && isUnderstood
}

const usualUrls: Readonly<Record<KeyVendor, string>> = {
  deepgram: "wss://api.deepgram.com",
  cartesia: "wss://api.cartesia.ai",
  elevenlabs: "wss://api.elevenlabs.io",
  soniox: "wss://stt-rt.soniox.com",
  assemblyai: "wss://streaming.assemblyai.com",
  sarvam: "wss://api.sarvam.ai"
}
