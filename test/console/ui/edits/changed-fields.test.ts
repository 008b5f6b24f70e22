import { expect, test } from "vitest"
import { changedFields } from "../../../../console/src/ui/edits/changed-fields.ts"

test("a form sends only the fields that were changed in it", () => {
  const before = { name: "Acme", days: [1, 2], window: null }
  expect(changedFields<object>(before, { name: "Acme", days: [1, 3], window: null })).toEqual({ days: [1, 3] })
  expect(changedFields<object>(before, { ...before, window: { start: "09:00" } })).toEqual({
    window: { start: "09:00" }
  })
})
