import { createHash } from "node:crypto"
import { Redacted } from "effect"

/** An account at a vendor of speech, and the work that it does. */
export interface SpeechAccount {
  readonly role: "ear" | "voice"
  readonly vendor: string
  /** The key of an organization; undefined for that of the settings. */
  readonly apiKey?: Redacted.Redacted | undefined
}

/** Returns a text that is the same for the same account, and does not contain its key. */
export const accountKey = ({ apiKey, role, vendor }: SpeechAccount): string =>
  `${role} ${vendor} ${apiKey === undefined ? "" : keyDigest(apiKey)}`

/** Returns a text that is the same for the same key, and does not contain it. */
export const keyDigest = (apiKey: Redacted.Redacted): string => {
  const known = digests.get(apiKey)
  if (known !== undefined) return known
  const digest = createHash("sha256").update(Redacted.value(apiKey)).digest("base64")
  digests.set(apiKey, digest)
  return digest
}

// Each sentence of a call needs the digest several times, while keys are few.
const digests = new WeakMap<Redacted.Redacted, string>()
