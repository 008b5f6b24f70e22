import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The promised day of which the next call is to remind the person, and when that comes too late. It stays while the
  // call is made, so that an attempt that is undone leaves it.
  yield* sql`alter table calls add column reminder_for date, add column reminder_until timestamptz`

  // The promised day of which the attempt reminded the person: there is one reminder of each.
  yield* sql`alter table attempts add column reminder_for date`

  // Whether the webhooks of the organization contain the results of calls.
  yield* sql`alter table write_back_configs add column send_results boolean not null default false`
})
