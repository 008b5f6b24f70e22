import { expect, test } from "vitest"
import { isolated } from "../../../../console/src/ui/words/format.ts"

test("a name from right to left is isolated from the text around it, and others are as they were", () => {
  for (const name of ["محمد", "שרה", "March\u202e"]) expect(isolated(name)).toBe(`\u2068${name}\u2069`)
  for (const name of ["March", "आशा", "Ünal", ""]) expect(isolated(name)).toBe(name)
})
