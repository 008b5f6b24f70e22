import { expect, test } from "vitest"
import { makeEventReader } from "../../../src/platform/http/event-stream.ts"
import { makeRandom } from "../../support/random.ts"

const readAll = (pieces: ReadonlyArray<string>) => {
  const read = makeEventReader()
  return [...pieces, null].flatMap((piece) => read(piece))
}

test("events are the same however the text is cut", () => {
  const random = makeRandom(Number(process.env.TEST_SEED))
  const below = (count: number) => Math.floor(random() * count)
  const letters = ["{", "}", '"', " ", ":", "data:", "é", "🙂", "\\n"]
  for (let run = 0; run < 300; run++) {
    const data = Array.from(
      { length: below(6) },
      () => `x${Array.from({ length: below(9) }, () => letters[below(letters.length)]).join("")}`
    )
    const text = data
      .map((one) => {
        const end = below(2) === 0 ? "\n" : "\r\n"
        return `${below(3) === 0 ? `: ping${end}` : ""}data:${below(2) === 0 ? " " : ""}${one}${end}${end}`
      })
      .join("")
    const pieces: Array<string> = []
    for (let at = 0; at < text.length; ) {
      const size = 1 + below(9)
      pieces.push(text.slice(at, at + size))
      at += size
    }
    expect(readAll(pieces)).toEqual(data)
  }
})

test("an event may have several lines, other fields, and no empty line at the end", () => {
  expect(readAll(["event: a\nid: 1\ndata: b\ndata:c\n\nretry: 5\n\ndata: d"])).toEqual(["b\nc", "d"])
  expect(readAll([])).toEqual([])
})

test("a byte-order mark before the first event does not hide it", () => {
  expect(readAll(["\uFEFFdata: a\n\n", "data: \uFEFFb\n\n"])).toEqual(["a", "\uFEFFb"])
})

test("a line without end is refused before it fills the memory", () => {
  const read = makeEventReader()
  read("x".repeat(4_000_000))
  expect(() => read("x")).toThrow("too long")
})
