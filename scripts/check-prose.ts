// Checks the English of comments, test titles, descriptions, log and error messages, and documents against the rules
// of CONTRIBUTING.md. Run as `npm run prose`, or as `node scripts/check-prose.ts PATH…` for some files or folders.
import { globSync, readFileSync, statSync } from "node:fs"
import { join, relative, resolve } from "node:path"

type Kind = "comment" | "text" | "document"

interface Rule {
  readonly words: string
  readonly instead: string
  /** Where the rule holds; everywhere by default. */
  readonly only?: ReadonlyArray<Kind>
}

/** Words that begin no comment. Texts are titles of tests, descriptions in schemas, log lines and error messages. */
const beginnings: ReadonlyArray<Rule> = [
  { words: "What", instead: "name the thing as a subject", only: ["comment", "text"] },
  { words: "Who", instead: "name the person or the part as a subject", only: ["comment", "text"] },
  { words: "Of", instead: "begin with a subject and a verb" },
  { words: "So", instead: "state the fact, or give a reason with because", only: ["comment", "text"] },
  { words: "That", instead: "state the fact", only: ["comment", "text"] },
  { words: "One", instead: "name the thing", only: ["comment"] },
  { words: "It", instead: "name the thing", only: ["comment"] },
  { words: "Gives", instead: "Returns", only: ["comment"] }
]

const phrases: ReadonlyArray<Rule> = [
  { words: "told", instead: "notified, published, logged, reported or prompted" },
  { words: "tells", instead: "notifies, publishes, logs, reports, shows or prompts" },
  { words: "gives (?:how|what|whether|when|that)", instead: "returns …" },
  { words: "(?:some|any)body", instead: "name the person: the operator, the caller, the contact, the client" },
  { words: "nobody", instead: "no node, no client, no consumer, no operator …" },
  { words: "whoever", instead: "name the person or the part" },
  { words: "those who", instead: "name them: contacts, calls, clients" },
  { words: "(?:came|comes|come) of", instead: "the outcome or the result of" },
  { words: "comes? to nothing", instead: "fails, or has no effect" },
  { words: "so many", instead: "the number of, or at most" },
  { words: "so (?:long|late|much)(?! that)", instead: "the time, the maximum, or as long as" },
  { words: "so far", instead: "until now, or already" },
  { words: "stands? for", instead: "is, or means" },
  { words: "is no matter", instead: "does not matter" },
  { words: "of those(?! who)", instead: "name them", only: ["comment", "text"] },
  { words: "(?:a|the|one|each|every|whose|its|this) talks?", instead: "conversation or transcript" }
]

/** Files whose comments and texts are data: the words of callers, prompts, examples of bad English. */
const dataFiles = ["scripts/check-prose.ts", "test/tooling/check-prose.test.ts"]

/** A line with this comment, and the line below it, are data too. */
const marker = "prose: data"

interface Passage {
  readonly kind: Kind
  readonly start: number
  /** As long as the passage in the file; spaces replace everything that is not prose. */
  readonly text: string
  /** Whether the passage continues the one before it. */
  readonly continued?: boolean
}

export interface Finding {
  readonly line: number
  readonly words: string
  readonly instead: string
}

const blank = (text: string) => text.replace(/[^\n]/g, " ")

// The code before a string that a person reads, without the text of other strings.
const beforeText = new RegExp(
  [
    String.raw`\b(?:describe|it|test)(?:\.\w+)*\(\s*$`,
    String.raw`\b(?:it|test|describe)\.each.*\)\(\s*$`,
    String.raw`\b(?:description|summary|title|message|reason)\??\s*[:=]\s*$`,
    String.raw`\blog(?:Trace|Debug|Info|Warning|Error|Fatal)?\(\s*$`,
    String.raw`\bconsole\.\w+\(\s*$`,
    String.raw`\bOpenApi\.(?:Summary|Description),\s*$`,
    String.raw`\bwithDescription\(\s*$`,
    String.raw`\bdescribed\(\s*[\w.]+(?:\((?:[^()]|\([^()]*\))*\))?,\s*$`,
    String.raw`\b(?:\w+Endpoint|documented)\(\s*(?:"",\s*)?$`,
    String.raw`(?:Error|Unreadable|invalidState)\(\s*$`
  ].join("|"),
  "s"
)

