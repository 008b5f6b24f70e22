import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Why the campaign calls, where its use case does not say it.
  yield* sql`alter table campaigns add column purpose text
    check (purpose in ('MARKETING', 'DEBT', 'SERVICE', 'MEDICAL'))`
  // The rules of laws that do not apply to the organization, with the reasons of the admins who decided so.
  yield* sql`alter table organizations add column law_exceptions jsonb not null default '[]'`
  yield* sql`alter table organizations drop constraint organizations_compliance_profile_check,
    add constraint organizations_compliance_profile_check check (compliance_profile in ('STATUTORY', 'NONE', 'LAW'))`
})
