import { createHash } from "node:crypto"
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import packageJson from "../../../package.json" with { type: "json" }
import { type LawRecord, lawRecord } from "../../domain/law/law-record.ts"

/** The rules of law of a release that has run here. */
export interface LawVersion extends LawRecord {
  /** A digest of the rules, which each attempt names. */
  readonly version: string
  /** The first release with these rules that ran here, and since when. */
  readonly release: string
  readonly recordedAt: Date
}

const content = JSON.stringify(lawRecord())

/** The version of the rules by which this release calls. */
export const lawVersion = createHash("sha256").update(content).digest("hex").slice(0, 16)

/** Keeps the rules of every release that runs, for the record of what was in force at a call. */
export class LawVersions extends Context.Service<
  LawVersions,
  {
    /** Returns the rules of these versions, as far as they are kept. */
    readonly of: (versions: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<LawVersion>>
  }
>()("carillon/calls/LawVersions") {
  static readonly layer = Layer.effect(
    LawVersions,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient

      // Before the first call of the release.
      yield* sql`insert into law_versions (version, content, release)
        values (${lawVersion}, ${content}, ${packageJson.version}) on conflict do nothing`.pipe(Effect.orDie)

      const of: LawVersions["Service"]["of"] = Effect.fn("LawVersions.of")(function* (versions) {
        const rows = yield* sql<
          Omit<LawVersion, keyof LawRecord> & { readonly content: string }
        >`select version, content, release, recorded_at from law_versions where version = any(${versions}::text[])`
        return rows.map(({ content, ...row }) => ({ ...row, ...(JSON.parse(content) as LawRecord) }))
      }, Effect.orDie)

      return LawVersions.of({ of })
    })
  )
}
