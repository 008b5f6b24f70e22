import { type Block, cellsOf, textOf } from "./blocks.ts"

/**
 * Splits a document into the pieces that are searched: about 400 words each, cut at the end of a
 * paragraph or a sentence, with the headings above them in front. A slide or a heading begins a new
 * chunk, unless its section is only a line or two.
 */
export const chunksOf = (blocks: ReadonlyArray<Block>): ReadonlyArray<string> =>
  joinedWhereSmall(sectionsOf(blocks)).flatMap((sections) => {
    const [only] = sections
    return only !== undefined && sections.length === 1 ? cut(only) : [sections.map(wholeText).join("\n\n")]
  })

/** Maximum length of a chunk, words. */
const maxWords = 400
/** Maximum overlap of two consecutive chunks, words. */
const maxOverlap = 40
/** Length below which sections are joined with those that follow, words. */
const smallSection = 50
/** Maximum length of a heading, words; a longer one is a paragraph. */
const longestHeading = 30

/** The text under one heading. */
interface Section {
  readonly path: ReadonlyArray<string>
  readonly onSlide: boolean
  readonly blocks: Array<TextBlock>
}

type TextBlock = Block & { readonly kind: "paragraph" | "row" }

const sectionsOf = (blocks: ReadonlyArray<Block>): ReadonlyArray<Section> => {
  const sections: Array<Section> = []
  const open: Array<{ readonly level: number; readonly text: string }> = []
  const begin = (onSlide: boolean) =>
    sections.push({ path: open.map(({ text }) => text).filter((text) => text !== ""), onSlide, blocks: [] })

  begin(false)
  for (const block of blocks) {
    if (block.kind === "slide" || (block.kind === "heading" && wordsIn(block.text) <= longestHeading)) {
      const level = block.kind === "slide" ? 0 : Math.min(Math.max(block.level, 1), 6)
      while ((open.at(-1)?.level ?? -1) >= level) open.pop()
      const isTitle = wordsIn(block.text) <= longestHeading
      open.push({ level, text: isTitle ? block.text : "" })
      begin(block.kind === "slide")
      if (!isTitle) sections.at(-1)?.blocks.push({ kind: "paragraph", text: block.text })
    } else {
      // A heading as long as a paragraph is a paragraph in large letters.
      sections.at(-1)?.blocks.push(block.kind === "heading" ? { kind: "paragraph", text: block.text } : block)
    }
  }
  return sections.filter((section, index) => section.blocks.length > 0 || !isRepeatedBy(section, sections[index + 1]))
}

/** Whether the path of the next section repeats all headings of an empty section. */
const isRepeatedBy = ({ path }: Section, next: Section | undefined): boolean =>
  path.length === 0 || (next !== undefined && next.path.length > path.length && startsWith(next.path, path))

const joinedWhereSmall = (sections: ReadonlyArray<Section>): ReadonlyArray<ReadonlyArray<Section>> => {
  const groups: Array<Array<Section>> = []
  let words = 0
  for (const section of sections) {
    const more = wordsIn(wholeText(section))
    const group = groups.at(-1)
    if (group !== undefined && words < smallSection && words + more <= maxWords && belongTogether(group, section)) {
      group.push(section)
      words += more
    } else {
      groups.push([section])
      words = more
    }
  }
  return groups
}

const belongTogether = ([first]: ReadonlyArray<Section>, section: Section): boolean =>
  first !== undefined && !section.onSlide && startsWith(section.path, first.path.slice(0, -1))

const startsWith = (path: ReadonlyArray<string>, start: ReadonlyArray<string>): boolean =>
  start.every((text, index) => path[index] === text)

const wholeText = (section: Section): string =>
  withPath(section, section.blocks.map((block) => textOf(block)).join("\n"))

const withPath = ({ path }: Section, text: string): string =>
  [path.join(" > "), text].filter((part) => part !== "").join("\n")

/** A piece that is never cut, and its separator from the piece before. */
interface Piece {
  readonly text: string
  readonly words: number
  readonly after: "\n" | " " | "; " | ""
}

const cut = (section: Section): ReadonlyArray<string> => {
  const room = maxWords - wordsIn(section.path.join(" > "))
  const chunks: Array<string> = []
  let pending: ReadonlyArray<Piece> = []
  for (const piece of section.blocks.flatMap((block) => piecesOf(block, room))) {
    if (wordsOfAll(pending) + piece.words > room) {
      chunks.push(withPath(section, joined(pending)))
      pending = tailOf(pending, Math.min(maxOverlap, room - piece.words))
    }
    pending = [...pending, piece]
  }
  return [...chunks, withPath(section, joined(pending))]
}

const wordsOfAll = (pieces: ReadonlyArray<Piece>): number => pieces.reduce((sum, { words }) => sum + words, 0)

