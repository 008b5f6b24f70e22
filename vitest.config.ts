import { createHash, randomInt } from "node:crypto"
import { globSync } from "node:fs"
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config"
import { BaseSequencer, type Reporter, type TestSpecification } from "vitest/node"
import { chromiumPath } from "./scripts/chromium.ts"
import { patience } from "./test/support/patience.ts"
import { childEnv } from "./test/support/processes/child-env.ts"

const {
  TEST_DATABASE_URL,
  TEST_REDIS_URL,
  TEST_KAFKA_BROKERS,
  TEST_REPORT,
  TEST_SEED = String(randomInt(2 ** 31))
} = process.env

/** Test folders of services that keep rows: they run on every engine. In `rag` these are the files with a capital. */
const onEveryEngine = [
  ...[
    "events",
    "accounts",
    "contacts",
    "campaigns",
    "calls",
    "dialer",
    "writeback",
    "operations",
    "api",
    "console"
  ].map((folder) => `test/${folder}/**/*.test.ts`),
  "test/rag/[A-Z]*.test.ts",
  // Whole servers: Postgres answers them with half the work of the embedded database.
  "test/{media,cli}/**/*.postgres.test.ts"
]

/** Files that ask a real service whatever the engine, where its address is given. */
const onServices = "test/{platform,tooling}/**/*.services.test.ts"

/** Long suites to which the engine makes no difference: once Postgres is given they run there only. */
const onPostgresOnly = "**/*.postgres.test.ts"

/** Proofs with many calls at the speed of speech: in full they need the machine for themselves. */
const atSpeedOfSpeech = ["test/media/session/providers/{provider-outages,vendor-failures}.postgres.test.ts"]

const engine = (
  name: "pglite" | "postgres",
  exclude: Array<string>,
  env: Record<string, string> = {}
): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: onEveryEngine, exclude, env: { CARILLON_TEST_ENGINE: name, ...env } }
})

/** Beside Postgres, the embedded database is tested as people use it: without Kafka, and without what Postgres tests. */
const besidePostgres = (isInFull: boolean) =>
  engine(
    "pglite",
    [onPostgresOnly, ...(isInFull ? [] : onEveryEngine.flatMap((files) => globSync(files)).filter(isLeftOut))],
    { TEST_KAFKA_BROKERS: "" }
  )

/** Four fifths of the files, by the seed of the run. */
const isLeftOut = (file: string) => createHash("sha256").update(`${file} ${TEST_SEED}`).digest()[0]! % 5 > 0

/** Whether all suites are wanted, and not single ones by their names. */
const isWholeRun = process.env.npm_lifecycle_event === "test" && process.argv.at(-1) === "run"

/** Suites that `npm test` leaves out where there is no Postgres. */
const leftToPostgres =
  TEST_DATABASE_URL || !isWholeRun ? [] : globSync(`test/${onPostgresOnly}`).filter((file) => isLeftOut(file))

/** Suites that mostly wait: for calls, for npm, for commands of the documents. */
const longest = ["test/cli/demo/demo.test.ts", "test/docs/commands.test.ts", "test/client.test.ts"]

/** Starts these suites first: a run would else end with one of them alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>) {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((file) => moduleId.endsWith(`/${file}`))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

// The last lines of a run: what it left out, and how to repeat it.
const closing: Reporter = {
  onTestRunEnd(_modules, _errors, reason) {
    if (!TEST_DATABASE_URL) console.log("Skipped on Postgres: TEST_DATABASE_URL is not set.")
    if (leftToPostgres.length > 0)
      console.log(
        `Left out ${leftToPostgres.length} long suites, by the seed of the run: set TEST_DATABASE_URL, or use npm run prove.`
      )
    if (!TEST_REDIS_URL) console.log("Skipped on Redis: TEST_REDIS_URL is not set.")
    if (chromiumPath === undefined)
      console.log(
        "Skipped in the browser: install Debian's package chromium-headless-shell, or set CHROMIUM to its path."
      )
    if (!TEST_KAFKA_BROKERS) console.log("Skipped on Kafka: TEST_KAFKA_BROKERS is not set.")
    if (reason === "failed") console.log(`The seed of this run: TEST_SEED=${TEST_SEED}`)
  }
}

export default defineConfig(({ mode }) => ({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: [...onEveryEngine, onServices]
        }
      },
      // After all others.
      ...(mode === "prove"
        ? [
            {
              extends: true as const,
              test: {
                name: "live",
                include: atSpeedOfSpeech,
                sequence: { groupOrder: 1 },
                env: { CARILLON_TEST_ENGINE: TEST_DATABASE_URL ? "postgres" : "pglite" }
              }
            }
          ]
        : []),
      { extends: true, test: { name: "services", include: [onServices] } },
      ...(TEST_DATABASE_URL
        ? [besidePostgres(mode === "prove"), engine("postgres", mode === "prove" ? atSpeedOfSpeech : [])]
        : [engine("pglite", mode === "prove" ? atSpeedOfSpeech : leftToPostgres)])
    ],
    // `npm run prove` is `--mode prove`: the long proofs in full. `npm test` takes a seeded sample of each.
    env: {
      TEST_SEED,
      PROVE: mode === "prove" ? "full" : "sample",
      NODE_COMPILE_CACHE: childEnv.NODE_COMPILE_CACHE
    },
    // Node loads the files itself, as it loads the product, from its compile cache: a worker starts with half the work.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    setupFiles: ["test/seed.ts"],
    // A wait for a condition gives up a little sooner, and names the condition.
    testTimeout: mode === "prove" ? 600_000 : patience.process + 20_000,
    hookTimeout: patience.process + 20_000,
    // Test files share a process: one that loads effect anew for each file takes ten times as long.
    isolate: false,
    // Three for each of two cores: most of the time is spent waiting, for calls that ring and clocks that tick.
    maxWorkers: 6,
    sequence: { sequencer: LongestFirst },
    reporters: TEST_REPORT ? ["default", ["json", { outputFile: TEST_REPORT }], closing] : ["default", closing]
  }
}))
