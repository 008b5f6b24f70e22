import { readFile } from "node:fs/promises"
import { Effect } from "effect"
import type { Multipart } from "effect/http"
import type { CsvProblem } from "../../../contacts/import-csv.ts"
import { BadRequest } from "../../contract/shared/errors.ts"
import { rejected } from "../failure-answers.ts"

/** Reads an uploaded CSV file. */
export const readCsvFile = Effect.fnUntraced(function* <A>(
  { name, path }: Multipart.PersistedFile,
  parse: (bytes: Uint8Array) => Effect.Effect<A, CsvProblem>
) {
  if (!/\.csv$/i.test(name)) return yield* rejected({ path: "file", message: "must be a .csv file" })
  const bytes = yield* Effect.promise(() => readFile(path))
  return yield* Effect.catchTag(parse(bytes), "CsvProblem", ({ message }) =>
    Effect.fail(new BadRequest({ message, details: [{ path: "file", message }] }))
  )
})
