import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table flows (
    organization_id integer not null references organizations (id),
    id uuid not null,
    name text not null,
    type text not null check (type in ('SURVEY', 'MASS_COMMUNICATION', 'NUDGE', 'HYBRID')),
    language text not null,
    voice_gender text not null,
    tts_provider text not null check (tts_provider in ('CLOUD_TTS', 'GENERATIVE_TTS', 'PREMIUM_TTS')),
    llm_provider text not null check (llm_provider in ('HOSTED_API', 'PLATFORM_INFERENCE')),
    system_instruction text not null,
    initial_prompt text not null,
    allow_interrupts boolean not null,
    knowledge_base_id uuid,
    variables jsonb not null default '[]',
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (organization_id, id)
  )`
})
