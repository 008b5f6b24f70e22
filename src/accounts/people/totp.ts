import { createHmac } from "node:crypto"

// Codes of authenticator apps, as RFC 6238 and RFC 4226 define them: SHA-1, 30 seconds, 6 digits.

/** Returns the time step of a moment. */
export const stepAt = (millis: number): number => Math.floor(millis / 30_000)

/** Returns the code of a time step. */
export const codeOf = (secret: Uint8Array, step: number, digits = 6): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac("sha1", secret).update(counter).digest()
  const offset = (hash[19] as number) & 0xf
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, "0")
}

/** Returns the time step of a code: the one of the moment, or the one before or after it. */
export const stepOf = (secret: Uint8Array, code: string, millis: number): number | undefined => {
  const now = stepAt(millis)
  return [now, now - 1, now + 1].find((step) => codeOf(secret, step) === code)
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** Writes bytes in base32, as people type them into an app. */
export const base32 = (bytes: Uint8Array): string => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("")
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, "0"), 2)]).join("")
}
