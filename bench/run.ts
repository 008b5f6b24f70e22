import { parseArgs } from "node:util"

const benches = new Map([
  ["http", "./http/http.ts"],
  ["import", "./http/import.ts"],
  ["contacts", "./http/contacts.ts"],
  ["dashboard", "./http/dashboard.ts"],
  ["console", "./http/console.ts"],
  ["events", "./events/events.ts"],
  ["dialer", "./dialer/dialer.ts"],
  ["nodes", "./dialer/nodes.ts"],
  ["media", "./media/media.ts"],
  ["recording", "./media/recording.ts"],
  ["vendors", "./media/vendors.ts"],
  ["bulk", "./media/bulk.ts"],
  ["turns", "./turns/turns.ts"],
  ["rag", "./rag/rag.ts"],
  ["webhooks", "./webhooks/webhooks.ts"],
  ["retention", "./retention/retention.ts"]
])
const { positionals } = parseArgs({ allowPositionals: true })
const names = positionals.length > 0 ? positionals : [...benches.keys()]

for (const name of names) {
  if (!benches.has(name)) {
    console.error(`There is no bench ${name}. Available benches: ${[...benches.keys()].join(", ")}`)
    process.exit(2)
  }
}
for (const name of names) {
  const { run } = (await import(benches.get(name) ?? name)) as { run: () => Promise<object> }
  console.log(JSON.stringify({ bench: name, ...(await run()) }, null, 2))
}
