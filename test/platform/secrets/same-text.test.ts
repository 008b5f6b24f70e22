import { assert, it } from "@effect/vitest"
import { sameText } from "../../../src/platform/secrets/same-text.ts"

it("a text equals only itself", () => {
  const secret = "an-admin-token-of-mine"
  assert.isTrue(sameText(secret, "an-admin-token-of-mine"))
  for (const other of ["", "an-admin-token-of-min", "an-admin-token-of-mine ", "AN-ADMIN-TOKEN-OF-MINE"]) {
    assert.isFalse(sameText(secret, other))
  }
})
