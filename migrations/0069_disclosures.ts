import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // By language code, such as {"en": "This is an automated assistant of {{legalName}}."}.
  yield* sql`create table disclosures (
    organization_id integer primary key references organizations (id),
    legal_name text,
    callback_number text,
    sentences jsonb not null default '{}'
  )`
})
