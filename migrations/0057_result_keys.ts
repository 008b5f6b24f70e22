import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Digests of the results of calls, by which the list of calls is filtered; the results themselves are sealed. A call has
  // those of its latest analysis, and they go with it.
  yield* sql`create table result_keys (
    organization_id integer not null,
    digest bytea not null,
    call_id uuid not null,
    attempt_id uuid not null,
    primary key (organization_id, digest, call_id),
    foreign key (organization_id, attempt_id) references analyses (organization_id, attempt_id) on delete cascade
  )`
  yield* sql`create index on result_keys (organization_id, attempt_id)`

  // False in rows of the release before: a worker makes their keys.
  yield* sql`alter table analyses add column has_result_keys boolean not null default false`
})
