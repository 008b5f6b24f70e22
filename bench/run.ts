import { parseArgs } from "node:util"

/** The benches: the module of each, and what it measures. */
const benches = new Map<string, readonly [module: string, measures: string]>([
  ["http", ["./http/http.ts", "a request for a contact"]],
  ["import", ["./http/import.ts", "an import of 10,000 contacts"]],
  ["contacts", ["./http/contacts.ts", "reads among a million contacts"]],
  ["dashboard", ["./http/dashboard.ts", "progress, dashboard and searches with 10 million calls"]],
  ["console", ["./http/console.ts", "the console in Chromium over a slow network"]],
  ["events", ["./events/events.ts", "events from commit to effect, with and without Kafka"]],
  ["dialer", ["./dialer/dialer.ts", "the dialer with 1,000 campaigns and 200 starts a second"]],
  ["nodes", ["./dialer/nodes.ts", "dialing by one node, by three, and after one was killed"]],
  ["media", ["./media/media.ts", "live calls in real time on one core"]],
  ["recording", ["./media/recording.ts", "the cost of a recorded second"]],
  ["vendors", ["./vendors/vendors.ts", "calls with vendors over TLS, on Postgres and Kafka"]],
  ["bulk", ["./media/bulk.ts", "live calls while clients send the largest bodies"]],
  ["turns", ["./turns/turns.ts", "how the engine takes turns, in virtual time"]],
  ["rag", ["./rag/rag.ts", "searches in knowledge bases"]],
  ["webhooks", ["./webhooks/webhooks.ts", "the cost and the delay of webhooks"]],
  ["retention", ["./retention/retention.ts", "the deletion of old transcripts, analyses and decisions"]]
])

const help = `Usage: npm run bench -- [NAME…]

Runs the benches, or all of them without a name, and prints their figures as JSON.

${[...benches].map(([name, [, measures]]) => `  ${name.padEnd(11)}${measures}`).join("\n")}

README.md, "Tests and benches", has the services and settings that they use.`

const refuse = (problem: string): never => {
  console.error(`${problem}; npm run bench -- --help lists the benches`)
  process.exit(2)
}

const readArguments = () => {
  try {
    return parseArgs({ allowPositionals: true, options: { help: { type: "boolean", short: "h" } } })
  } catch (cause) {
    return refuse((cause as Error).message.split(". ")[0] ?? "")
  }
}

const { positionals, values } = readArguments()
const names = positionals.length > 0 ? positionals : [...benches.keys()]

if (values.help) {
  console.log(help)
  process.exit(0)
}
const unknown = names.find((name) => !benches.has(name))
if (unknown !== undefined) refuse(`There is no bench ${unknown}`)
for (const name of names) {
  const { run } = (await import(benches.get(name)?.[0] ?? name)) as { run: () => Promise<object> }
  console.log(JSON.stringify({ bench: name, ...(await run()) }, null, 2))
}
