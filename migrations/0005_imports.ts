import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // `due_at` puts off an import whose last attempt failed, `failures` in a row; `served_at` is when it last had its turn.
  yield* sql`create table imports (
    organization_id integer not null references organizations (id),
    id uuid not null,
    source text not null check (source in ('API', 'UPLOAD')),
    status text not null default 'PENDING'
      check (status in ('PENDING', 'PROCESSING', 'COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED')),
    total integer not null,
    created integer not null default 0,
    updated integer not null default 0,
    failed integer not null default 0,
    audience_id uuid,
    failures integer not null default 0,
    due_at timestamptz not null default now(),
    served_at timestamptz,
    webhook_url text,
    webhook_attempts integer not null default 0,
    webhook_due_at timestamptz,
    created_at timestamptz not null default now(),
    started_at timestamptz,
    completed_at timestamptz,
    primary key (organization_id, id),
    check (created + updated + failed <= total)
  )`
  yield* sql`create index on imports (organization_id, id) where completed_at is null`
  yield* sql`create index on imports (organization_id, served_at)`
  yield* sql`create index on imports (webhook_due_at) where webhook_due_at is not null`

  // The rows that wait. A chunk leaves in the transaction that applies it, so what is here is what is left to do.
  yield* sql`create table import_chunks (
    organization_id integer not null,
    import_id uuid not null,
    first_index integer not null,
    rows json not null,
    too_large integer[] not null,
    primary key (organization_id, import_id, first_index),
    foreign key (organization_id, import_id) references imports (organization_id, id) on delete cascade
  )`

  yield* sql`create table import_errors (
    organization_id integer not null,
    import_id uuid not null,
    index integer not null,
    phone_number text,
    reason text not null,
    primary key (organization_id, import_id, index),
    foreign key (organization_id, import_id) references imports (organization_id, id) on delete cascade
  )`
})
