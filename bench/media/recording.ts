import { randomUUID } from "node:crypto"
import { mkdtemp, open, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted } from "effect"
import { tone } from "../../src/audio/tone.ts"
import { Recordings } from "../../src/calls/recordings/Recordings.ts"
import { makeRecorder } from "../../src/media/line/recorder.ts"
import { AppConfig, readSettings } from "../../src/platform/config.ts"
import { BlobStore } from "../../src/platform/files/BlobStore.ts"
import { Secrets } from "../../src/platform/secrets/Secrets.ts"
import { median, rounded } from "../figures.ts"
import { query, withDatabase, withProduct } from "../product.ts"

const calls = Number(process.env.CALLS ?? 20)
const seconds = Number(process.env.SECONDS ?? 60)
const rounds = 5
const goalMillis = 0.15

/** Recordings: the CPU that a second of a recorded call costs, beside writing the same bytes to files and flushing them. */
export const run = () =>
  withDatabase((url) =>
    withProduct(url, async () => {
      const folder = await mkdtemp(join(tmpdir(), "carillon-recordings-"))
      try {
        const settings = await Effect.runPromise(readSettings({ DATABASE_URL: url, DATA_DIR: folder }))
        const engines: Array<number> = []
        const floors: Array<number> = []
        for (let round = 0; round < rounds; round++) {
          floors.push(await cpuPerSecond(() => floor(folder)))
          const attempts = await newAttempts(url)
          engines.push(
            await cpuPerSecond(() =>
              Effect.runPromise(
                record(attempts).pipe(
                  Effect.provide(
                    Recordings.layer.pipe(
                      Layer.provide([
                        PgClient.layer({ url: Redacted.make(url), maxConnections: 10 }),
                        BlobStore.layer.pipe(Layer.provide(Layer.succeed(AppConfig, settings))),
                        // Seals a key once for each call.
                        Layer.mock(Secrets, { ...unused, seal: (text) => text })
                      ])
                    )
                  )
                )
              )
            )
          )
        }
        const [engine, least] = [median(engines), median(floors)]
        // The first round warms the code up.
        engines.shift()
        return {
          engine: { what: `CPU ms of a recorded second of a call, ${calls} calls of ${seconds} s`, cpuMillis: engine },
          floor: { what: "the same bytes written to files of 4 s each, which are flushed", cpuMillis: least },
          ratio: rounded(least / engine),
          goals: `cpuMillis ≤ ${goalMillis}`,
          met: engine <= goalMillis
        }
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
  )

const cpuPerSecond = async (work: () => Promise<unknown>) => {
  const before = process.cpuUsage()
  await work()
  const { system, user } = process.cpuUsage(before)
  return rounded((user + system) / 1_000 / (calls * seconds))
}

const unused = { digest: () => new Uint8Array(), digests: () => [], keyId: "", keyIds: [], sealDigestKeys: () => [] }

const frame = tone(440, 20)

const record = (attempts: ReadonlyArray<string>) =>
  Effect.flatMap(Recordings, ({ write }) =>
    Effect.forEach(
      attempts,
      (id) => {
        const writer = write({ id, organizationId: 1 })
        const recorder = makeRecorder(writer)
        recorder.decide("begin")
        const sound = Effect.gen(function* () {
          for (let at = 20; at <= seconds * 1_000; at += 20) {
            recorder.send(frame)
            recorder.hear(frame, at)
            // Lets the writer store each part, as the pace of a call does.
            if (at % 4_000 === 0) yield* Effect.sleep("5 millis")
          }
          recorder.end()
        })
        return Effect.all([sound, writer.run], { concurrency: "unbounded", discard: true })
      },
      { concurrency: "unbounded", discard: true }
    )
  )

const floor = async (folder: string) => {
  const part = new Uint8Array(64_000)
  const writeParts = async () => {
    for (let at = 0; at < seconds; at += 4) {
      const file = await open(join(folder, randomUUID()), "wx", 0o600)
      await file.writeFile(part)
      await file.sync()
      await file.close()
    }
  }
  await Promise.all(Array.from({ length: calls }, writeParts))
}

/** Adds attempts of one call, and returns their ids. */
const newAttempts = async (url: string) => {
  const [campaign, call, flow] = [randomUUID(), randomUUID(), randomUUID()]
  await query(
    url,
    `insert into campaigns (organization_id, id, name, search, status, use_case_type, flow_id, audience_id, calls_per_minute,
        max_concurrent_calls, max_retries, retry_delay_minutes, retry_delays_minutes, retry_within_window,
        best_time_optimization, call_timeout_minutes, started_at)
      values (1, $1, 'Bench', 'bench', 'PAUSED', 'CUSTOM', $2, $2, 10, 5, 3, 60, '{}', true, false, 5, now())`,
    [campaign, flow]
  )
  await query(
    url,
    `insert into calls (organization_id, id, campaign_id, contact_id, contact_name, phone_number, status)
      values (1, $1, $2, $3, 'Asha', '+919812345678', 'COMPLETED')`,
    [call, campaign, randomUUID()]
  )
  const ids = Array.from({ length: calls }, () => randomUUID())
  await query(
    url,
    `insert into attempts (organization_id, id, campaign_id, call_id, attempt_no, phone_number, account, epoch,
        reserved_minutes, first_of_day, started_at, lease_expires_at, ended_at, outcome)
      select 1, id, $1, $2, number, '+919812345678', 'a bench', 0, 0, false, now(), now(), now(), 'CONNECTED'
        from unnest($3::uuid[]) with ordinality t (id, number)`,
    [campaign, call, ids]
  )
  return ids
}
