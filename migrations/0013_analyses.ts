import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // What the talk of an attempt came to, once: a replayed event finds it here. The finding is sealed, as what was said is.
  // `given_up`: nobody had said what it came to in time; a word that comes later takes its place.
  yield* sql`create table analyses (
    organization_id integer not null,
    attempt_id uuid not null,
    call_id uuid not null,
    intent_label_id uuid,
    finding text not null,
    given_up boolean not null default false,
    created_at timestamptz not null default clock_timestamp(),
    primary key (organization_id, attempt_id),
    foreign key (organization_id, attempt_id) references attempts (organization_id, id),
    foreign key (organization_id, call_id) references calls (organization_id, id)
  )`
  yield* sql`create index on analyses (organization_id, call_id)`
  yield* sql`create index on analyses (organization_id, created_at)`

  // Since when a call waits for somebody to look at it, and why.
  yield* sql`alter table calls add column in_review_since timestamptz, add column review_reason text`
  yield* sql`create index calls_in_review on calls (organization_id, in_review_since, id)
    where in_review_since is not null`

  // Calls at a person's own time say nothing of when they are likeliest to answer. `counted_as` is what best times know of
  // the attempt: whether a person answered; null while it is not among them.
  yield* sql`alter table attempts add column is_callback boolean not null default false, add column counted_as boolean`
})
