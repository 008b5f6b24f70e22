import { randomUUID } from "node:crypto"
import { link, open, rm } from "node:fs/promises"
import { dirname } from "node:path"
import { makePrivateFolder } from "./private-folder.ts"

/**
 * Creates a private file with the whole text or not at all, even if the power fails. Returns false when the file exists
 * already.
 */
export const createOnce = async (path: string, text: string): Promise<boolean> => {
  makePrivateFolder(dirname(path))
  const draft = `${path}.${randomUUID()}`
  try {
    const file = await open(draft, "wx", 0o600)
    await file
      .writeFile(text)
      .then(() => file.sync())
      .finally(() => file.close())
    // Unlike a rename, a link never replaces an existing file.
    await link(draft, path)
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
  await syncFolder(dirname(path))
  return true
}

/** Flushes a folder to disk: only then does a new file name survive a power cut. */
export const syncFolder = async (folder: string): Promise<void> => {
  const entries = await open(folder, "r")
  await entries.sync().finally(() => entries.close())
}

/** Returns undefined when the file of the operation does not exist. */
export const ifThere = <A>(found: Promise<A>): Promise<A | undefined> =>
  found.catch((error) => {
    if (hasCode(error, "ENOENT")) return undefined
    throw error
  })

const hasCode = (error: unknown, code: string) => error instanceof Error && "code" in error && error.code === code
