/** A piece of two texts: in both, in the old one only, or in the new one only. */
export interface DiffPart {
  readonly kind: "same" | "removed" | "added"
  readonly text: string
}

type Words = ReadonlyArray<string>

/** Most changed words that are looked for one by one; texts that differ in more are shown as replaced. */
const mostChanges = 1_000

/** Compares two texts word by word. The changes are as few as possible (Myers, 1986). */
export const wordDiff = (before: string, after: string): ReadonlyArray<DiffPart> => {
  const [old, young] = [wordsOf(before), wordsOf(after)]
  const parts = changesOf(old, young) ?? [...old.map(part("removed")), ...young.map(part("added"))]
  const joined: Array<DiffPart> = []
  for (const { kind, text } of parts) {
    const last = joined.at(-1)
    if (last?.kind === kind) joined[joined.length - 1] = { kind, text: last.text + text }
    else joined.push({ kind, text })
  }
  return joined
}

const wordsOf = (text: string): Words =>
  text.match(/\{\{[^{}]*\}\}|\s+|[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu) ?? []

const part =
  (kind: DiffPart["kind"]) =>
  (text = ""): DiffPart => ({ kind, text })

/** Returns undefined if there are too many changes. */
const changesOf = (old: Words, young: Words): ReadonlyArray<DiffPart> | undefined => {
  // By number of changes and diagonal (words of the old text less those of the new one): the words of the old text that
  // can be passed.
  const passed: Array<ReadonlyMap<number, number>> = []
  const begin = (changes: number, diagonal: number) => {
    const added = passed[changes - 1]?.get(diagonal + 1) ?? -1
    const removed = (passed[changes - 1]?.get(diagonal - 1) ?? -2) + 1
    return { isAdded: added >= removed, from: changes === 0 ? 0 : Math.max(added, removed) }
  }
  for (let changes = 0; changes <= mostChanges; changes++) {
    const ends = new Map<number, number>()
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let { from: x } = begin(changes, diagonal)
      while (x < old.length && x - diagonal < young.length && old[x] === young[x - diagonal]) x++
      ends.set(diagonal, x)
    }
    passed.push(ends)
    if (ends.get(old.length - young.length) === old.length) break
  }
  let changes = passed.length - 1
  let [x, y] = [old.length, young.length]
  if (passed[changes]?.get(x - y) !== x) return undefined
  const parts: Array<DiffPart> = []
  for (; changes >= 0; changes--) {
    const { from, isAdded } = begin(changes, x - y)
    for (; x > from; y--) parts.push(part("same")(old[--x]))
    if (changes > 0) parts.push(isAdded ? part("added")(young[--y]) : part("removed")(old[--x]))
  }
  return parts.reverse()
}
