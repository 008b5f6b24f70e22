import { chmod, writeFile } from "node:fs/promises"
import { Effect, Option } from "effect"
import { ifThere } from "../platform/files/durable-file.ts"
import { why } from "../platform/observability/why.ts"
import { CommandError, print } from "./output.ts"

/** Writes a file; `private`: only its owner may read it. */
export const saveFile = (
  file: string,
  content: string | Uint8Array,
  readers: "private" | "all" = "all"
): Effect.Effect<void, CommandError> =>
  Effect.tryPromise({
    try: async () => {
      // The mode of a write is for new files only.
      if (readers === "private") await ifThere(chmod(file, privateMode))
      await writeFile(file, content, readers === "private" ? { mode: privateMode } : {})
    },
    catch: (error) => new CommandError({ message: `Cannot write ${file} (${why(error)})` })
  })

const privateMode = 0o600

/** Prints what was saved. */
export const printSaved = (file: string, bytes: number) =>
  print({ file, bytes }, () => `Wrote ${file} (${bytes} bytes)`)

/** Writes a CSV document into a file, or prints it. */
export const deliverCsv = Effect.fnUntraced(function* (csv: string, out: Option.Option<string>) {
  if (Option.isNone(out)) return yield* print({ csv }, () => csv.trimEnd())
  yield* saveFile(out.value, csv)
  yield* printSaved(out.value, Buffer.byteLength(csv))
})
