import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The organizations' own accounts at carriers. `auth_token` is sealed. `next_start_at` is the pace of the account.
  yield* sql`create table carrier_accounts (
    organization_id integer not null references organizations (id) on delete cascade,
    id uuid primary key,
    carrier text not null,
    account_id text not null unique,
    auth_token text not null,
    last_four text,
    calls_per_second double precision not null,
    next_start_at timestamptz not null default '-infinity',
    changed_at timestamptz not null default clock_timestamp(),
    changed_by text not null,
    unique (organization_id, account_id)
  )`

  // The own account from which a number calls. Null: the account of the installation.
  yield* sql`alter table caller_ids add column account_id text,
    add foreign key (organization_id, account_id) references carrier_accounts (organization_id, account_id)`
})
