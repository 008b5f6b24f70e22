// Records the statements that a release sends to Postgres, for test/platform/sql/last-release.test.ts. Run it at the
// checkout of the release, with the services of CONTRIBUTING.md:
//
//   NODE_OPTIONS="--import ./scripts/record-statements.ts" STATEMENTS=/tmp/statements.jsonl \
//     TEST_DATABASE_URL=$DATABASE_URL npx vitest run --project postgres
//   node scripts/record-statements.ts /tmp/statements.jsonl > test/platform/sql/fixtures/last-release.json
import { appendFileSync, globSync, readFileSync } from "node:fs"
import { Socket } from "node:net"

interface Recorded {
  readonly statement: string
  /** Types of the parameters, by their numbers in Postgres; 0 when Postgres infers the type. */
  readonly types: ReadonlyArray<number>
}

const { STATEMENTS } = process.env

/** Statements that differ only in the length of a list count as one. */
const shapeOf = (statement: string) =>
  statement
    .replace(/\$\d+/g, "$")
    .replace(/\s+/g, " ")
    .replace(/(\$, ?)+\$/g, "$")
    .replace(/(\(\$\), ?)+\(\$\)/g, "($)")

const record = (file: string) => {
  const known = new Set<string>()
  const write = Socket.prototype.write
  const note = (found: Recorded) => {
    const shape = shapeOf(found.statement)
    if (known.has(shape) || !/^\s*(select|insert|update|delete|with)\b/i.test(found.statement)) return
    known.add(shape)
    appendFileSync(file, `${JSON.stringify(found)}\n`)
  }
  Socket.prototype.write = function (this: Socket, ...sent: Parameters<typeof write>) {
    const [chunk] = sent as unknown as [unknown]
    if (chunk instanceof Uint8Array) for (const found of parsedIn(Buffer.from(chunk))) note(found)
    return write.apply(this, sent)
  } as typeof write
}

/** Returns the statements of the Parse messages in a chunk of the Postgres protocol. */
const parsedIn = (bytes: Buffer): ReadonlyArray<Recorded> => {
  const found: Array<Recorded> = []
  for (let at = 0; at + 5 <= bytes.length; ) {
    const end = at + 1 + bytes.readUInt32BE(at + 1)
    if (end > bytes.length || !"PBDESCHQXFdcfp".includes(String.fromCharCode(bytes[at] ?? 0))) return found
    if (bytes[at] === "P".charCodeAt(0)) {
      const name = bytes.indexOf(0, at + 5)
      const query = bytes.indexOf(0, name + 1)
      if (name < 0 || query < 0 || query + 3 > end) return found
      const count = bytes.readUInt16BE(query + 1)
      const types = Array.from({ length: count }, (_, index) => bytes.readUInt32BE(query + 3 + 4 * index))
      // Numbers of types of extensions differ between databases.
      found.push({
        statement: bytes.toString("utf8", name + 1, query),
        types: types.map((type) => (type < 16_384 ? type : 0))
      })
    }
    at = end
  }
  return found
}

const oneLine = (text: string) => text.replace(/\s+/g, " ")

/** Returns a test whether a statement is written in `src`, not in a test: a piece of it must be there. */
const sourceTest = () => {
  const source = globSync("src/**/*.ts")
    .map((path) => oneLine(readFileSync(path, "utf8")))
    .join(" ")
  return (statement: string) =>
    statement
      .split(/\$\d+/)
      .map((piece) => piece.trim())
      .some((piece) => piece.length >= pieceLength && source.includes(piece.slice(0, pieceLength)))
}

/** Length of a piece that identifies a statement. */
const pieceLength = 24

const [, , input] = process.argv
if (STATEMENTS !== undefined) record(STATEMENTS)
else if (input !== undefined) {
  const isOfSource = sourceTest()
  const byShape = new Map<string, Recorded>()
  for (const line of readFileSync(input, "utf8").trim().split("\n")) {
    const { statement, types }: Recorded = JSON.parse(line)
    const found = { statement: oneLine(statement.replace(/^\s*--.*$/gm, "")).trim(), types }
    const before = byShape.get(shapeOf(statement))
    const isShorter = before === undefined || found.statement.length < before.statement.length
    if (isShorter && isOfSource(found.statement)) byShape.set(shapeOf(statement), found)
  }
  const sorted = [...byShape].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, found]) => found)
  process.stdout.write(`[\n${sorted.map((found) => JSON.stringify(found)).join(",\n")}\n]\n`)
}
