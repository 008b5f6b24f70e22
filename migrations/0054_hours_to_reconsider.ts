import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Organizations whose calling hours have changed: calls after this id that wait for the hours are still to get back the
  // times at which they were due. Each is looked at once, since the new hours may postpone it again meanwhile.
  yield* sql`create table hours_to_reconsider (
    organization_id integer primary key references organizations (id) on delete cascade,
    after uuid not null
  )`
})
