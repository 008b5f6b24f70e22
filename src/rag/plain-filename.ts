/** A name as it is kept beside a file: without folders and what cannot be seen, at most 255 characters, the ending in any case. */
export const plainFilename = (given: string): string => {
  const [last = ""] = given.toWellFormed().split(/[/\\]/).slice(-1)
  const name = last.replace(unseen, "").trim()
  const letters = [...name]
  if (letters.length <= 255) return name
  const [ending = ""] = /\.[A-Za-z]{1,5}$/.exec(name) ?? []
  return letters.slice(0, 255 - ending.length).join("") + ending
}

// Control characters, and those that turn the direction of what follows: "exe.pdf" is no way to write "fdp.exe".
// Joiners stay, which scripts of India need.
const unseen = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu
