import { Context, Effect, Layer, Option } from "effect"
import { PriceTable } from "../domain/costs/PriceTable.ts"
import { AppConfig } from "../platform/config.ts"
import { readSettingFile } from "./setting-file.ts"

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
export const readPrices = (path: string) => readSettingFile("PRICES_FILE", path, PriceTable)
