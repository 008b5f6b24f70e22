// Compares two OpenAPI or AsyncAPI documents without their descriptions, and prints every difference by its path.
//
//   npm run contracts -- write FOLDER              writes the three documents of this checkout into a folder
//   npm run contracts -- compare BEFORE AFTER      compares two documents, or two folders of documents
//
// Exits with status 1 when anything but prose has changed.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { OpenApi } from "effect/http-api"
import { AdminApi } from "../src/api/contract/AdminApi.ts"
import { Api } from "../src/api/contract/Api.ts"
import { asyncApi } from "../src/events/schemas/asyncapi.ts"
import { contractDifferences } from "./contract-differences.ts"

const usage = "Usage: compare-contracts.ts write FOLDER | compare BEFORE AFTER"

const write = (folder: string) => {
  const documents = {
    "openapi.json": OpenApi.fromApi(Api),
    "admin-openapi.json": OpenApi.fromApi(AdminApi),
    "asyncapi.json": asyncApi("carillon")
  }
  mkdirSync(folder, { recursive: true })
  for (const [file, document] of Object.entries(documents)) {
    writeFileSync(join(folder, file), `${JSON.stringify(document, null, 2)}\n`)
  }
}

const compare = (before: string, after: string) => {
  const files = statSync(before).isDirectory()
    ? [...new Set([...jsonFilesOf(before), ...jsonFilesOf(after)])]
    : undefined
  const pairs = files?.map((file) => [join(before, file), join(after, file)] as const) ?? [[before, after] as const]
  for (const [old, current] of pairs) {
    const differences = contractDifferences(read(old), read(current))
    if (differences.length > 0) process.exitCode = 1
    for (const difference of differences) console.log(`${current} ${difference}`)
  }
  if (process.exitCode !== 1) console.log("The contracts differ in descriptions at most.")
}

const jsonFilesOf = (folder: string) => readdirSync(folder).filter((file) => file.endsWith(".json"))

const read = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"))

const [command, first, second] = process.argv.slice(2)
if (command === "write" && first !== undefined) write(first)
else if (command === "compare" && first !== undefined && second !== undefined) compare(first, second)
else {
  console.error(usage)
  process.exitCode = 2
}
