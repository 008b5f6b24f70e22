import { expect, test } from "vitest"
import { plainFilename } from "../../src/rag/plain-filename.ts"

test.each([
  ["hours.txt", "hours.txt"],
  ["C:\\folder\\hours.txt", "hours.txt"],
  // As clients escape quotes and line breaks in the header of an uploaded file; other percent signs are part of the name.
  ["quo%22te%0D%0A 100%25.txt", 'quo"te 100%25.txt'],
  ["exe\u202efdp.txt", "exefdp.txt"]
])("a file that is given as %j is stored as %j", (given, stored) => {
  expect(plainFilename(given)).toBe(stored)
})
