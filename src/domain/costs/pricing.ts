import { divided, nanosOf } from "./money.ts"
import type { CarrierPrice, PriceTable } from "./PriceTable.ts"
import { type BilledUsage, type CostLine, usageKey } from "./Usage.ts"

/** A call as the carrier bills it. */
export interface BilledCall {
  readonly vendor: string
  readonly account: string
  readonly phoneNumber: string
  /** From the answer to the end of the call. */
  readonly seconds: number
  /** The call of a person, unless the target of a transfer was called. */
  readonly purpose?: "conversation" | "transfer"
}

/** A price for a quantity. */
interface Rate {
  readonly price: string
  readonly per: bigint
}

/** Returns a usage with its cost, rounded to whole micro-units. */
export const priced = (table: PriceTable | undefined, usage: BilledUsage): CostLine =>
  costOf(usage, table === undefined ? undefined : rateOf(table, usage), table)

/** Returns what the carrier bills for a call, by started minutes where its price does not say otherwise. */
export const billedCall = (
  table: PriceTable | undefined,
  { account, phoneNumber, purpose = "conversation", seconds, vendor }: BilledCall
): CostLine => {
  const row = carrierPriceOf(table?.carriers ?? [], { account, phoneNumber, vendor })
  const step = row?.billedPer === "second" ? 1 : 60
  const usage: BilledUsage = {
    kind: "carrier",
    purpose,
    vendor,
    model: row?.prefix ?? "",
    estimated: false,
    quantity: step * Math.ceil(seconds / step)
  }
  return costOf(usage, rate(row?.perMinute, secondsPerMinute), table)
}

/** Adds up the lines of the same thing in the same currency. */
export const addLines = (lines: ReadonlyArray<CostLine>): ReadonlyArray<CostLine> => {
  const sums = new Map<string, CostLine>()
  for (const line of lines) {
    const key = lineKey(line)
    const { micros, quantity } = sums.get(key) ?? nothing
    sums.set(key, { ...line, quantity: quantity + line.quantity, micros: micros + line.micros })
  }
  return [...sums.values()].filter(({ micros, quantity }) => quantity !== 0 || micros !== 0n)
}

/** Returns the lines that change a sum of the lines before into one of the lines after. */
export const changeOfLines = (
  before: ReadonlyArray<CostLine>,
  after: ReadonlyArray<CostLine>
): ReadonlyArray<CostLine> =>
  addLines([...after, ...before.map((line) => ({ ...line, quantity: -line.quantity, micros: -line.micros }))])

const nothing = { quantity: 0, micros: 0n }

const lineKey = (line: CostLine) => `${line.currency ?? ""} ${usageKey(line)}`

const costOf = (usage: BilledUsage, rate: Rate | undefined, table: PriceTable | undefined): CostLine =>
  rate === undefined || table === undefined
    ? { ...usage, micros: 0n, currency: null }
    : {
        ...usage,
        micros: divided(BigInt(usage.quantity) * (nanosOf(rate.price) ?? 0n), rate.per * nanosPerMicro),
        currency: table.currency
      }

const nanosPerMicro = 1_000n
const million = 1_000_000n
const millisPerMinute = 60_000n
const secondsPerMinute = 60n

const rateOf = (table: PriceTable, usage: BilledUsage): Rate | undefined => {
  switch (usage.kind) {
    case "ear":
      return rate(rowFor(table.ears, usage)?.perMinute, millisPerMinute)
    case "voice":
      return rate(rowFor(table.voices, usage)?.perMillionCharacters, million)
    case "promptTokens":
      return rate(rowFor(table.models, usage)?.perMillionPromptTokens, million)
    case "cachedTokens":
      return rate(rowFor(table.models, usage)?.perMillionCachedTokens, million)
    case "completionTokens":
      return rate(rowFor(table.models, usage)?.perMillionCompletionTokens, million)
    // The price depends on the call: see `billedCall`.
    case "carrier":
      return undefined
  }
}

const rate = (price: string | undefined, per: bigint): Rate | undefined =>
  price === undefined ? undefined : { price, per }

// A row of the model itself comes before a row for all models of its vendor.
const rowFor = <Row extends { readonly vendor: string; readonly model?: string }>(
  rows: ReadonlyArray<Row> = [],
  { model, vendor }: BilledUsage
): Row | undefined =>
  rows.find((row) => row.vendor === vendor && row.model === model) ??
  rows.find((row) => row.vendor === vendor && row.model === undefined)

// A row of the account comes before a row for all accounts; among these, the longest prefix.
const carrierPriceOf = (
  rows: ReadonlyArray<CarrierPrice>,
  { account, phoneNumber, vendor }: Pick<BilledCall, "account" | "phoneNumber" | "vendor">
): CarrierPrice | undefined =>
  rows
    .filter(
      (row) =>
        row.vendor === vendor &&
        (row.account === undefined || row.account === account) &&
        phoneNumber.startsWith(row.prefix ?? "")
    )
    .toSorted((one, other) => precedence(other) - precedence(one))[0]

// No prefix is as long as this.
const longestPrefix = 100
const precedence = ({ account, prefix = "" }: CarrierPrice) =>
  (account === undefined ? 0 : longestPrefix) + prefix.length
