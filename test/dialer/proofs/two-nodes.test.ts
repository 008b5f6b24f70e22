import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  assertNothingBy,
  finish,
  inCluster,
  joinIn,
  report,
  spanOf,
  spreadOver,
  startCampaigns,
  starts,
  startsBy,
  stopAndCheck,
  until,
  untilAllDial,
  untilCompleted,
  untilSpread,
  untilTakenOver
} from "../../support/processes/dialing-cluster.ts"
import { engine } from "../../support/servers/test-database.ts"

const { PROVE, TEST_SEED } = process.env
const isFull = PROVE === "full"
/** The seed of a normal run chooses one of these three tests, or the one with several hosts. */
const inTurn = (turn: number) => it.live.runIf(isFull || Number(TEST_SEED) % 4 === turn)
const minutes = 60_000

const pace = { callsPerMinute: 120, maxConcurrentCalls: 20, maxRetries: 0, callTimeoutMinutes: 1 }

describe.skipIf(engine !== "postgres")("nodes that share a database", () => {
  inTurn(0)(
    "nodes dial campaigns that a node without the role started, and a stopping node hands its campaigns over",
    () =>
      inCluster((cluster) =>
        Effect.gen(function* () {
          const [one, other] = yield* Effect.all([joinIn(cluster), joinIn(cluster)], { concurrency: 2 })
          const api = yield* joinIn(cluster, { ROLES: "api" })
          const campaigns = yield* startCampaigns(api, { campaigns: spreadOver, people: 120, fields: pace })
          yield* untilSpread([one, other], spreadOver)
          const stopped = Date.now()
          process.kill(one.pid, "SIGTERM")
          yield* untilTakenOver(one, stopped, "SIGTERM")
          yield* Effect.promise(() => one.over)
          yield* assertNothingBy(api)
          yield* finish(cluster, other, campaigns)
        })
      ),
    10 * minutes
  )

  inTurn(1)(
    "nodes take over from a killed node, a joining node gets campaigns, and the cap of their number holds",
    () =>
      inCluster((cluster) =>
        Effect.gen(function* () {
          const [one, other] = yield* Effect.all([joinIn(cluster), joinIn(cluster)], { concurrency: 2 })
          const campaigns = yield* startCampaigns(one, { campaigns: spreadOver, people: 200, fields: pace })
          yield* callFromNumbers
          yield* untilSpread([one, other], spreadOver)
          const killed = Date.now()
          yield* Effect.promise(one.kill)
          yield* untilTakenOver(one, killed, "kill -9")
          // The takeover has not waited until the locks of the dead node expired.
          assert.isTrue(isKnownDead(other), "the other node sees that the killed one died")
          const joined = Date.now()
          // The replacement has the callback address of the dead node, but is a different node of
          // the cluster.
          const third = yield* joinIn(cluster, {}, { port: one.port })
          yield* until(
            "the node that joined dials",
            Effect.map(startsBy(third), (starts) => starts.length > 0)
          )
          const [first] = yield* startsBy(third)
          report(`joined: dials ${Math.round((first?.at ?? 0) - joined)} ms after its start began`)
          yield* finish(cluster, other, campaigns)
          yield* assertCapIsKept
        })
      ),
    10 * minutes
  )

  inTurn(2)(
    "nodes are safe from a node that pauses longer than its locks last",
    () =>
      inCluster((cluster) =>
        Effect.gen(function* () {
          const [one, other] = yield* Effect.all([joinIn(cluster), joinIn(cluster)], { concurrency: 2 })
          const campaigns = yield* startCampaigns(other, { campaigns: spreadOver, people: 220, fields: pace })
          for (let count = 0; count < (isFull ? 3 : 1); count++) {
            yield* untilSpread([one, other], spreadOver)
            const paused = Date.now()
            process.kill(one.pid, "SIGSTOP")
            yield* untilTakenOver(one, paused, "SIGSTOP")
            assert.isFalse(isKnownDead(other), "a node that pauses is not taken for dead")
            process.kill(one.pid, "SIGCONT")
            const awake = Date.now()
            yield* until(
              "the node that paused gets campaigns again",
              Effect.map(startsBy(one), (starts) => starts.some(({ at }) => at > awake))
            )
            const back = Date.now()
            yield* untilAllDial(back)
            report(
              `SIGCONT: dials again after ${back - awake} ms, and all campaigns dial ${Date.now() - back} ms later`
            )
            const stale = (yield* starts).filter(
              ({ account, at }) => account === one.lineUrl && at > paused && at < awake
            )
            assert.deepStrictEqual(stale, [])
          }
          yield* finish(cluster, other, campaigns)
        })
      ),
    10 * minutes
  )

  it.live.runIf(isFull)(
    "nodes start a thousand small campaigns",
    () =>
      inCluster((cluster) =>
        Effect.gen(function* () {
          const [one, other] = yield* Effect.all([joinIn(cluster), joinIn(cluster)], { concurrency: 2 })
          const begun = Date.now()
          const { ids } = yield* startCampaigns(one, { campaigns: 1_000, people: 2, fields: pace })
          report(`1,000 campaigns were started in ${Date.now() - begun} ms`)
          yield* untilCompleted(ids.length)
          const firsts = [...Map.groupBy(yield* starts, ({ campaignId }) => campaignId).values()].map(
            ([first]) => first!.at - first!.campaignStartedAt
          )
          assert.strictEqual(firsts.length, 1_000)
          report(`1,000 campaigns: first call ${spanOf(firsts)} after their start; over after ${Date.now() - begun} ms`)
          for (const node of [one, other]) report(`${(yield* startsBy(node)).length} calls by one of the two`)
          yield* stopAndCheck(cluster)
        })
      ),
    10 * minutes
  )
})

/** Whether a node has seen that the process of another one ended. */
const isKnownDead = ({ lines }: { readonly lines: ReadonlyArray<string> }) =>
  lines.some((line) => line.includes("has died; the other nodes take over its campaigns"))

/** The nodes call from two numbers. Only this one has a daily cap. */
const capped = { number: "+912225550100", dailyCap: 40 }

const callFromNumbers = Effect.flatMap(
  PgClient.PgClient,
  (sql) => sql`insert into caller_ids (organization_id, number, daily_cap, changed_by)
    select o.id, n.number, n.daily_cap, 'a test'
    from organizations o, (values (${capped.number}::text, ${capped.dailyCap}::int), ('+912225550101', null)) n (number, daily_cap)`
)

/** The cap holds for each day: a run that passes midnight has two. */
const assertCapIsKept = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const days = yield* sql<{ calls: number }>`select count(*)::int as calls from attempts
    where caller_id = ${capped.number} group by (started_at at time zone 'UTC')::date`
  assert.strictEqual(Math.max(...days.map(({ calls }) => calls)), capped.dailyCap)
})
