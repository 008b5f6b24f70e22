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
import { SqlClient } from "effect/sql"
import type { EncryptionKey } from "../config.ts"
import { encryptionKeys } from "./generated-secrets.ts"

/** A stored secret cannot be decrypted. The message names the column, never the content. */
export class SecretUnreadable extends Schema.TaggedError<SecretUnreadable>()("SecretUnreadable", {
  reason: Schema.Literals(["malformed", "unknown-key", "not-authentic"]),
  message: Schema.String
}) {}

/** The key ring does not match the database. The start fails and prints only the message. */
export class KeyRingMismatch extends Schema.TaggedError<KeyRingMismatch>()("KeyRingMismatch", {
  keyIds: Schema.Array(Schema.String),
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
export type DigestPurpose = "api-key" | "phone" | "simulated-carrier" | "media-stream" | "transcript-link" | "cluster"

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
  }
>()("carillon/platform/Secrets") {
  /** Refuses to start on a database that was set up with another key. */
  static readonly layer = Layer.effect(
    Secrets,
    Effect.gen(function* () {
      // A setting has at least one key.
      const ring = (yield* encryptionKeys).map(keyOf) as unknown as KeyRing
      const secrets = fromKeys(ring)
      yield* checkRing(ring, secrets)
      return secrets
    })
  )
}

interface Key {
  readonly id: string
  readonly key: KeyObject
}
type KeyRing = readonly [Key, ...ReadonlyArray<Key>]

// Makes each KeyObject once, because making one costs more than using it.
const keyOf = ({ id, key }: EncryptionKey): Key => ({ id, key: createSecretKey(Redacted.value(key)) })

const fromKeys = (ring: KeyRing): Secrets["Service"] => {
  const digestKeys = {
    "api-key": derivedKeys(ring, "api-key"),
    phone: derivedKeys(ring, "phone"),
    "simulated-carrier": derivedKeys(ring, "simulated-carrier"),
    "media-stream": derivedKeys(ring, "media-stream"),
    "transcript-link": derivedKeys(ring, "transcript-link"),
    cluster: derivedKeys(ring, "cluster")
  }
  return Secrets.of({
    seal: (plaintext, place) => seal(ring[0], plaintext, place),
    open: (sealed, place) => open(ring, sealed, place),
    digest: (purpose, text) => hmac(digestKeys[purpose][0], text),
    digests: (purpose, text) => digestKeys[purpose].map((key) => hmac(key, text))
  })
}

const derivedKeys = ([first, ...others]: KeyRing, purpose: DigestPurpose) =>
  [deriveKey(first, purpose), ...others.map((key) => deriveKey(key, purpose))] as const

const deriveKey = ({ key }: Key, purpose: DigestPurpose) =>
  createSecretKey(new Uint8Array(hkdfSync("sha256", key, "", `carillon digest ${purpose}`, 32)))

const hmac = (key: KeyObject, text: string): Uint8Array => createHmac("sha256", key).update(text).digest()

const seal = ({ id, key }: Key, plaintext: string, place: SealedPlace): string => {
  const iv = randomBytes(12)
  const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength: 16 }).setAAD(bindTo(place, id))
  const ciphertext = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()])
  return ["v1", id, ...[iv, cipher.getAuthTag(), ciphertext].map((part) => part.toString("base64url"))].join(".")
}

const open = Effect.fnUntraced(function* (ring: KeyRing, sealed: string, place: SealedPlace) {
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

const checkRing = Effect.fnUntraced(function* (ring: KeyRing, secrets: Secrets["Service"]) {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.gen(function* () {
    // Serializes nodes that start on a new database with different keys: only the first one registers its key.
    yield* sql`lock table encryption_keys in exclusive mode`
    const known = yield* sql<{
      keyId: string
      proof: string
    }>`select key_id, proof from encryption_keys order by key_id`
    const missing = known.filter(({ keyId }) => !ring.some(({ id }) => id === keyId)).map(({ keyId }) => keyId)
    if (missing.length > 0) {
      return yield* new KeyRingMismatch({
        keyIds: missing,
        message: `This database was set up with the encryption key ${missing.join(", ")}, which this node does not have: add it to ENCRYPTION_KEY, or restore the file encryption-key in DATA_DIR`
      })
    }
    const wrong: Array<string> = []
    for (const { keyId, proof } of known) {
      const opened = yield* Effect.result(secrets.open(proof, proofPlace(keyId)))
      if (opened._tag === "Failure" || opened.success !== proofText) wrong.push(keyId)
    }
    if (wrong.length > 0) {
      return yield* new KeyRingMismatch({
        keyIds: wrong,
        message: `The encryption key ${wrong.join(", ")} of this node is not the one that this database was set up with: correct ENCRYPTION_KEY, or the file encryption-key in DATA_DIR`
      })
    }
    for (const key of ring.filter(({ id }) => !known.some(({ keyId }) => keyId === id))) {
      yield* sql`insert into encryption_keys ${sql.insert({ keyId: key.id, proof: seal(key, proofText, proofPlace(key.id)) })}`
    }
  }).pipe(sql.withTransaction)
})

const proofText = "carillon"
const proofPlace = (keyId: string): SealedPlace => ({
  organizationId: 0,
  table: "encryption_keys",
  column: "proof",
  rowId: keyId
})
