// Writes schemas/ from the topics of the code. Refuses changes that would break the consumers of data teams, who build on
// these files.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { jsonSchemaOf } from "../src/events/schemas/json-schemas.ts"
import { topicNames } from "../src/events/schemas/topics.ts"
import { breaksBetween } from "./schema-compatibility.ts"

const folder = "schemas"
const files = topicNames.map((name) => ({ file: `${name}.json`, schema: jsonSchemaOf(name) }))

mkdirSync(folder, { recursive: true })
const breaks = readdirSync(folder).flatMap((file) => {
  const schema = files.find((one) => one.file === file)?.schema
  if (schema === undefined) return [`${folder}/${file}: there is no such topic any more`]
  const old = JSON.parse(readFileSync(`${folder}/${file}`, "utf8"))
  return breaksBetween(old, schema).map((line) => `${folder}/${file}: ${line}`)
})

if (breaks.length > 0) {
  console.error(`Old consumers would not survive this; make a new version of the topic.\n${breaks.join("\n")}`)
  process.exitCode = 1
} else {
  for (const { file, schema } of files) writeFileSync(`${folder}/${file}`, `${JSON.stringify(schema, null, 2)}\n`)
}
