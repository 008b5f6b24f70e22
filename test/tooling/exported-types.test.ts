import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))

test.each(["src", "console/src"])("no two exported types of %s share a name", (folder) => {
  const places = new Map<string, ReadonlyArray<string>>()
  for (const file of globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).sort()) {
    const text = readFileSync(`${root}/${file}`, "utf8")
    for (const [, name = ""] of text.matchAll(/^export (?:abstract class|class|interface|type) (\w+)/gm)) {
      places.set(name, [...(places.get(name) ?? []), file])
    }
  }
  expect(places.size).toBeGreaterThan(50)
  expect([...places].filter(([, files]) => new Set(files).size > 1)).toEqual([])
})
