import type { Blocks } from "./blocks.ts"
import { decode } from "./encoding.ts"

/**
 * Reads headings, tables and paragraphs as CommonMark and GitHub define them; purely visual markup
 * is dropped.
 */
export const readMarkdown = (content: Uint8Array, blocks: Blocks): void => {
  let paragraph: Array<string> = []
  let table: Array<ReadonlyArray<string>> = []
  let fence: string | undefined

  const endParagraph = () => {
    blocks.paragraph(withoutMarks(paragraph.join(" ")))
    paragraph = []
  }
  const end = () => {
    endParagraph()
    if (table.length > 0) blocks.table(table, true)
    table = []
  }

  const lines = withoutFrontMatter(decode(content).split(/\r\n|\n|\r/))
  for (const [index, line] of lines.entries()) {
    const [, mark] = /^ {0,3}(```+|~~~+)/.exec(line) ?? []
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined
      else blocks.paragraph(line)
      continue
    }
    if (mark !== undefined) {
      end()
      fence = mark
      continue
    }
    if (table.length > 0) {
      if (line.includes("|")) {
        if (!isTableRule(line)) table.push(cellsOf(line))
        continue
      }
      end()
    }
    const [, hashes, title] = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/.exec(line) ?? []
    if (hashes !== undefined) {
      end()
      blocks.heading(hashes.length, withoutMarks((title ?? "").replace(/[ \t]+#+[ \t]*$/, "")))
    } else if (paragraph.length > 0 && /^ {0,3}(=+|-+)[ \t]*$/.test(line)) {
      blocks.heading(line.includes("=") ? 1 : 2, withoutMarks(paragraph.join(" ")))
      paragraph = []
    } else if (line.includes("|") && isTableRule(lines[index + 1] ?? "")) {
      end()
      table = [cellsOf(line)]
    } else if (line.trim() === "" || /^ {0,3}([-*_][ \t]*){3,}$/.test(line)) {
      end()
    } else {
      if (/^\s*([-*+]|\d{1,9}[.)])\s/.test(line)) endParagraph()
      paragraph.push(line.replace(/^\s*(>\s?)+/, "").replace(/^\s*[-*+]\s+(\[[ xX]\]\s)?/, ""))
    }
  }
  end()
}

const withoutFrontMatter = (lines: Array<string>): Array<string> => {
  const close = lines[0]?.trim() === "---" ? lines.findIndex((line, index) => index > 0 && line.trim() === "---") : -1
  return lines.slice(close + 1)
}

const isTableRule = (line: string): boolean => line.includes("|") && /^[\s|:-]*-[\s|:-]*$/.test(line)

const cellsOf = (line: string): ReadonlyArray<string> =>
  line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => withoutMarks(cell.replaceAll("\\|", "|")))

// Keeps the text and the target of a link, because a question may be about either.
const withoutMarks = (text: string): string =>
  text
    .replace(/<!--[^>]{0,1000}-->/g, "")
    .replace(/!\[([^\][]{0,1000})\]\([^()\s]{0,2000}(?: "[^"]{0,1000}")?\)/g, "$1")
    .replace(
      /\[([^\][]{1,1000})\]\(<?([^()\s<>]{0,2000})>?(?: "[^"]{0,1000}")?\)/g,
      (_, label: string, target: string) =>
        label === target || !/^(https?|mailto|tel):/.test(target) ? label : `${label} (${target})`
    )
    .replace(/<(https?:[^<>\s]{1,2000})>/g, "$1")
    .replace(/(\*\*|__|~~)(?=\S)([^*_~]{1,2000})\1/g, "$2")
    .replace(/(?<![\p{L}\p{N}*_])([*_])(?=\S)([^*_]{1,2000})\1(?![\p{L}\p{N}*_])/gu, "$2")
    .replace(/`{1,3}([^`]{1,2000})`{1,3}/g, "$1")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
