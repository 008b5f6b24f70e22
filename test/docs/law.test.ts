import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { lawPage } from "../../scripts/law-page.ts"

test("docs/law.md has the rules that the dialer follows; npm run law writes it", () => {
  expect(readFileSync("docs/law.md", "utf8")).toBe(lawPage())
})
