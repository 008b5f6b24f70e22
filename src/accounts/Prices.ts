import { readFile } from "node:fs/promises"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { PriceTable } from "../domain/costs/PriceTable.ts"
import { problemsOf, sentence } from "../domain/schema/problems.ts"
import { readJson } from "../domain/schema/strict-json.ts"
import { AppConfig, SettingError } from "../platform/config.ts"

/** The price table of this node; without one, every cost is unknown. */
export class Prices extends Context.Service<Prices, { readonly table: PriceTable | undefined }>()(
  "carillon/accounts/Prices"
) {
  static readonly layer = Layer.effect(
    Prices,
    Effect.gen(function* () {
      const { pricesFile } = yield* AppConfig
      return Prices.of({ table: Option.isNone(pricesFile) ? undefined : yield* readPrices(pricesFile.value) })
    })
  )
}

/** Reads a price table. */
export const readPrices = Effect.fnUntraced(function* (path: string) {
  const refused = (problem: string) => new SettingError({ message: `PRICES_FILE: ${path} ${problem}` })
  const bytes = yield* Effect.tryPromise({
    try: () => readFile(path),
    catch: (error) => refused(`cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })
  const read = readJson(bytes)
  if ("problem" in read) return yield* refused(`is not valid: ${sentence([read.problem])}`)
  return yield* Effect.mapError(decode(read.value), ({ issue }) =>
    refused(`is not valid: ${sentence(problemsOf(issue))}`)
  )
})

const decode = Schema.decodeUnknownEffect(PriceTable, { errors: "all", onExcessProperty: "error" })
