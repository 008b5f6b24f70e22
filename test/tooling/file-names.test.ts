import { globSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** Returns the name of a file without what readers overlook: case, dashes and a plural. */
const bareName = (file: string) =>
  file
    .toLowerCase()
    .replaceAll("-", "")
    .replace(/s?\.tsx?$/, "")

test.each(["src", "console/src", "bench", "test/support"])(
  "no two files in a folder of %s differ only in case or a plural",
  (folder) => {
    const files = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).sort()
    expect(files.length).toBeGreaterThan(20)
    const alike = [...Map.groupBy(files, bareName).values()].filter(({ length }) => length > 1)
    expect(alike).toEqual([])
  }
)
