import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { PriceTable } from "../../domain/costs/PriceTable.ts"

/** Prices as vendors ask them in 2026, rounded, so that the demo shows what costs look like. */
const samplePrices: PriceTable = {
  currency: "USD",
  note: "Sample prices of the demo: nothing was billed. Those of your contracts go into the file at PRICES_FILE.",
  ears: [{ vendor: "local", perMinute: "0.008" }],
  voices: [{ vendor: "local", perMillionCharacters: "30" }],
  models: [
    {
      vendor: "local",
      perMillionPromptTokens: "2",
      perMillionCachedTokens: "0.5",
      perMillionCompletionTokens: "8"
    }
  ],
  carriers: [{ vendor: "simulated", perMinute: "0.014" }]
}

/** Writes the sample prices beside the data of the demo, and returns the path of the file. */
export const writeSamplePrices = async (dataDir: string): Promise<string> => {
  const path = join(dataDir, "sample-prices.json")
  await writeFile(path, `${JSON.stringify(samplePrices, null, 2)}\n`, { mode: 0o600 })
  return path
}
