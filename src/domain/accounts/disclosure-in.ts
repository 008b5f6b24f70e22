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
  return sentence.replaceAll(/\{\{ *(\w+) *\}\}/g, (_, key: string) => values[key] ?? "")
}

// A voice reads digits one by one where they stand apart.
const spelled = (phoneNumber: string | null) => phoneNumber?.replace("+", "").split("").join(" ") ?? null
