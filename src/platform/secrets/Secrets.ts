import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes
} from "node:crypto"
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import type { EncryptionKey } from "../config.ts"
import { encryptionKeys } from "./generated-secrets.ts"
import { registerKeys } from "./known-keys.ts"

/** A stored secret cannot be decrypted. The message names the column, never the content. */
export class SecretUnreadable extends Schema.TaggedError<SecretUnreadable>()("SecretUnreadable", {
  reason: Schema.Literals(["malformed", "unknown-key", "not-authentic"]),
  message: Schema.String
}) {}

/** The place of a sealed value; the value cannot be opened in another place. */
export interface SealedPlace {
  readonly organizationId: number
  readonly table: string
  readonly column: string
  readonly rowId: string
}

/** The purpose of a digest; the digests of one text for two purposes are unrelated. */
export type DigestPurpose =
  | "api-key"
  | "admin-token"
  | "phone"
  | "result"
  | "simulated-carrier"
  | "media-stream"
  | "transcript-link"
  | "recording-link"
  | "cluster"

/** Encrypts secrets at rest with the first key of the ring, and decrypts them with any key of the ring. */
export class Secrets extends Context.Service<
  Secrets,
  {
    /** AES-256-GCM, as `v1.keyId.iv.tag.ciphertext` in base64url. */
    readonly seal: (plaintext: string, place: SealedPlace) => string
    readonly open: (sealed: string, place: SealedPlace) => Effect.Effect<string, SecretUnreadable>
    /** Returns the digest with the first key, for storing. */
    readonly digest: (purpose: DigestPurpose, text: string) => Uint8Array
    /** Returns the digests with all keys, for searching, so that rows written with an older key are found. */
    readonly digests: (purpose: DigestPurpose, text: string) => ReadonlyArray<Uint8Array>
    /** The id of the first key, which seals and makes the digests that are stored. */
    readonly keyId: string
    /** The ids of all keys of this node. */
    readonly keyIds: ReadonlyArray<string>
    /** The digest keys of an encryption key for stored digests, sealed. Undefined for a key that this node lacks. */
    readonly sealDigestKeys: (keyId: string) => ReadonlyArray<SealedDigestKey> | undefined
  }
>()("carillon/platform/Secrets") {
  /** Refuses to start on a database that was set up with another key. */
  static readonly layer = Layer.effect(
    Secrets,
    Effect.gen(function* () {
      const registered = yield* registerKeys({
        read: (isNewDatabase) => Effect.map(encryptionKeys(isNewDatabase), (keys) => keys.map(keyOf)),
        prove: (key) => seal(key, proofText, proofPlace(key.id)),
        isProof: (ring, keyId, proof) =>
          Effect.match(open(ring, proof, proofPlace(keyId)), {
            onSuccess: (text) => text === proofText,
            onFailure: () => false
          }),
        isRetired: (ring, { keyId, purpose, sealed }) =>
          Effect.match(open(ring, sealed, digestKeyPlace(keyId, purpose)), {
            onSuccess: (text) => ring.some((key) => key.id === keyId && textOf(deriveKey(key, purpose)) === text),
            onFailure: () => false
          })
      })
      // A database never accepts a node without a key.
      const ring = registered.ring as unknown as KeyRing
      const digestKeys = yield* Effect.forEach(registered.retiredDigestKeys, ({ keyId, purpose, sealed }) =>
        Effect.map(open(ring, sealed, digestKeyPlace(keyId, purpose)), (text) => ({
          purpose,
          key: createSecretKey(Buffer.from(text, "base64url"))
        }))
      )
      return fromKeys(ring, digestKeys)
    })
  )
}

interface Key {
  readonly id: string
  readonly key: KeyObject
}
type KeyRing = readonly [Key, ...ReadonlyArray<Key>]

/** A digest key that outlives its encryption key, because rows are found by its digests. */
export interface SealedDigestKey {
  readonly keyId: string
  readonly purpose: string
  readonly sealed: string
}

/**
 * The purposes of stored digests that keep their key for good. Those of tokens and links are made and checked again within
 * days, and those of results are made anew with their sealed values.
 */
const storedDigests: ReadonlyArray<DigestPurpose> = ["api-key", "admin-token", "phone"]

// Makes each KeyObject once, because making one costs more than using it.
const keyOf = ({ id, key }: EncryptionKey): Key => ({ id, key: createSecretKey(Redacted.value(key)) })

interface RetiredDigestKey {
  readonly purpose: string
  readonly key: KeyObject
}

