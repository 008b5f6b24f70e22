import { Effect, Option, type Redacted } from "effect"
import type { EarVendor, KeyVendor, VoiceVendor } from "../domain/speech/vendors.ts"
import type { Settings } from "../platform/config.ts"
import { ProviderFailure } from "./contract/ProviderFailure.ts"
import { earAdapters } from "./Ears.ts"
import { examineEar } from "./socket/examine-ear.ts"
import { examineVoice, usualVoice } from "./socket/examine-voice.ts"
import type { VendorAccount } from "./socket/ProviderSocket.ts"
import { makeVoiceSockets } from "./socket/voice-sockets.ts"
import { voiceAdapters } from "./Voices.ts"
import { accountAt } from "./vendor-accounts.ts"

/** Lets a vendor hear a second of sound with the key of the settings, or one of an organization. */
export const examineEarOf = (settings: Settings, vendor: Exclude<EarVendor, "google">, ownKey?: Redacted.Redacted) =>
  withKeyOf(settings, vendor, ownKey, (account) => examineEar(earAdapters[vendor](account, { language: "en-US" })))

/** Lets a vendor speak a short word with the key of the settings, or one of an organization. */
export const examineVoiceOf = (
  settings: Settings,
  vendor: Exclude<VoiceVendor, "google">,
  ownKey?: Redacted.Redacted
) =>
  withKeyOf(settings, vendor, ownKey, (account) =>
    Effect.scoped(
      Effect.flatMap(makeVoiceSockets, (sockets) => examineVoice(sockets, voiceAdapters[vendor](account, usualVoice)))
    )
  )

const withKeyOf = (
  settings: Settings,
  vendor: KeyVendor,
  ownKey: Redacted.Redacted | undefined,
  examine: (account: VendorAccount) => Effect.Effect<void, ProviderFailure>
) =>
  Effect.flatMap(accountAt(settings, vendor, ownKey), (account) =>
    Effect.mapError(examine(account), (failure) => {
      const setting = vendor.toUpperCase()
      // After a colon the advice would be masked like the value of a key.
      const advice = concernsKey.test(failure.reason)
        ? `${ownKey === undefined ? `set ${setting}_API_KEY to` : "send"} a valid key`
        : concernsServer.test(failure.reason) && Option.isSome(settings.speechVendors[vendor].url)
          ? `check ${setting}_URL`
          : undefined
      return advice === undefined ? failure : failureOf(vendor, `${failure.reason}; ${advice}`)
    })
  )

/** Vendors that refuse a key only after they have accepted the connection say so in words of their own. */
const concernsKey = /\bkey\b|\b40[13]\b|unauthori[sz]ed|forbidden|api_key|authenticat/i

/** Nothing answers there, or something that does not speak the vendor's protocol. */
const concernsServer = /^(?:no connection|HTTP) /

const failureOf = (provider: string, reason: string) => new ProviderFailure({ provider, reason, retryable: false })
