import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { RowId } from "../../../src/domain/schema/uuid.ts"

const decode = Schema.decodeSync(RowId)

describe("the id of a row from a client", () => {
  it("is the id as sent if it is a UUID", () => {
    for (const id of ["018f3c2a-7b1e-7c3d-9e4f-5a6b7c8d9e0f", "018F3C2A-7B1E-7C3D-9E4F-5A6B7C8D9E0F"]) {
      assert.strictEqual(decode(id), id)
    }
  })

  it("is the nil UUID for any other text", () => {
    const almost = "018f3c2a-7b1e-7c3d-9e4f-5a6b7c8d9e0"
    for (const id of ["", "1", "null", almost, `${almost}g`, `${almost}ff`, `{${almost}f}`, `${almost}f\n`]) {
      assert.strictEqual(decode(id), "00000000-0000-0000-0000-000000000000", JSON.stringify(id))
    }
  })

  it("is sent by clients unchanged", () => {
    assert.strictEqual(Schema.encodeSync(RowId)("any"), "any")
  })
})
