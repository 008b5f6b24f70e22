import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// A partition to which a foreign key refers cannot be dropped, so triggers do what the one of `result_keys` did: no key
// without its analysis, and keys go with it. Keys of a dropped partition are swept by retention.
const finish = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`set local lock_timeout = '500ms'`
  const [row] = yield* sql<{ done: boolean }>`select finish_partitioning('analyses', 'attempt_id') as done`
  if (row?.done !== true) return

  yield* sql`alter table result_keys drop constraint if exists result_keys_organization_id_attempt_id_fkey`
  yield* sql`create or replace function remove_result_keys() returns trigger language plpgsql as $$
    begin
      delete from result_keys k using gone g
        where k.organization_id = g.organization_id and k.attempt_id = g.attempt_id;
      return null;
    end
  $$`
  yield* sql`create or replace trigger remove_keys after delete on analyses
    referencing old table as gone for each statement execute function remove_result_keys()`
  yield* sql`create or replace function need_analysis() returns trigger language plpgsql as $$
    begin
      perform from analyses where organization_id = new.organization_id and attempt_id = new.attempt_id for key share;
      if not found then
        raise foreign_key_violation using message = format('attempt %s has no analysis', new.attempt_id);
      end if;
      return null;
    end
  $$`
  yield* sql`create or replace trigger need_analysis after insert on result_keys
    for each row execute function need_analysis()`
})

export const parts = [
  SqlClient.SqlClient.use((sql) => sql`select begin_partitioning('analyses', 'attempt_id')`),
  SqlClient.SqlClient.use((sql) => sql`select check_partitioning('analyses')`),
  finish
]
