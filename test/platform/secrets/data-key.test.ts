import { expect, test } from "vitest"
import { newDataKey, openFile, sealFile } from "../../../src/platform/secrets/data-key.ts"

test("a file opens with its key in its place, and in no other way", () => {
  const key = newDataKey()
  const content = Buffer.from("a piece of sound")
  const sealed = sealFile(key, content, "one")
  expect(Buffer.from(sealed).includes(content)).toBe(false)
  expect(Buffer.from(openFile(key, sealed, "one")).equals(content)).toBe(true)
  expect(sealFile(key, content, "one")).not.toEqual(sealed)
  expect(() => openFile(key, sealed, "two")).toThrow()
  expect(() => openFile(newDataKey(), sealed, "one")).toThrow()
  for (let at = 0; at < sealed.length; at++) {
    const changed = Uint8Array.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => openFile(key, changed, "one")).toThrow()
  }
  expect(() => openFile(key, sealed.subarray(0, 20), "one")).toThrow()
})
