import { mkdirSync, statSync } from "node:fs"
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

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
