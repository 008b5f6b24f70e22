import { generateKeyPairSync, randomBytes, randomUUID, sign } from "node:crypto"

/** Makes a self-signed certificate for these DNS names and IPv4 addresses, in memory. */
export const selfSigned = (names: ReadonlyArray<string>, addresses: ReadonlyArray<string> = []) => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  // A unique name: among trusted certificates of the same name, OpenSSL may try the wrong one.
  const issuer = sequence(tlv(0x31, sequence(oid("550403"), tlv(0x0c, Buffer.from(randomUUID())))))
  const alternatives = sequence(
    ...names.map((name) => tlv(0x82, Buffer.from(name))),
    ...addresses.map((address) => tlv(0x87, Buffer.from(address.split(".").map(Number))))
  )
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    issuer,
    sequence(utcTime("200101000000Z"), utcTime("491231235959Z")),
    issuer,
    publicKey.export({ type: "spki", format: "der" }),
    tlv(0xa3, sequence(sequence(oid("551d11"), tlv(0x04, alternatives))))
  )
  const signature = tlv(0x03, Buffer.concat([Buffer.from([0]), sign("sha256", body, privateKey)]))
  const der = sequence(body, ecdsaWithSha256, signature)
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" })
  }
}

const tlv = (tag: number, content: Buffer): Buffer => {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: ReadonlyArray<Buffer>) => tlv(0x30, Buffer.concat(parts))
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, "hex"))
const utcTime = (text: string) => tlv(0x17, Buffer.from(text))
const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"))
