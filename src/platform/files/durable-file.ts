import { randomUUID } from "node:crypto"
import { link, open, rm } from "node:fs/promises"
import { dirname } from "node:path"
import { makePrivateFolder } from "./private-folder.ts"

/**
 * Creates a private file, the whole text under its name or nothing, also after a power cut.
 * False when it was there already, made by whoever was first.
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
    // Unlike a rename, a link never replaces what is there.
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

/** A new name in a folder survives a power cut only once the folder is on disk. */
export const syncFolder = async (folder: string): Promise<void> => {
  const entries = await open(folder, "r")
  await entries.sync().finally(() => entries.close())
}

/** Undefined when there is no such file. */
export const ifThere = <A>(found: Promise<A>): Promise<A | undefined> =>
  found.catch((error) => {
    if (hasCode(error, "ENOENT")) return undefined
    throw error
  })

const hasCode = (error: unknown, code: string) => error instanceof Error && "code" in error && error.code === code
