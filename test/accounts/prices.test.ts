import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll, expect, test } from "vitest"
import { readPrices } from "../../src/accounts/Prices.ts"
import { amountOf } from "../../src/domain/costs/money.ts"
import { billedCall, priced } from "../../src/domain/costs/pricing.ts"
import { blocksOf, textOf } from "../support/data/knowledge/documents.ts"

const folder = mkdtempSync(join(tmpdir(), "carillon-prices-"))
afterAll(() => rmSync(folder, { recursive: true }))

const read = (text: string) => {
  const file = join(folder, "prices.json")
  writeFileSync(file, text)
  return Effect.runPromise(readPrices(file))
}
const refusal = (text: string) =>
  read(text).then(
    () => undefined,
    (error: Error) => error.message.replace(folder, "")
  )

const lineOfUsage = /^\| `(\w+)` of `([\w-]+)`, `([\w.-]+)` \| ([\d,]+).*\| ([\d.]+) \|$/gm

test("the example of the document is a price table, and its call costs what the document says", async () => {
  const [example = ""] = blocksOf("docs/costs.md", "json")
  const table = await read(example)
  const rows = [...textOf("docs/costs.md").matchAll(lineOfUsage)]
  expect(rows).toHaveLength(5)
  let sum = 0n
  for (const [, kind, vendor = "", model = "", quantity = "", cost] of rows) {
    const usage = { purpose: "conversation", vendor, model, estimated: false } as const
    const line = priced(table, { ...usage, kind: kind as "ear", quantity: Number(quantity.replaceAll(",", "")) })
    expect(amountOf(line.micros), `${kind} ${model}`).toBe(cost)
    sum += line.micros
  }
  const call = billedCall(table, { vendor: "twilio", account: "AC1", phoneNumber: "+919812345678", seconds: 74 })
  expect(call).toMatchObject({ quantity: 120, model: "+91", currency: "USD" })
  expect(textOf("docs/costs.md")).toContain(`| **all** | | | **${amountOf(sum + call.micros)}** |`)
})

test("a file that is no price table is refused with the place of the problem", async () => {
  expect(await refusal("{")).toMatch(/^PRICES_FILE: \/prices\.json is not valid: The file must be valid JSON/)
  expect(await refusal("{}")).toBe("PRICES_FILE: /prices.json is not valid: currency is required")
  expect(await refusal('{"currency":"USD","ears":[{"vendor":"one","perMinute":0.01}]}')).toBe(
    "PRICES_FILE: /prices.json is not valid: ears.0.perMinute must be a string"
  )
  expect(await refusal('{"currency":"USD","ear":[]}')).toContain("ear ")
  await expect(Effect.runPromise(readPrices(join(folder, "none.json")))).rejects.toThrow(
    /^PRICES_FILE: .*none\.json cannot be read: ENOENT/
  )
})
