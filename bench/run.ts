import { parseArgs } from "node:util"

const benches = ["http", "import", "contacts", "dashboard", "events", "dialer", "media", "rag", "webhooks"] as const
const { positionals } = parseArgs({ allowPositionals: true })
const names = positionals.length > 0 ? positionals : benches

for (const name of names) {
  if (!benches.some((bench) => bench === name)) {
    console.error(`There is no bench ${name}. There are: ${benches.join(", ")}`)
    process.exit(2)
  }
}
for (const name of names) {
  const { run } = (await import(`./${name}.ts`)) as { run: () => Promise<object> }
  console.log(JSON.stringify({ bench: name, ...(await run()) }, null, 2))
}
