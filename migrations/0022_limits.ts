import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// A limit that is null is the default of the release.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table organization_limits (
    organization_id integer primary key references organizations (id),
    contacts bigint,
    documents bigint,
    document_bytes bigint,
    chunks bigint,
    embedding_tokens_per_day bigint,
    embedded_on date,
    embedded_tokens bigint not null default 0
  )`

  // `kept` is the result from which a large answer is made again.
  yield* sql`alter table idempotency_keys add column kept json`
})
