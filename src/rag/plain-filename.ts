/**
 * Returns a file name as it is stored: without folders and invisible characters, at most 255
 * characters, keeping the extension. Clients escape three characters of the name of a file that they upload.
 */
export const plainFilename = (given: string): string => {
  const unescaped = given.replaceAll(/%(22|0d|0a)/gi, (escaped) => decodeURIComponent(escaped))
  const [last = ""] = unescaped.toWellFormed().split(/[/\\]/).slice(-1)
  const name = last.replace(removed, "").trim()
  const letters = [...name]
  if (letters.length <= 255) return name
  const [ending = ""] = /\.[A-Za-z]{1,5}$/.exec(name) ?? []
  return letters.slice(0, 255 - ending.length).join("") + ending
}

// Control characters, and those that reverse the reading direction, which could disguise "fdp.exe"
// as "exe.pdf". Joiners stay, because Indian scripts need them.
const removed = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu
