import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Contacts whose time zone may have changed while a call of theirs waits: if the former zone has postponed the call, it
  // is still to get back the time at which it was due. A contact may be there several times.
  yield* sql`create table contacts_to_reconsider (
    organization_id integer not null,
    id uuid not null default uuid_v7(),
    contact_id uuid not null,
    primary key (organization_id, id)
  )`
  yield* sql`create function reconsider_contact() returns trigger language plpgsql as $$
    begin
      insert into contacts_to_reconsider (organization_id, contact_id)
      select new.organization_id, new.id where exists (select 1 from calls
        where organization_id = new.organization_id and contact_id = new.id and next_attempt_at is not null);
      return null;
    end
  $$`
  // The usual spellings of the key, so that an import that changes other metadata pays only for these comparisons.
  const isChanged = ["timezone", "Timezone", "TimeZone", "timeZone", "TIMEZONE"]
    .map((key) => `old.metadata -> '${key}' is distinct from new.metadata -> '${key}'`)
    .join(" or ")
  yield* sql.unsafe(`create trigger reconsider_changed after update on contacts for each row
    when (old.phone_number <> new.phone_number or (old.metadata is distinct from new.metadata and (${isChanged})))
    execute function reconsider_contact()`)
})
