import { createHash, timingSafeEqual } from "node:crypto"

/** Compares two texts in a time that depends neither on the expected text nor on its length. */
export const sameText = (expected: string, given: string): boolean => timingSafeEqual(sha256(expected), sha256(given))

const sha256 = (text: string) => createHash("sha256").update(text).digest()
