import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"

/**
 * Returns a new key for the files of one object, as a text. It is stored sealed, so that a rotation of keys seals the
 * key anew and leaves the files as they are.
 */
export const newDataKey = (): string => randomBytes(keyBytes).toString("base64url")

/** Encrypts a file with a data key: AES-256-GCM, as the nonce, the tag and the ciphertext. It opens in no other place. */
export const sealFile = (dataKey: string, content: Uint8Array, place: string): Uint8Array => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keyOf(dataKey), nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(place))
  const ciphertext = cipher.update(content)
  cipher.final()
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
}

/** Decrypts a file. Throws if the file was changed or moved, or has another key. */
export const openFile = (dataKey: string, sealed: Uint8Array, place: string): Uint8Array => {
  const nonce = sealed.subarray(0, nonceBytes)
  const decipher = createDecipheriv(algorithm, keyOf(dataKey), nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
}

const keyOf = (dataKey: string) => Buffer.from(dataKey, "base64url")

const algorithm = "aes-256-gcm"
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
