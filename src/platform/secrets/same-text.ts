import { createHash, timingSafeEqual } from "node:crypto"

/** Compares in a time that does not depend on the secret, not even on its length. */
export const sameText = (expected: string, given: string): boolean => timingSafeEqual(sha256(expected), sha256(given))

const sha256 = (text: string) => createHash("sha256").update(text).digest()
