import { expect, test } from "vitest"
import { withChanges } from "../../../console/src/ui/form/changed-fields.ts"

test("the changes of a form are made in a record that others have changed meanwhile", () => {
  const before = { DE: "REQUIRED", FR: "RECORDED", US: "OFF" }
  const after = { FR: "REQUIRED", US: "OFF", IN: "REQUIRED" }
  const latest = { DE: "OFF", FR: "RECORDED", US: "REQUIRED", GB: "REQUIRED" }
  expect(withChanges(latest, before, after)).toEqual({
    FR: "REQUIRED",
    US: "REQUIRED",
    GB: "REQUIRED",
    IN: "REQUIRED"
  })
  expect(withChanges(latest, before, before)).toEqual(latest)
})
