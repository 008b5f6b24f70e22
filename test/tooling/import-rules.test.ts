import { spawnSync } from "node:child_process"
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { expect, it, onTestFinished } from "@effect/vitest"

const root = resolve(import.meta.dirname, "../..")

interface Report {
  readonly modules: ReadonlyArray<{ readonly source: string }>
  readonly summary: {
    readonly violations: ReadonlyArray<{
      readonly from: string
      readonly to: string
      readonly rule: { readonly name: string }
    }>
  }
}

const cruise = (folder: string, ...parts: ReadonlyArray<string>): Report => {
  const { stdout, stderr } = spawnSync(
    join(root, "node_modules/.bin/depcruise"),
    ["--config", join(root, ".dependency-cruiser.mjs"), "--output-type", "json", ...parts],
    { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 26 }
  )
  expect(stderr).toBe("")
  return JSON.parse(stdout)
}

const emptyProject = {
  "package.json": `{ "dependencies": { "effect": "*", "ioredis": "*", "kafkajs": "*" }, "devDependencies": { "ajv": "*" } }`,
  "node_modules/effect/package.json": `{ "exports": { ".": "./index.js", "./http-api": "./http-api.js" } }`,
  "node_modules/effect/index.js": "",
  "node_modules/effect/http-api.js": "",
  "node_modules/ioredis/index.js": "",
  "node_modules/kafkajs/index.js": "",
  "node_modules/ajv/index.js": "",
  "migrations/x.ts": "",
  "test/x.ts": "",
  "console/x.ts": ""
}

/** Runs the rules on a tree with these files. Returns the violations as "from → to: rule", sorted. */
const violationsOf = (files: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), "carillon-imports-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [path, source] of Object.entries({ ...emptyProject, ...files })) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), source)
  }
  return cruise(folder, "src", "migrations", "test", "console")
    .summary.violations.map(({ from, to, rule }) => `${from} → ${to}: ${rule.name}`)
    .sort()
}

// `npm run check` finds the violations in each file that is covered.
it.runIf(process.env.PROVE === "full")(
  "the import rules cover every file of the product, which has no violation",
  () => {
    const { modules, summary } = cruise(root, "src", "console")
    const read = new Set(modules.map(({ source }) => source))
    const files = globSync("{src,console}/**/*.{ts,tsx}", { cwd: root })
    expect(files.length).toBeGreaterThan(0)
    expect(files.filter((file) => !read.has(file))).toEqual([])
    expect(summary.violations).toEqual([])
  }
)

it("the import rules refuse an import that the table does not allow, also of a type", () => {
  const violations = violationsOf({
    "src/domain/contacts/Contact.ts": `import type { Sql } from "../../platform/sql/Sql.ts"\nexport type Contact = Sql`,
    "src/platform/sql/Sql.ts": "export type Sql = 1",
    "src/contacts/Contacts.ts": `export type { Campaigns } from "../campaigns/Campaigns.ts"\nexport const contacts = 1`,
    "src/campaigns/Campaigns.ts": "export type Campaigns = 1",
    "src/carriers/Carrier.ts": `export const outbox = () => import("../events/Outbox.ts")`,
    "src/events/Outbox.ts": "export const outbox = 1",
    "src/policy/Suppression.ts": `import { dial } from "../dialer/Dialer.ts"\nexport const suppression = dial`,
    "src/dialer/Dialer.ts": "export const dial = 1",
    "src/misc/misc.ts": `export * from "../domain/contacts/Contact.ts"`
  })
  expect(violations).toEqual([
    "src/carriers/Carrier.ts → src/events/Outbox.ts: carriers-imports",
    "src/contacts/Contacts.ts → src/campaigns/Campaigns.ts: contacts-imports",
    "src/domain/contacts/Contact.ts → src/platform/sql/Sql.ts: domain-imports",
    "src/misc/misc.ts → src/domain/contacts/Contact.ts: folder-without-a-line",
    "src/policy/Suppression.ts → src/dialer/Dialer.ts: policy-imports"
  ])
})

it("the import rules allow the imports of the table", () => {
  const violations = violationsOf({
    "src/domain/contacts/Contact.ts": `import { Schema } from "effect"\nexport const Contact = Schema.String`,
    "src/accounts/ApiKeys.ts": `export * from "../domain/contacts/Contact.ts"`,
    "src/calls/views/Calls.ts": `export * from "../../accounts/ApiKeys.ts"`,
    "src/media/session/CallSession.ts": `export * from "../../calls/views/Calls.ts"\nexport * from "../../rag/Retriever.ts"`,
    "src/rag/Retriever.ts": "export const retrieve = 1",
    "src/api/contract/contacts.ts": `import { HttpApi } from "effect/http-api"\nexport * from "../../domain/contacts/Contact.ts"\nexport { HttpApi }`,
    "src/api/handlers/contacts.ts": `export * from "../contract/contacts.ts"\nexport * from "../../media/session/CallSession.ts"`,
    "src/main.ts": `export * from "./api/handlers/contacts.ts"`,
    "src/cli.ts": `export * from "./main.ts"`,
    "test/main.test.ts": `export * from "../src/main.ts"`
  })
  expect(violations).toEqual([])
})

