import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // After this many days the records of calls lose name and number. Null: they keep them.
  yield* sql`alter table organizations add column record_days integer`

  // When the last record of the campaign lost its name and number.
  yield* sql`alter table campaigns add column calls_masked_at timestamptz`

  // Whether the words of its calls are kept once they are analyzed.
  yield* sql`alter table flows add column keep_transcript boolean not null default true`
  yield* sql`alter table talks add column keeps_words boolean not null default true`

  // The keys of a contact that the model learns besides those that the flow names.
  yield* sql`alter table flows add column contact_fields jsonb not null default '[]'`
  // When the person confirmed who they are, in calls that tell nothing before.
  yield* sql`alter table attempts add column identity_confirmed_at timestamptz`
})
