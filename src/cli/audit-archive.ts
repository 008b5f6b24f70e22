import { createHash, createPublicKey, type Hash, verify } from "node:crypto"
import { readTar } from "../platform/files/read-tar.ts"

/** Result of the verification of an audit archive. */
export interface AuditCheck {
  readonly campaignId: string | null
  readonly createdAt: string | null
  readonly keyId: string | null
  readonly files: number
  /** Empty if the archive is what the key has signed. */
  readonly problems: ReadonlyArray<string>
}

/** Compares each file of an archive with its manifest, and the manifest with its signature by one of the keys (PEM). */
export const verifyArchive = async (
  archive: AsyncIterable<Uint8Array>,
  publicKeys: ReadonlyArray<string>
): Promise<AuditCheck> => {
  const found = new Map<string, { readonly hash: Hash; readonly bytes: number; readonly content: Array<Uint8Array> }>()
  const problems: Array<string> = []
  try {
    await readTar(archive, (name, bytes, isAsWritten) => {
      const file = { hash: createHash("sha256"), bytes, content: [] as Array<Uint8Array> }
      if (found.has(name)) problems.push(`${name} is there twice`)
      if (!isAsWritten) problems.push(`${name} has another head than it was written with`)
      found.set(name, file)
      return (part) => {
        file.hash.update(part)
        if (kept.has(name)) file.content.push(part)
      }
    })
  } catch (error) {
    // An error of the file system, such as for a folder, says nothing about an archive.
    if (error instanceof Error && "code" in error) throw error
    problems.push(`The archive cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  const contentOf = (name: string) => Buffer.concat(found.get(name)?.content ?? [])
  const manifest = jsonOf<Manifest>(contentOf("manifest.json"))
  const signed = jsonOf<Signed>(contentOf("manifest.sig.json"))
  if (manifest === undefined) problems.push("manifest.json is missing or is no JSON")
  if (!isSigned(contentOf("manifest.json"), signed?.signature, publicKeys))
    problems.push("The signature of manifest.json is not by a key of this installation")
  const listed = new Map((manifest?.files ?? []).map((file) => [file.name, file]))
  for (const [name, { bytes, sha256 }] of listed) {
    const file = found.get(name)
    if (file === undefined) problems.push(`${name} is missing`)
    else if (file.bytes !== bytes || file.hash.digest("hex") !== sha256) problems.push(`${name} was changed`)
  }
  for (const name of found.keys()) if (!listed.has(name) && !kept.has(name)) problems.push(`${name} was added`)
  return {
    campaignId: manifest?.campaignId ?? null,
    createdAt: manifest?.createdAt ?? null,
    keyId: signed?.keyId ?? null,
    files: listed.size,
    problems
  }
}

/** The files that the others are checked against. */
const kept: ReadonlySet<string> = new Set(["manifest.json", "manifest.sig.json"])

interface Manifest {
  readonly campaignId: string
  readonly createdAt: string
  readonly files: ReadonlyArray<{ readonly name: string; readonly bytes: number; readonly sha256: string }>
}

interface Signed {
  readonly keyId: string
  readonly signature: string
}

const jsonOf = <A>(content: Buffer): A | undefined => {
  try {
    return JSON.parse(content.toString("utf8")) as A
  } catch {
    return undefined
  }
}

// The key in the archive proves nothing: only a key that is known already does.
const isSigned = (content: Buffer, signature: string | undefined, publicKeys: ReadonlyArray<string>) =>
  signature !== undefined &&
  publicKeys.some((pem) => verify(null, content, createPublicKey(pem), Buffer.from(signature, "base64")))