it("the import rules protect the contract, the domain and migrations, and keep tests and main at the edge", () => {
  const violations = violationsOf({
    "src/api/contract/contacts.ts": `import "../../accounts/ApiKeys.ts"\nimport "ioredis"\nimport "node:fs"`,
    "src/api/contract/flows.ts": `import "../handlers/flows.ts"`,
    "src/api/handlers/flows.ts": `import "../../cli.ts"`,
    "src/accounts/ApiKeys.ts": `import "../../test/support.ts"\nimport "ajv"`,
    "src/domain/calendar/time.ts": `import "node:fs"\nimport "./gone.ts"`,
    "src/events/kafka/KafkaBus.ts": `import "kafkajs"`,
    "src/events/outbox/Outbox.ts": `import "kafkajs"`,
    "src/contacts/a.ts": `import "./b.ts"`,
    "src/contacts/b.ts": `import type { A } from "./a.ts"`,
    "src/cli.ts": "",
    "migrations/0001_first.ts": `import "../src/domain/calendar/time.ts"`,
    "test/support.ts": ""
  })
  expect(violations).toEqual([
    "migrations/0001_first.ts → src/domain/calendar/time.ts: frozen",
    "src/accounts/ApiKeys.ts → node_modules/ajv/index.js: no-development-package",
    "src/accounts/ApiKeys.ts → test/support.ts: product-only",
    "src/accounts/ApiKeys.ts → test/support.ts: tests-stay-tests",
    "src/api/contract/contacts.ts → fs: contract-is-for-clients",
    "src/api/contract/contacts.ts → node_modules/ioredis/index.js: contract-is-for-clients",
    "src/api/contract/contacts.ts → src/accounts/ApiKeys.ts: contract-is-for-clients",
    "src/api/contract/flows.ts → src/api/handlers/flows.ts: api-contract-imports",
    "src/api/contract/flows.ts → src/api/handlers/flows.ts: contract-is-for-clients",
    "src/api/handlers/flows.ts → src/cli.ts: composition-root",
    "src/contacts/a.ts → src/contacts/b.ts: no-cycle",
    "src/domain/calendar/time.ts → ./gone.ts: no-unresolvable",
    "src/domain/calendar/time.ts → fs: pure",
    "src/events/outbox/Outbox.ts → node_modules/kafkajs/index.js: kafkajs-behind-one-folder"
  ])
})

it("the import rules keep the console a client of the service, and its screens apart", () => {
  const violations = violationsOf({
    "src/api/contract/Api.ts": "export const Api = 1\nexport type Api = 1",
    "src/domain/text/words.ts": "export const words = 1",
    "src/accounts/ApiKeys.ts": `import "../../console/src/ui/Button.tsx"`,
    "src/platform/ids.ts": "export type Id = 1",
    "console/src/ui/Button.tsx": `import "../api/request.ts"`,
    "console/src/api/request.ts": `import type { Api } from "../../../src/api/contract/Api.ts"\nexport const x: Api = 1`,
    "console/src/api/live.ts": `import { Api } from "../../../src/api/contract/Api.ts"\nexport const x = Api`,
    "console/src/app/Shell.tsx": `import "../screens/calls/Calls.tsx"\nimport type { Id } from "../../../src/platform/ids.ts"`,
    "console/src/screens/calls/Calls.tsx": `import "../live/Live.tsx"\nimport "../../ui/Button.tsx"`,
    "console/src/screens/live/Live.tsx": `import "../../../../src/domain/text/words.ts"`,
    "console/src/misc/x.ts": `import "../../../src/domain/text/words.ts"`
  })
  expect(violations).toEqual([
    "console/src/api/live.ts → src/api/contract/Api.ts: contract-as-types",
    "console/src/app/Shell.tsx → console/src/screens/calls/Calls.tsx: console-app-imports",
    "console/src/app/Shell.tsx → src/platform/ids.ts: console-is-a-client",
    "console/src/misc/x.ts → src/domain/text/words.ts: console-room-without-a-line",
    "console/src/screens/calls/Calls.tsx → console/src/screens/live/Live.tsx: screens-are-apart",
    "console/src/ui/Button.tsx → console/src/api/request.ts: console-ui-imports",
    "src/accounts/ApiKeys.ts → console/src/ui/Button.tsx: product-only"
  ])
})

it("the import rules find no import in a type expression, which the parser would miss", () => {
  const hidden = globSync("src/**/*.ts", { cwd: root }).filter((file) =>
    /(?<!await |=> |return |\()\bimport\(/.test(readFileSync(join(root, file), "utf8"))
  )
  expect(hidden).toEqual([])
})
