import { chmodSync, mkdirSync, statSync } from "node:fs"
import { dirname } from "node:path"

/**
 * Makes a folder that only this user can read, and its missing parents. Makes each level itself, because Node's own
 * recursion may never end where no folder can be made, as in /proc.
 */
export const makePrivateFolder = (path: string): void => {
  if (isFolder(path)) return
  makePrivateFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process was faster.
    if (!isFolder(path)) throw error
  }
}

/**
 * Takes the access to a folder from other users; returns whether they have none now. It fails for a folder of
 * another user, and on file systems without modes.
 */
export const closeFolder = (path: string): boolean => {
  try {
    chmodSync(path, 0o700)
  } catch {
    return false
  }
  return (statSync(path).mode & 0o077) === 0
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
