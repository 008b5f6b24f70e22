import { Option } from "effect"
import type { EarVendor, VoiceVendor } from "../../domain/speech/vendors.ts"
import type { Settings } from "../../platform/config.ts"

/**
 * Whether the settings have what a vendor needs to recognize or to speak. On the simulated carrier Google has a
 * stand-in, and needs nothing.
 */
export const hasUsualKey = (settings: Settings, role: "ear" | "voice", vendor: EarVendor | VoiceVendor): boolean => {
  const { carrier, google, providers, speechVendors } = settings
  if (vendor !== "google") return Option.isSome(speechVendors[vendor].apiKey)
  if (carrier === "simulated" || providers === "local" || Option.isSome(google.credentials)) return true
  const endpoint = role === "ear" ? google.speechEndpoint : google.ttsEndpoint
  // A server without TLS stands in Google's place and takes no credentials.
  return Option.exists(endpoint, (address) => address.startsWith("http://"))
}
