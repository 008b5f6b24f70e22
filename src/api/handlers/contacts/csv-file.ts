import { readFile } from "node:fs/promises"
import { Effect } from "effect"
import type { Multipart } from "effect/http"
import type { CsvProblem } from "../../../contacts/imports/import-csv.ts"
import { BadRequest } from "../../contract/shared/errors.ts"
import { rejected } from "../failure-answers.ts"

type Parse<A> = (bytes: Uint8Array) => Effect.Effect<A, CsvProblem>

/** Reads an uploaded CSV file. */
export const readCsvFile = Effect.fnUntraced(function* <A>(file: Multipart.PersistedFile, parse: Parse<A>) {
  if (!/\.csv$/i.test(file.name)) return yield* rejected({ path: "file", message: "must be a .csv file" })
  return yield* readRowsOf(file, parse)
})

/** Reads an uploaded file that has rows, whatever its name is. */
export const readRowsOf = Effect.fnUntraced(function* <A>({ path }: Multipart.PersistedFile, parse: Parse<A>) {
  const bytes = yield* Effect.promise(() => readFile(path))
  return yield* Effect.catchTag(parse(bytes), "CsvProblem", ({ message }) =>
    Effect.fail(new BadRequest({ message, details: [{ path: "file", message }] }))
  )
})
