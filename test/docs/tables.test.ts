import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { expect, test } from "vitest"
import { personaNames } from "../../src/carriers/simulated/personas/all-personas.ts"
import { registries } from "../../src/domain/contacts/registries.ts"
import { asyncApi } from "../../src/events/schemas/asyncapi.ts"
import { blocksOf, documents, namesIn, root, textOf } from "../support/data/knowledge/documents.ts"
import { command } from "../support/processes/command.ts"

const read = (path: string) => readFileSync(join(root, path), "utf8")

type RoomTables = Readonly<Record<string, Readonly<Record<string, ReadonlyArray<string>>>>>

const lineOf = (folder: string, room: string, others: ReadonlyArray<string>) =>
  `${folder}/${room}: ${others.toSorted().join(", ")}`

/** Returns the lines of the section "Rooms". A row without a folder belongs to the folder above it. */
const roomsIn = (document: string) => {
  const [, section = ""] = textOf(document).split("\n## Rooms\n")
  const [table = ""] = section.split("\n## ")
  let folder = ""
  return [...table.matchAll(/^\|(.*?)\|(.*`.*)\|(.*)\|$/gm)].flatMap(([, first = "", names = "", last = ""]) => {
    folder = /`(.+)`/.exec(first)?.[1] ?? folder
    const others = last.trim() === "–" ? [] : last.trim().split(", ")
    const imported = others.map((other) => (/^(?:files directly in the folder|the same)$/.test(other) ? "." : other))
    return [...names.matchAll(/`([^`]+)`/g)].map(([, room = ""]) => lineOf(folder, room, imported))
  })
}

test("the README has every setting, and no other", () => {
  const source = read("src/platform/config.ts").replace(/languageModel\("(\w+)"\)/g, (_, prefix) =>
    ["BASE_URL", "API_KEY", "MODEL"].map((name) => `"${prefix}_${name}"`).join(" ")
  )
  const byName = ["BASE_URL", "API_KEY", "MODEL", "REASONING_EFFORT", "TEMPERATURE"].map((name) => `LLM_<NAME>_${name}`)
  const ofSignOn = ["ISSUER", "CLIENT_ID", "CLIENT_SECRET", "LABEL", "SCOPES", "ROLES_CLAIM", "ROLES"]
  byName.push(...ofSignOn.map((name) => `OIDC_<NAME>_${name}`))
  const settings = new Set([...[...source.matchAll(/"([A-Z][A-Z0-9_]+)"/g)].map(([, name]) => name), ...byName])
  expect(settings.size).toBeGreaterThan(40)
  expect(namesIn("README.md", "Settings").toSorted()).toEqual([...settings].toSorted())
})

test("the page about registries has every registry as the service knows it", () => {
  const rows = registries.map(
    ({ code, country, forMarketing, maxAgeDays, name, source }) =>
      `| \`${code}\` | ${name} | ${country ?? "any"} | ${maxAgeDays === null ? "–" : `${maxAgeDays} days`} | ${forMarketing ? "marketing" : "every call"} | ${source} |`
  )
  expect(read("docs/registries.md").match(/^\| `[A-Z_]+` .*$/gm)).toEqual(rows)
})

test("the page for operators has every person of the simulated line, and no other", () => {
  const names = namesIn("docs/operations.md", "The simulated carrier").filter((name) => /^[a-z-]+$/.test(name))
  expect(names.toSorted()).toEqual(["persona", ...personaNames].toSorted())
})

test("the README has every command, and no other", async () => {
  const { stdout } = await command(["--completions", "bash"])
  const made = [...stdout.matchAll(/^_carillon_(\w+)\(\)/gm)].map(([, name = ""]) => name)
  const commands = made.filter((name) => !made.some((other) => other.startsWith(`${name}_`)))
  const documented = namesIn("README.md", "Command line").map((name) => name.replace(/[ -]/g, "_"))
  expect(commands.length).toBeGreaterThan(15)
  expect(documented.toSorted()).toEqual(commands.toSorted())
})

test("every command that a document names exists", () => {
  const commands = namesIn("README.md", "Command line")
  const named = documents.flatMap((document) =>
    [...textOf(document).matchAll(/(?:carillon --|`carillon) ([a-z][a-z-]*(?: [a-z-]+)*)/g)].map(
      ([, words = ""]) => words
    )
  )
  expect(named.length).toBeGreaterThan(20)
  const isKnown = (words: string) => commands.some((command) => words === command || words.startsWith(`${command} `))
  expect(named.filter((words) => !isKnown(words))).toEqual([])
})

test("CONTRIBUTING.md has a line for each folder", () => {
  const documented = namesIn("CONTRIBUTING.md", "Folders").filter((name) => !name.endsWith(".ts"))
  const folders = (inside: string) =>
    readdirSync(join(root, inside), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() && !/^\.|^node_modules$|^dist$/.test(entry.name) ? [`${inside}${entry.name}`] : []
    )
  const made = [...folders("src/"), ...folders("").filter((name) => name !== "src")]
  expect(documented.map((name) => name.replace(/\/$/, "")).toSorted()).toEqual(made.toSorted())
})

test("CONTRIBUTING.md and the import check have the same rooms with the same imports", async () => {
  const { rooms } = (await import(pathToFileURL(join(root, ".dependency-cruiser.mjs")).href)) as { rooms: RoomTables }
  const checked = Object.entries(rooms).flatMap(([folder, table]) =>
    Object.entries(table).flatMap(([room, others]) => (room === "." ? [] : [lineOf(folder, room, others)]))
  )
  expect(roomsIn("CONTRIBUTING.md").toSorted()).toEqual(checked.toSorted())
})

test("the README has a reason for every package, and for no other", () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read("package.json"))
  const packages = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  expect(namesIn("README.md", "Dependencies").toSorted()).toEqual(packages.toSorted())
})

test("the README has the figures of every bench, and no other", () => {
  const keys = /^const benches = new Map<.*>\(\[\n([\s\S]*?)\n\]\)/m.exec(read("bench/run.ts"))?.[1] ?? ""
  expect(namesIn("README.md", "Figures").toSorted()).toEqual(
    [...keys.matchAll(/\["(\w+)"/g)].map(([, name]) => name).toSorted()
  )
})

test("the examples of events are those of the AsyncAPI document", () => {
  const channels = Object.values(asyncApi("carillon").channels)
  const examples = channels.map(({ messages }) => Object.values(messages)[0]?.examples[0]?.payload)
  expect(blocksOf("docs/events.md", "json").map((block) => JSON.parse(block))).toEqual(examples)
})

test("every JSON block can be parsed", () => {
  for (const document of documents) for (const block of blocksOf(document, "json")) JSON.parse(block)
})
