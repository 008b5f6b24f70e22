import { Schema } from "effect"
import { Currency, Price } from "./money.ts"

const vendor = Schema.String.check(Schema.isMinLength(1))
// A row without a model holds for all models of the vendor that have no row of their own.
const model = Schema.optionalKey(Schema.String.check(Schema.isMinLength(1)))

const EarPrice = Schema.Struct({ vendor, model, perMinute: Price })
const VoicePrice = Schema.Struct({ vendor, model, perMillionCharacters: Price })
const ModelPrice = Schema.Struct({
  vendor,
  model,
  perMillionPromptTokens: Price,
  perMillionCachedTokens: Schema.optionalKey(Price),
  perMillionCompletionTokens: Price
})
const CarrierPrice = Schema.Struct({
  vendor,
  account: Schema.optionalKey(Schema.String.check(Schema.isMinLength(1))),
  prefix: Schema.optionalKey(
    Schema.String.check(
      Schema.makeFilter((text) =>
        /^\+[1-9][0-9]{0,7}$/.test(text) ? undefined : "must be + and the first digits of numbers, such as +91"
      )
    )
  ),
  perMinute: Price,
  billedPer: Schema.optionalKey(Schema.Literals(["minute", "second"]))
})
export type CarrierPrice = typeof CarrierPrice.Type

const rows = <S extends Schema.Constraint>(row: S) => Schema.optionalKey(Schema.Array(row))

/** The prices of vendors, as the file at PRICES_FILE gives them. */
export const PriceTable = Schema.Struct({
  currency: Currency,
  note: Schema.optionalKey(
    Schema.String.check(
      Schema.makeFilter((text) => ([...text].length <= 300 ? undefined : "must have at most 300 characters"))
    )
  ),
  ears: rows(EarPrice),
  voices: rows(VoicePrice),
  models: rows(ModelPrice),
  carriers: rows(CarrierPrice)
}).check(
  Schema.makeFilter(({ carriers = [], ears = [], models = [], voices = [] }) => {
    const twice =
      repeated("ears", ears, ({ model, vendor }) => [vendor, model]) ??
      repeated("voices", voices, ({ model, vendor }) => [vendor, model]) ??
      repeated("models", models, ({ model, vendor }) => [vendor, model]) ??
      repeated("carriers", carriers, ({ account, prefix, vendor }) => [vendor, account, prefix])
    return twice && { path: twice, issue: "has the same keys as an earlier row: leave one of them out" }
  })
)
export type PriceTable = typeof PriceTable.Type

const repeated = <A>(list: string, priced: ReadonlyArray<A>, keysOf: (row: A) => ReadonlyArray<string | undefined>) => {
  const keys = priced.map((row) => JSON.stringify(keysOf(row)))
  const index = keys.findIndex((key, at) => keys.indexOf(key) < at)
  return index < 0 ? undefined : [list, index]
}