// A `/` after these cannot divide: it begins a regular expression.
const beforeRegex = /(?:^|[(,=:[!&|?{};+>]|\b(?:return|typeof))\s*$/

/** Returns the comments and the readable strings of a TypeScript file. */
const passagesOfCode = (source: string): ReadonlyArray<Passage> => {
  const passages: Array<Passage> = []
  let at = 0
  let code = ""
  let lastReadable = false

  const skip = (pattern: RegExp) => {
    pattern.lastIndex = at
    const text = pattern.exec(source)?.[0] ?? source[at]!
    at += text.length
    return text
  }

  const string = (read: () => string) => {
    const before = code
    const start = at + 1
    const text = read()
    const continued = lastReadable && /""\s*\+\s*$/.test(before)
    lastReadable = continued || beforeText.test(before)
    if (lastReadable) passages.push({ kind: "text", start, text, continued })
    code = `${before}""`.slice(-400)
  }

  // Returns the text of a template without its expressions, which are scanned as code.
  const template = () => {
    let text = ""
    at++
    while (at < source.length && source[at] !== "`") {
      if (source.startsWith("${", at)) {
        const start = at
        at += 2
        scan()
        text += blank(source.slice(start, at))
      } else text += skip(/\\[\s\S]|\$|[^\\$`]+/y)
    }
    at++
    return text
  }

  // Scans to the brace that closes this part of the code, or to the end.
  const scan = () => {
    while (at < source.length) {
      const start = at
      if (source.startsWith("//", at)) {
        const text = skip(/\/\/.*(?:\n[ \t]*\/\/.*)*/y)
        passages.push({ kind: "comment", start, text: text.replace(/^[ \t]*\/\//gm, blank) })
      } else if (source.startsWith("/*", at)) {
        const text = skip(/\/\*[\s\S]*?\*\//y)
        passages.push({ kind: "comment", start, text: text.replace(/^\/\*+|\*+\/$|^[ \t]*\*/gm, blank) })
      } else if (source[at] === "`") string(template)
      else if (/["']/.test(source[at]!)) string(() => skip(/(["'])(?:\\.|(?!\1)[^\\\n])*\1?/y).slice(1, -1))
      else if (source[at] === "/" && beforeRegex.test(code)) {
        skip(/\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/y)
        code += "//"
      } else {
        const next = skip(/\w+|\s+|[\s\S]/y)
        code = (code + next).slice(-400)
        if (next === "{") scan()
        if (next === "}") return
      }
    }
  }

  while (at < source.length) scan()
  return passages
}

/** Returns the paragraphs, headings, table rows and list items of a Markdown file, without code and addresses. */
const passagesOfDocument = (source: string): ReadonlyArray<Passage> => {
  const prose = source
    .replace(/^( *)```[\s\S]*?^\1```/gm, blank)
    .replace(/<!--[\s\S]*?-->/g, blank)
    .replace(/\]\([^)\s]*\)/g, blank)
  return Array.from(
    prose.matchAll(/(?:^[^\n]*\S[^\n]*\n?)+?(?=^\s*$|^\s*(?:[-*|#>]|\d+\.)|(?![\s\S]))/gm),
    (found) => ({
      kind: "document" as const,
      start: found.index,
      text: found[0].replace(/^\s*(?:[-*>]|#+|\d+\.) /, blank)
    })
  )
}

const begins = ({ words }: Rule, kind: Kind) =>
  new RegExp(String.raw`^\s*${words}\b(?!["'’])`, kind === "text" ? "i" : "")
const contains = ({ words }: Rule) => new RegExp(String.raw`\b${words.replaceAll(" ", String.raw`\s+`)}\b`, "gi")

const applies = (kind: Kind) => (rule: Rule) => rule.only === undefined || rule.only.includes(kind)

const quotes = /`[^`]*`|"[^"]*"|“[^”]*”/g
const withoutQuotes = (text: string) => text.replace(quotes, (quote) => `"${blank(quote).slice(2)}"`)

/** Returns the words of a file that break a rule, in the order of their lines. */
export const findings = (path: string, source: string): ReadonlyArray<Finding> => {
  const lines = source.split("\n")
  const passages = path.endsWith(".md") ? passagesOfDocument(source) : passagesOfCode(source)
  return passages
    .flatMap(({ kind, start, text, continued }) => {
      const prose = kind === "text" ? text : withoutQuotes(text)
      const first = continued ? [] : beginnings.filter(applies(kind))
      return [
        ...first.map((rule) => ({ rule, hits: [begins(rule, kind).exec(prose)] })),
        ...phrases.filter(applies(kind)).map((rule) => ({ rule, hits: [...prose.matchAll(contains(rule))] }))
      ].flatMap(({ rule, hits }) =>
        hits.flatMap((hit) => {
          if (hit === null) return []
          const words = hit[0].trim().replace(/\s+/g, " ")
          const skipped = hit[0].length - hit[0].trimStart().length
          const line = source.slice(0, start + hit.index + skipped).split("\n").length
          return [{ line, words, instead: rule.instead }]
        })
      )
    })
    .filter(({ line }) => !`${lines[line - 2]}\n${lines[line - 1]}`.includes(marker))
    .sort((a, b) => a.line - b.line)
}

const checkedByDefault = [
  "src",
  "test",
  "bench",
  "scripts",
  "console",
  "README.md",
  "CONTRIBUTING.md",
  "docs",
  "examples/README.md"
]

const filesIn = (path: string) =>
  statSync(path).isDirectory() ? globSync("**/*.{ts,tsx,md}", { cwd: path }).map((file) => join(path, file)) : [path]

if (import.meta.main) {
  const root = resolve(import.meta.dirname, "..")
  const paths = process.argv.slice(2)
  const files = (paths.length > 0 ? paths : checkedByDefault.map((path) => join(root, path))).flatMap(filesIn)
  const found = files
    .filter((file) => !dataFiles.includes(relative(root, resolve(file))))
    .sort()
    .flatMap((file) => findings(file, readFileSync(file, "utf8")).map((finding) => ({ file, ...finding })))
  for (const { file, line, words, instead } of found) {
    console.log(`${relative(process.cwd(), resolve(file))}:${line}: "${words}": ${instead}`)
  }
  if (found.length > 0) process.exitCode = 1
}
