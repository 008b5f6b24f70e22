import { Effect, Option, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { csvRow } from "../../../writeback/ResultsCsv.ts"

/** Answers with a CSV document of all entries, which are read in pages; `read` returns those behind one. */
export const csvAnswer = <A>(
  columns: ReadonlyArray<string>,
  read: (after: A | undefined, limit: number) => Effect.Effect<ReadonlyArray<A>>,
  cellsOf: (entry: A) => ReadonlyArray<string>
) => {
  const pages = Stream.paginate(undefined as A | undefined, (after) =>
    Effect.map(read(after, pageSize), (entries) => {
      const last = entries.length < pageSize ? undefined : entries.at(-1)
      const text = entries.map((entry) => csvRow(cellsOf(entry))).join("")
      return [[text], last === undefined ? Option.none() : Option.some(last)] as const
    })
  )
  const text = Stream.concat(Stream.make(csvRow(columns)), pages)
  return HttpServerResponse.stream(Stream.encodeText(text), { contentType: "text/csv; charset=utf-8" })
}

/** Number of entries that are read at a time. */
const pageSize = 1_000
