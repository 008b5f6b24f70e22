import { randomInt } from "node:crypto"
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config"
import type { Reporter } from "vitest/node"
import { patience } from "./test/support/patience.ts"

const {
  TEST_DATABASE_URL,
  TEST_REDIS_URL,
  TEST_KAFKA_BROKERS,
  TEST_REPORT,
  TEST_SEED = String(randomInt(2 ** 31))
} = process.env

/** What runs on every engine; everything else runs once. Of `rag`, the services, whose files have a capital. */
const onEveryEngine = [
  ...["events", "accounts", "contacts", "campaigns", "calls", "dialer", "writeback", "operations", "api"].map(
    (folder) => `test/${folder}/**/*.test.ts`
  ),
  "test/rag/[A-Z]*.test.ts"
]

const engine = (name: "pglite" | "postgres"): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: onEveryEngine, env: { CARILLON_TEST_ENGINE: name } }
})

// The last lines of a run: what it left out, and how to repeat it.
const closing: Reporter = {
  onTestRunEnd(_modules, _errors, reason) {
    if (!TEST_DATABASE_URL) console.log("Skipped on Postgres: TEST_DATABASE_URL is not set.")
    if (!TEST_REDIS_URL) console.log("Skipped on Redis: TEST_REDIS_URL is not set.")
    if (!TEST_KAFKA_BROKERS) console.log("Skipped on Kafka: TEST_KAFKA_BROKERS is not set.")
    if (reason === "failed") console.log(`The seed of this run: TEST_SEED=${TEST_SEED}`)
  }
}

export default defineConfig(({ mode }) => ({
  test: {
    projects: [
      { extends: true, test: { name: "unit", include: ["test/**/*.test.ts"], exclude: onEveryEngine } },
      engine("pglite"),
      ...(TEST_DATABASE_URL ? [engine("postgres")] : [])
    ],
    // `npm run prove` is `--mode prove`: the long proofs in full. `npm test` takes a seeded sample of each.
    env: { TEST_SEED, PROVE: mode === "prove" ? "full" : "sample" },
    setupFiles: ["test/seed.ts"],
    // What waits for a condition gives up a little sooner, and says for what.
    testTimeout: mode === "prove" ? 600_000 : patience + 20_000,
    hookTimeout: patience + 20_000,
    // Test files share a process: one that loads effect anew for each file takes ten times as long.
    isolate: false,
    // More than there are cores: most of the time is spent waiting, for calls that ring and clocks that tick.
    maxWorkers: 4,
    reporters: TEST_REPORT ? ["default", ["json", { outputFile: TEST_REPORT }], closing] : ["default", closing]
  }
}))