const joined = (pieces: ReadonlyArray<Piece>): string =>
  pieces.map(({ text, after }, index) => (index === 0 ? text : after + text)).join("")

/** Returns the last whole sentences that fit into a number of words. */
const tailOf = (pieces: ReadonlyArray<Piece>, room: number): ReadonlyArray<Piece> => {
  const tail: Array<Piece> = []
  let left = room
  for (const sentence of fromTheEnd(pieces)) {
    left -= sentence.words
    if (left < 0) break
    tail.unshift(sentence)
  }
  return tail
}

// Lazily, one piece at a time: the sentence segmenter uses memory that is released late, and a
// table has thousands of rows.
const fromTheEnd = function* (pieces: ReadonlyArray<Piece>) {
  for (const piece of pieces.slice(-maxOverlap).reverse()) yield* sentencesOf(piece).toReversed()
}

const piecesOf = (block: TextBlock, room: number): ReadonlyArray<Piece> => {
  const whole = piece(textOf(block), "\n")
  if (whole.words <= room) return [whole]
  return block.kind === "row" ? cellPieces(block, room) : sentencesOf(whole).flatMap((one) => wordPieces(one, room))
}

/**
 * A row that is too long is cut between its cells, and each part of a cell is preceded by the name
 * of its column.
 */
const cellPieces = (row: TextBlock & { readonly kind: "row" }, room: number): ReadonlyArray<Piece> =>
  row.cells
    .flatMap((cell, column) => cellParts(row.header[column] ?? "", cell, room))
    .map((text, index) => piece(text, index === 0 ? "\n" : "; "))

const cellParts = (name: string, cell: string, room: number): ReadonlyArray<string> => {
  const [whole = ""] = cellsOf({ kind: "row", header: [name], cells: [cell] })
  // A column name as long as a paragraph appears once.
  const front = whole === cell || wordsIn(name) > longestHeading ? "" : `${name}: `
  const parts = wordPieces(piece(front === "" ? whole : cell, "; "), room - wordsIn(front))
  return parts.filter(({ text }) => text !== "").map(({ text }) => front + text)
}

const sentences = new Intl.Segmenter("en", { granularity: "sentence" })

const sentencesOf = ({ text, after }: Piece): ReadonlyArray<Piece> =>
  text
    .split("\n")
    .flatMap((line) => [...sentences.segment(line)])
    .map(({ segment }, index) => piece(segment.trim(), index === 0 ? after : " "))

/** A sentence that is too long is cut between words, and a word that is too long between letters. */
const wordPieces = (sentence: Piece, room: number): ReadonlyArray<Piece> => {
  if (sentence.words <= room) return [sentence]
  const pieces: Array<Piece> = []
  let text = ""
  let words = 0
  let after = sentence.after
  const end = (next: Piece["after"]) => {
    if (text !== "") pieces.push({ text, words, after })
    text = ""
    words = 0
    after = next
  }
  for (const word of sentence.text.split(wordEnd)) {
    const more = wordsIn(word)
    if (words + more > room) end(" ")
    if (more > room) {
      for (const part of lettersOf(word, room)) {
        text = part
        words = wordsIn(part)
        end("")
      }
      after = " "
    } else {
      text += text === "" ? word : ` ${word}`
      words += more
    }
  }
  end(" ")
  return pieces
}

// A combining mark after a space stays with the space.
const wordEnd = /\s+(?!\p{M})/u
const letters = new Intl.Segmenter("en", { granularity: "grapheme" })

const lettersOf = (word: string, room: number): ReadonlyArray<string> => {
  const limit = room * lettersOfUnspaced
  const parts: Array<string> = [""]
  for (const { segment } of letters.segment(word)) {
    // No real letter has this many combining marks, so the grapheme is cut.
    for (const letter of segment.length > limit
      ? (segment.match(new RegExp(`.{1,${limit}}`, "gsu")) ?? [])
      : [segment]) {
      const last = parts.length - 1
      if ((parts[last] ?? "").length + letter.length > limit) parts.push(letter)
      else parts[last] += letter
    }
  }
  return parts.filter((part) => part !== "")
}

const piece = (text: string, after: Piece["after"]): Piece => ({ text, words: wordsIn(text), after })

// Assumed letters of a word in scripts without spaces, and maximum letters of a word; a longer one
// counts as several.
const lettersOfUnspaced = 2
const longestWord = 20
// Chinese, Japanese, Thai, Lao, Khmer and Burmese have no spaces between words.
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu

/** Returns the number of words of a text, estimated for scripts without spaces. */
export const wordsIn = (text: string): number => {
  let words = 0
  for (const token of text.split(/\s/)) {
    if (token === "") continue
    const alone = token.match(unspaced)?.length ?? 0
    words += Math.max(1, Math.ceil(alone / lettersOfUnspaced), Math.ceil(token.length / longestWord))
  }
  return words
}
