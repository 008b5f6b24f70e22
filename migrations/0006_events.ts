import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // What is to be published, written in the transaction of what it tells. `seq` is the order of writing, `xid` the
  // transaction: a row with a lower `seq` may still appear, one with an `xid` below pg_snapshot_xmin may not.
  yield* sql`create table outbox (
    seq bigint generated always as identity primary key,
    xid bigint not null default (pg_current_xact_id()::text::bigint),
    id text not null,
    topic text not null,
    key bytea,
    value bytea,
    headers json not null,
    created_at timestamptz not null default clock_timestamp()
  )`
  yield* sql`create index on outbox (xid, seq)`
  yield* sql`create index on outbox (topic, seq)`
  yield* sql`create index on outbox using brin (created_at)`

  // How far each reader of the outbox has come, in the order of (xid, seq): up to a row, and the rows `ahead` of that.
  // No topics: all.
  yield* sql`create table outbox_cursors (
    reader text primary key,
    topics text[],
    xid bigint not null default 0,
    seq bigint not null default 0,
    ahead bigint[] not null default '{}',
    seen_at timestamptz not null default now()
  )`

  // Which events have had their effect, written in the transaction of the effect.
  yield* sql`create table inbox (
    consumer text not null,
    event_id text not null,
    applied_at timestamptz not null default now(),
    primary key (event_id, consumer)
  )`
  yield* sql`create index on inbox (applied_at)`

  // Records that a consumer could not handle. They may hold anything, so they are kept as bytes.
  yield* sql`create table dead_letters (
    id uuid primary key,
    topic text not null,
    consumer text not null,
    event_id text,
    key bytea,
    value bytea,
    headers json not null,
    origin text not null,
    attempts integer not null,
    error_type text not null,
    error text not null,
    failed_at timestamptz not null default now(),
    replayed_at timestamptz,
    unique (consumer, topic, origin)
  )`
  yield* sql`create index on dead_letters (id) where replayed_at is null`
  yield* sql`create index on dead_letters (event_id)`
})
