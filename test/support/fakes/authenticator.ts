import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto"

/** Mistakes of an authenticator or its browser. */
interface Faults {
  readonly origin?: string
  readonly host?: string
  readonly challenge?: string
  readonly type?: string
  /** Number of signatures that it reports, in place of the right one. */
  readonly counter?: number
  readonly isUserVerified?: boolean
  readonly userHandle?: string
  readonly signature?: Buffer
}

/** A passkey in software, with the browser in front of it, as the standard of WebAuthn defines them. */
export const makeAuthenticator = (origin: string) => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const id = randomBytes(32)
  let counter = 0
  let userHandle = ""

  const clientData = (type: string, challenge: string, faults: Faults) =>
    Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? origin,
        crossOrigin: false
      })
    )

  const data = (host: string, attested: Buffer, faults: Faults) => {
    const verified = faults.isUserVerified === false ? 0 : flags.userVerified
    const head = Buffer.alloc(5)
    head[0] = flags.userPresent | verified | (attested.length > 0 ? flags.attested : 0)
    head.writeUInt32BE(faults.counter ?? counter, 1)
    return Buffer.concat([sha256(faults.host ?? host), head, attested])
  }

  const credential = (response: Readonly<Record<string, Buffer | string>>) => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    response: Object.fromEntries(
      Object.entries(response).map(([name, value]) => [
        name,
        typeof value === "string" ? value : value.toString("base64url")
      ])
    )
  })

  return {
    /** Answers the options of `navigator.credentials.create()`. */
    create: (options: any, faults: Faults = {}) => {
      userHandle = options.user.id
      const { x, y } = publicKey.export({ format: "jwk" }) as { x: string; y: string }
      const key = Buffer.concat([
        Buffer.from("a5010203262001215820", "hex"),
        Buffer.from(x, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y, "base64url")
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const authData = data(options.rp.id, attested, faults)
      return credential({
        clientDataJSON: clientData("webauthn.create", options.challenge, faults),
        // {"fmt": "none", "attStmt": {}, "authData": …} in CBOR.
        attestationObject: Buffer.concat([
          Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex"),
          Buffer.from([authData.length]),
          authData
        ])
      })
    },

    /** Answers the options of `navigator.credentials.get()`. */
    get: (options: any, faults: Faults = {}) => {
      counter++
      const authenticatorData = data(options.rpId, Buffer.alloc(0), faults)
      const clientDataJSON = clientData("webauthn.get", options.challenge, faults)
      const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)])
      return credential({
        clientDataJSON,
        authenticatorData,
        signature: faults.signature ?? sign("sha256", signed, privateKey),
        userHandle: faults.userHandle ?? userHandle
      })
    }
  }
}

const flags = { userPresent: 1, userVerified: 4, attested: 64 }

const sha256 = (value: Buffer | string) => createHash("sha256").update(value).digest()
