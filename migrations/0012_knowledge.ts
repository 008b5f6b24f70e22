import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create extension if not exists vector`

  yield* sql`create table knowledge_bases (
    organization_id integer not null references organizations (id),
    id uuid not null unique,
    name text not null,
    description text,
    created_at timestamptz not null default clock_timestamp(),
    updated_at timestamptz not null default clock_timestamp(),
    primary key (organization_id, id)
  )`

  // A flow never points to a knowledge base of somebody else, nor to one that is gone.
  yield* sql`update flows set knowledge_base_id = null where knowledge_base_id is not null`
  yield* sql`create index on flows (organization_id, knowledge_base_id)`
  yield* sql`alter table flows add foreign key (organization_id, knowledge_base_id)
    references knowledge_bases (organization_id, id)`

  // `model` is whose vectors its chunks have, null before the first. `due_at` is when there is work to do on it: the first
  // indexing, another try, or embedding again; null when there is none. Whoever works on it puts `due_at` off first, so that
  // the work of a node that died is taken up by another; `taken_at` is when it did, and tells its work from that of the next.
  yield* sql`create table documents (
    organization_id integer not null,
    id uuid not null unique,
    knowledge_base_id uuid not null,
    filename text not null,
    file_type text not null check (file_type in ('pdf', 'docx', 'txt', 'md', 'csv', 'pptx', 'html')),
    file_size integer not null,
    storage_key text not null unique,
    status text not null default 'PENDING' check (status in ('PENDING', 'INDEXING', 'READY', 'FAILED')),
    failure_reason text,
    chunk_count integer not null default 0,
    model text,
    failures integer not null default 0,
    due_at timestamptz default clock_timestamp(),
    taken_at timestamptz,
    created_at timestamptz not null default clock_timestamp(),
    primary key (organization_id, id),
    foreign key (organization_id, knowledge_base_id) references knowledge_bases (organization_id, id) on delete cascade,
    check ((status = 'FAILED') = (failure_reason is not null))
  )`
  yield* sql`create index on documents (knowledge_base_id, id)`
  yield* sql`create index on documents (due_at) where due_at is not null`
  yield* sql`create index on documents (model) where model is not null`
  yield* sql`create index on documents (organization_id, taken_at)`

  // Files in the blob store that no document has: made before the row and removed after it, so none is ever forgotten.
  yield* sql`create table stray_files (
    storage_key text primary key,
    due_at timestamptz not null
  )`
  yield* sql`create index on stray_files (due_at)`

  yield* sql`create table chunks (
    id uuid primary key,
    organization_id integer not null,
    document_id uuid not null,
    position integer not null,
    text text not null,
    unique (document_id, position),
    foreign key (organization_id, document_id) references documents (organization_id, id) on delete cascade
  )`

  // Beside the texts, so that a search reads vectors and nothing else; stored in the row, since one in a file of its own costs
  // a look-up each.
  yield* sql`create table chunk_vectors (
    chunk_id uuid primary key references chunks (id) on delete cascade,
    knowledge_base_id uuid not null,
    model text not null,
    vector halfvec not null
  )`
  yield* sql`alter table chunk_vectors alter column vector set storage main`
  yield* sql`create index on chunk_vectors (knowledge_base_id, model)`
})
