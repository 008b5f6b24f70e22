import { keysIn, placeholder } from "../text/placeholder.ts"

interface Caller {
  readonly legalName: string | null
  readonly callbackNumber: string | null
}

interface Disclosed extends Caller {
  /** By language code. */
  readonly sentences: Readonly<Record<string, string>>
}

/** The placeholders of a sentence that have values. */
export const disclosurePlaceholders = ["legalName", "callbackNumber"] as const satisfies ReadonlyArray<keyof Caller>

/** Returns the first placeholder of the sentences that has no value. */
export const unknownPlaceholder = (
  sentences: Disclosed["sentences"]
): { readonly language: string; readonly placeholder: string } | undefined => {
  for (const [language, sentence] of Object.entries(sentences)) {
    const placeholder = keysIn(sentence).find((key) => !disclosurePlaceholders.some((known) => known === key))
    if (placeholder !== undefined) return { language, placeholder }
  }
  return undefined
}

/** The sentence in a language: that of its code, or else of the language alone; null if there is none. */
export const disclosureIn = (disclosed: Disclosed, language: string): string | null => {
  const [primary = ""] = language.split("-")
  const found = Object.entries(disclosed.sentences)
  const sentence =
    found.find(([code]) => code.toLowerCase() === language.toLowerCase()) ??
    found.find(([code]) => code.split("-")[0]?.toLowerCase() === primary.toLowerCase())
  return sentence === undefined ? null : disclosureOf(sentence[1], disclosed)
}

/** A sentence as people hear it. */
export const disclosureOf = (sentence: string, { callbackNumber, legalName }: Caller): string => {
  const values: Readonly<Record<string, string | null>> = { legalName, callbackNumber: spelled(callbackNumber) }
  return sentence.replaceAll(placeholder, (_, key: string) => values[key.trim()] ?? "")
}

// A voice reads digits one by one where they stand apart.
const spelled = (phoneNumber: string | null) => phoneNumber?.replace("+", "").split("").join(" ") ?? null
