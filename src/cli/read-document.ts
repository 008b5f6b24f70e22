import { readFile } from "node:fs/promises"
import { buffer } from "node:stream/consumers"
import { Effect, Predicate } from "effect"
import { sentence } from "../domain/schema/problems.ts"
import { readJson } from "../domain/schema/strict-json.ts"
import { why } from "../platform/observability/why.ts"
import { CommandError } from "./output.ts"

/** Reads a JSON object from a file, or from standard input without one. */
export const readDocument = Effect.fnUntraced(function* (file: string | undefined) {
  const name = file ?? "Standard input"
  const bytes = yield* Effect.tryPromise({
    try: () => (file === undefined ? buffer(process.stdin) : readFile(file)),
    catch: (error) => new CommandError({ message: `Cannot read ${file ?? "standard input"} (${why(error)})` })
  })
  const read = readJson(bytes, "The document")
  const refused = (problem: string) => new CommandError({ message: `${name}: ${problem}` })
  if ("problem" in read) return yield* refused(sentence([read.problem]))
  return Predicate.isObject(read.value) ? read.value : yield* refused("The document must be an object")
})
