import { type Options, parse } from "csv-parse"
import { Effect } from "effect"

/**
 * Parses a CSV file in pieces of this number of bytes, so that other requests are served in between. The records go to
 * `on_record` of the options.
 */
export const parsePieces = Effect.fnUntraced(function* <E>(
  file: Uint8Array,
  pieceSize: number,
  options: Options,
  toProblem: (error: Error) => E
) {
  const parser = parse({
    bom: true,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    skip_empty_lines: true,
    ...options
  })
  // Ignored here, because the callbacks of `write` and `end` receive the same error.
  parser.on("error", () => {})
  const step = (run: (done: (error?: Error | null) => void) => void) =>
    Effect.callback<void, E>((resume) => run((error) => resume(error ? Effect.fail(toProblem(error)) : Effect.void)))
  for (let start = 0; start < file.length; start += pieceSize) {
    yield* step((done) => parser.write(file.subarray(start, start + pieceSize), done))
    yield* Effect.yieldNow
  }
  yield* step((done) => parser.end(done))
})
