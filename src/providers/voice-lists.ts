import { Effect, type Redacted, Schema } from "effect"
import { ListedVoice } from "../domain/speech/ListedVoice.ts"
import { type KeyVendor, type VoiceVendor, voiceVendors } from "../domain/speech/vendors.ts"
import type { Settings } from "../platform/config.ts"
import { cartesiaVoices } from "./cartesia/voice-list.ts"
import { ProviderFailure } from "./contract/ProviderFailure.ts"
import { auraVoices } from "./deepgram/voice-list.ts"
import { elevenLabsVoices } from "./elevenlabs/voice-list.ts"
import { googleVoiceList } from "./google/GoogleVoices.ts"
import { bulbulVoices } from "./sarvam/voice-list.ts"
import type { VendorAccount } from "./socket/ProviderSocket.ts"
import { googleUse } from "./usual-speech.ts"
import { accountAt, hasKeyAt } from "./vendor-accounts.ts"

/** Lists the voices of the vendors that there are keys for, or says why a vendor's cannot be listed. */
export const listVoices = Effect.fn("listVoices")(function* (
  settings: Settings,
  ownKeys: ReadonlyMap<KeyVendor, Redacted.Redacted>
) {
  const lists = yield* Effect.forEach(
    voiceVendors,
    (vendor) =>
      Effect.match(readably(vendor, voicesAt(settings, ownKeys, vendor)), {
        onSuccess: (data) => ({ data: data.filter(isListedVoice), problems: [] }),
        onFailure: ({ reason }) => ({ data: [], problems: [{ vendor, message: reason }] })
      }),
    { concurrency: "unbounded" }
  )
  return { data: lists.flatMap(({ data }) => data), problems: lists.flatMap(({ problems }) => problems) }
})

const isListedVoice = Schema.is(ListedVoice)

// Vendors may answer with anything.
const readably = (vendor: VoiceVendor, voices: Voices): Voices =>
  Effect.catchDefect(voices, () =>
    Effect.fail(new ProviderFailure({ provider: vendor, reason: "an unreadable answer", retryable: true }))
  )

type Voices = Effect.Effect<ReadonlyArray<ListedVoice>, ProviderFailure>

const voicesAt = (
  settings: Settings,
  ownKeys: ReadonlyMap<KeyVendor, Redacted.Redacted>,
  vendor: VoiceVendor
): Voices => {
  if (vendor === "google") {
    return googleUse(settings).voice === "credentials" ? googleVoiceList(settings) : Effect.succeed([])
  }
  return hasKeyAt(settings, vendor, ownKeys.has(vendor))
    ? Effect.flatMap(accountAt(settings, vendor, ownKeys.get(vendor)), lists[vendor])
    : Effect.succeed([])
}

const lists: Readonly<Record<Exclude<VoiceVendor, "google">, (account: VendorAccount) => Voices>> = {
  cartesia: cartesiaVoices,
  deepgram: () => Effect.succeed(auraVoices),
  elevenlabs: elevenLabsVoices,
  sarvam: () => Effect.succeed(bulbulVoices)
}
