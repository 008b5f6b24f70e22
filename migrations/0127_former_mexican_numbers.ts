import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// Earlier releases entered +5215512345678, the former form of a Mexican mobile number, under that form only, so that the
// phone was called by its present number, +525512345678. The new entry has the time of the earlier one in its id.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into do_not_contact as d (organization_id, id, phone_number, reason, source_campaign_name, intent_label,
      created_at, expires_at, upload_id)
    select organization_id, (left(id::text, 24) || right(gen_random_uuid()::text, 12))::uuid,
      '+52' || substr(phone_number, 5), reason, source_campaign_name, intent_label, created_at, expires_at, upload_id
    from do_not_contact where phone_number ~ '^[+]521[0-9]{10}$'
    on conflict (organization_id, phone_number, coalesce(digest, '')) do update
      set expires_at = nullif(greatest(coalesce(d.expires_at, 'infinity'), coalesce(excluded.expires_at, 'infinity')),
        'infinity')`
})
