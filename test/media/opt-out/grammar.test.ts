import { assert, describe, it } from "@effect/vitest"
import type { Words } from "../../../src/media/opt-out/grammar.ts"
import { netOf } from "../../../src/media/opt-out/phrases.ts"

const words: Words = {
  call: "call",
  again: "again",
  record: "number",
  remove: "remove|delete",
  stop: "stop",
  dontCall: "never call",
  dontTry: "do not try",
  consent: "consent",
  withdraw: "withdraw*",
  forbidden: "not allowed",
  harassment: "harassment",
  threat: "police",
  goOn: "if you go on",
  how: "how",
  escape: "get off",
  last: "last call",
  block: "",
  optOut: "opt out",
  whoSaid: "who said",
  others: "bank",
  told: "told",
  othersCall: "they call",
  someday: "if",
  willTell: "will tell",
  oldOne: "old",
  newOne: "new",
  goOnPlease: "do not stop"
}
const net = netOf({ words, ever: [], plain: [], limits: ["today"], denials: [], alone: [], promises: [] })

describe("the words of a language", () => {
  it("make a wish in any order", () => {
    for (const wish of ["remove this number", "this number delete it", "my consent is withdrawn", "i withdraw consent"])
      assert.isTrue(net.isOptOut(wish), wish)
  })

  it("make a wish only if all parts are there, as whole words", () => {
    for (const other of ["remove it", "a number", "consent", "removed numbers", ""])
      assert.isFalse(net.isOptOut(other), other)
  })

  it("make no wish when they are far apart", () => {
    assert.isTrue(net.isOptOut("please remove the number"))
    assert.isFalse(net.isOptOut(`remove ${"one more word ".repeat(8)}number`))
  })

  it("make a wish with a limit only when the words leave no room for one", () => {
    assert.isFalse(net.isOptOut("stop the call today"))
    assert.isTrue(net.isOptOut("stop the call"))
    assert.isTrue(net.isOptOut("i opt out today"))
  })

  it("make a wish of a complaint unless it is about the calls of others", () => {
    assert.isTrue(net.isOptOut("your call is harassment"))
    assert.isFalse(net.isOptOut("they call me all day it is harassment"))
    assert.isTrue(net.isOptOut("they call me all day too remove my number"))
  })

  it("make denials, too", () => {
    for (const other of [
      "who said remove my number",
      "i told the bank to stop the call",
      "if i opt out i will tell you",
      "remove the old number and add the new one",
      "do not stop the call"
    ])
      assert.isFalse(net.isOptOut(other), other)
  })

  it("make nothing of a part that a language has no words for", () => {
    assert.isFalse(net.isOptOut("hello there"))
  })
})
