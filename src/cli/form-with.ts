import { openAsBlob } from "node:fs"
import { stat } from "node:fs/promises"
import { basename } from "node:path"
import { Effect } from "effect"
import { why } from "../platform/observability/why.ts"
import { CommandError } from "./output.ts"

/** A form with a file of this machine, and the texts that are given. */
export const formWith = Effect.fnUntraced(function* (
  file: string,
  texts: Readonly<Record<string, string | undefined>> = {}
) {
  const content = yield* Effect.tryPromise({
    try: async () => {
      if ((await stat(file)).isDirectory()) throw new Error("it is a folder")
      return openAsBlob(file, { type: "text/csv" })
    },
    catch: (error) => new CommandError({ message: `Cannot read ${file} (${why(error)})` })
  })
  const form = new FormData()
  form.set("file", content, basename(file))
  for (const [name, text] of Object.entries(texts)) if (text !== undefined) form.set(name, text)
  return form
})
