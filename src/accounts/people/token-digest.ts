import { createHash } from "node:crypto"

/** Returns the digest by which a random token is stored and found. */
export const tokenDigest = (token: string): Uint8Array => createHash("sha256").update(token).digest()
