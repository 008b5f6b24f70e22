import type { ListedVoice } from "../../domain/speech/ListedVoice.ts"

// Known by 2026-11.
const female = "ishita kavitha kavya neha pooja priya ritu roopa rupali shreya shruti simran suhani tanya"
const male =
  "aayan aditya advait amit anand ashutosh dev gokul kabir manan mani mohit rahul ratan rehan rohan shubh soham sumit " +
  "sunny tarun varun vijay"

const languages = ["bn", "en", "gu", "hi", "kn", "ml", "mr", "or", "pa", "ta", "te"].map((one) => `${one}-IN`)

/** The voices of Bulbul, each of which speaks all its languages; the vendor has no list of them to ask for. */
export const bulbulVoices: ReadonlyArray<ListedVoice> = [["FEMALE", female] as const, ["MALE", male] as const].flatMap(
  ([gender, list]) =>
    list.split(" ").map(
      (name): ListedVoice => ({
        vendor: "sarvam",
        voiceId: name,
        name: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
        languages,
        gender
      })
    )
)
