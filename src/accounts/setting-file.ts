import { readFile } from "node:fs/promises"
import { Effect, Schema } from "effect"
import { problemsOf, sentence } from "../domain/schema/problems.ts"
import { readJson } from "../domain/schema/strict-json.ts"
import { SettingError } from "../platform/config.ts"
import { why } from "../platform/observability/why.ts"

/** Reads the JSON file that a setting names; fails with the setting, the file and what is wrong. */
export const readSettingFile = Effect.fnUntraced(function* <A, I>(
  setting: string,
  path: string,
  schema: Schema.Codec<A, I>
) {
  const bytes = yield* Effect.tryPromise({
    try: () => readFile(path),
    catch: (error) => settingRefused(setting, path, `cannot be read: ${why(error)}`)
  })
  const json = readJson(bytes, "The file")
  if ("problem" in json) return yield* settingRefused(setting, path, `is not valid: ${sentence([json.problem])}`)
  const decoded = Schema.decodeUnknownEffect(schema, { errors: "all", onExcessProperty: "error" })(json.value)
  return yield* Effect.mapError(decoded, ({ issue }) =>
    settingRefused(setting, path, `is not valid: ${sentence(problemsOf(issue))}`)
  )
})

/** Returns the error of a file that a setting names. */
export const settingRefused = (setting: string, path: string, problem: string): SettingError =>
  new SettingError({ message: `${setting}: ${path} ${problem}` })
