import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The languages that the person may speak besides the language of the flow.
  yield* sql`alter table flows add column languages jsonb not null default '[]'`

  // Whether calls use the listed vendors only.
  yield* sql`alter table speech_profiles add column only_listed boolean not null default false`
})
