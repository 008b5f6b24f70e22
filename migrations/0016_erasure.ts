import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// The number of an entry that has a digest is a mask, and several numbers may have the same.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table do_not_contact add column digest bytea,
    drop constraint do_not_contact_organization_id_phone_number_key`
  yield* sql`create unique index do_not_contact_number
    on do_not_contact (organization_id, phone_number, coalesce(digest, ''))`
})
