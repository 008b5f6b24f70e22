import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The rules of law of each release that has run here, as JSON, so that an archive has those by which a call was placed.
  yield* sql`create table law_versions (
    version text primary key,
    content text not null,
    release text not null,
    recorded_at timestamptz not null default clock_timestamp()
  )`

  // Null: the attempt is older than this column, or the person has called.
  yield* sql`alter table attempts add column law_version text`
})