const fromKeys = (ring: KeyRing, retired: ReadonlyArray<RetiredDigestKey>): Secrets["Service"] => {
  const keysOf = (purpose: DigestPurpose) => derivedKeys(ring, retired, purpose)
  const digestKeys = {
    "api-key": keysOf("api-key"),
    "admin-token": keysOf("admin-token"),
    phone: keysOf("phone"),
    result: keysOf("result"),
    "simulated-carrier": keysOf("simulated-carrier"),
    "media-stream": keysOf("media-stream"),
    "transcript-link": keysOf("transcript-link"),
    "recording-link": keysOf("recording-link"),
    cluster: keysOf("cluster")
  }
  return Secrets.of({
    seal: (plaintext, place) => seal(ring[0], plaintext, place),
    open: (sealed, place) => open(ring, sealed, place),
    digest: (purpose, text) => hmac(digestKeys[purpose][0], text),
    digests: (purpose, text) => digestKeys[purpose].map((key) => hmac(key, text)),
    keyId: ring[0].id,
    keyIds: ring.map(({ id }) => id),
    sealDigestKeys: (keyId) => {
      const key = ring.find(({ id }) => id === keyId)
      if (key === undefined) return undefined
      return storedDigests.map((purpose) => {
        const text = textOf(deriveKey(key, purpose))
        return { keyId, purpose, sealed: seal(ring[0], text, digestKeyPlace(keyId, purpose)) }
      })
    }
  })
}

/** Returns the id of the key that sealed a value, from the first characters of the value. */
export const sealingKeyOf = (sealed: string): string | undefined => /^v1\.([A-Za-z0-9_-]{1,32})\./.exec(sealed)?.[1]

const derivedKeys = ([first, ...others]: KeyRing, retired: ReadonlyArray<RetiredDigestKey>, purpose: DigestPurpose) =>
  [
    deriveKey(first, purpose),
    ...others.map((key) => deriveKey(key, purpose)),
    ...retired.filter((one) => one.purpose === purpose).map(({ key }) => key)
  ] as const

const textOf = (key: KeyObject) => key.export().toString("base64url")

const deriveKey = ({ key }: Key, purpose: string) =>
  createSecretKey(new Uint8Array(hkdfSync("sha256", key, "", `carillon digest ${purpose}`, 32)))

const hmac = (key: KeyObject, text: string): Uint8Array => createHmac("sha256", key).update(text).digest()

const seal = ({ id, key }: Key, plaintext: string, place: SealedPlace): string => {
  const iv = randomBytes(12)
  const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength: 16 }).setAAD(bindTo(place, id))
  const ciphertext = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()])
  return ["v1", id, ...[iv, cipher.getAuthTag(), ciphertext].map((part) => part.toString("base64url"))].join(".")
}

const open = Effect.fnUntraced(function* (ring: ReadonlyArray<Key>, sealed: string, place: SealedPlace) {
  const where = `The secret in ${place.table}.${place.column}`
  const refuse = (reason: SecretUnreadable["reason"], message: string) => new SecretUnreadable({ reason, message })
  const [, keyId = "", iv = "", tag = "", ciphertext = ""] = sealedFormat.exec(sealed) ?? []
  if (keyId === "" || !canonical(iv) || !canonical(tag) || !canonical(ciphertext)) {
    return yield* refuse("malformed", `${where} is not in the sealed format`)
  }
  const key = ring.find(({ id }) => id === keyId)
  if (key === undefined)
    return yield* refuse("unknown-key", `${where} is sealed with the key ${keyId}, which ENCRYPTION_KEY lacks`)
  return yield* Effect.try({
    try: () => {
      const decipher = createDecipheriv("aes-256-gcm", key.key, fromBase64url(iv), {
        authTagLength: 16
      })
      decipher.setAAD(bindTo(place, keyId)).setAuthTag(fromBase64url(tag))
      return Buffer.concat([decipher.update(fromBase64url(ciphertext)), decipher.final()]).toString("utf8")
    },
    catch: () =>
      refuse("not-authentic", `${where} was changed, moved from another place, or sealed with another key ${keyId}`)
  })
})

const sealedFormat = /^v1\.([A-Za-z0-9_-]{1,32})\.([\w-]{16})\.([\w-]{22})\.([\w-]*)$/

const fromBase64url = (text: string) => Buffer.from(text, "base64url")

// Accepts one spelling of each value: decoding alone would ignore stray bits in the last character.
const canonical = (text: string) => fromBase64url(text).toString("base64url") === text

// Encodes the place as a JSON list, so that no two places have the same text.
const bindTo = ({ organizationId, table, column, rowId }: SealedPlace, keyId: string) =>
  Buffer.from(JSON.stringify(["v1", organizationId, table, column, rowId, keyId]))

const proofText = "carillon"
const proofPlace = (keyId: string): SealedPlace => ({
  organizationId: 0,
  table: "encryption_keys",
  column: "proof",
  rowId: keyId
})

/** The place of the digest key of a retired key. */
export const digestKeyPlace = (keyId: string, purpose: string): SealedPlace => ({
  organizationId: 0,
  table: "retired_digest_keys",
  column: "sealed",
  rowId: `${keyId} ${purpose}`
})
