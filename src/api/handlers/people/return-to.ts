import { consolePath } from "../../contract/paths.ts"

/** Returns the path of the console that a browser may be led to; the start of the console instead of any other. */
export const returnPathOf = (given: string | undefined): string => {
  if (given === undefined || given.length > 2000) return consolePath
  // A browser reads a backslash as a slash, and drops control characters.
  if (!/^\/[\x21-\x5b\x5d-\x7e]*$/.test(given)) return consolePath
  const url = URL.parse(given, nowhere)
  if (url === null || url.origin !== nowhere) return consolePath
  const isOfConsole = url.pathname === consolePath || url.pathname.startsWith(`${consolePath}/`)
  return isOfConsole ? `${url.pathname}${url.search}` : consolePath
}

const nowhere = "http://nowhere.invalid"
