import { describe, expect, test } from "vitest"
import { returnPathOf } from "../../../src/api/handlers/people/return-to.ts"

describe("the way back", () => {
  test.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/console/../../evil",
    "/console/%2e%2e/auth/sign-out",
    "/consoleevil",
    "/console.evil.example",
    "/console\\@evil.example",
    "/console/\r\nSet-Cookie: carillon_session=x",
    "/\tevil.example/console",
    "javascript:alert(1)//console",
    "/v1/contacts",
    "console",
    "",
    "/console/é",
    `/console/${"a".repeat(2000)}`
  ])("never leads to %j", (returnTo) => {
    expect(returnPathOf(returnTo)).toBe("/console")
  })

  test("leads to a page of the console", () => {
    for (const path of [
      "/console",
      "/console/",
      "/console/o/7/calls?from=2026-01-01&q=a%20b",
      "/console//evil.example"
    ]) {
      expect(returnPathOf(path)).toBe(path)
    }
    expect(returnPathOf("/console/o/../o/7#fragment")).toBe("/console/o/7")
    expect(returnPathOf(undefined)).toBe("/console")
  })
})
