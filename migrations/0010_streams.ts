import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The media stream of an attempt opens once.
  yield* sql`alter table attempts add column stream_opened_at timestamptz`

  // A call that a carrier shows without our id may be that of another attempt at the same number.
  yield* sql`create index on attempts (phone_number)`

  // When a carrier's account takes the next call, of whichever campaign.
  yield* sql`create table carrier_pace (
    account text primary key,
    next_start_at timestamptz not null
  )`
})
