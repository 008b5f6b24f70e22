import { Effect, Redacted } from "effect"
import type { ListedVoice } from "../../domain/speech/ListedVoice.ts"
import type { ProviderFailure } from "../contract/ProviderFailure.ts"
import type { VendorAccount } from "../socket/ProviderSocket.ts"
import { getJson } from "../socket/vendor-http.ts"

/** Lists the voices of an account: the vendor's own, and those that were added. */
export const cartesiaVoices = Effect.fnUntraced(function* (
  account: VendorAccount
): Effect.fn.Return<ReadonlyArray<ListedVoice>, ProviderFailure> {
  const headers = { "x-api-key": Redacted.value(account.apiKey), "cartesia-version": "2026-03-01" }
  const listed: Array<ListedVoice> = []
  let after = ""
  for (let page = 0; page < mostPages; page++) {
    const { data = [], has_more } = (yield* getJson(account, `/voices?limit=100${after}`, headers)) as Answer
    listed.push(...data.flatMap(toVoice))
    const last = data.at(-1)?.id
    if (has_more !== true || typeof last !== "string") break
    after = `&starting_after=${encodeURIComponent(last)}`
  }
  return listed
})

/** Maximum number of requests for a list. */
const mostPages = 20

interface Answer {
  readonly data?: ReadonlyArray<CartesiaVoice>
  readonly has_more?: boolean
}

interface CartesiaVoice {
  readonly id?: unknown
  readonly name?: string
  readonly language?: string
  readonly gender?: string | null
}

const toVoice = ({ gender, id, language, name }: CartesiaVoice): ReadonlyArray<ListedVoice> =>
  typeof id === "string"
    ? [
        {
          vendor: "cartesia",
          voiceId: id,
          name: name ?? id,
          languages: language === undefined ? [] : [language],
          gender: genders[gender ?? ""] ?? null
        }
      ]
    : []

const genders: Readonly<Record<string, ListedVoice["gender"]>> = {
  feminine: "FEMALE",
  masculine: "MALE",
  gender_neutral: "NEUTRAL"
}
