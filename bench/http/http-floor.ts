import { createServer } from "node:http"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, ManagedRuntime, References } from "effect"
import { contactColumns } from "../../src/contacts/contact-rows.ts"
import { AppConfig } from "../../src/platform/config.ts"
import { Secrets } from "../../src/platform/secrets/Secrets.ts"
import * as Sql from "../../src/platform/sql/Sql.ts"

// The minimum that answers GET /v1/contacts/:id: node:http and the same two queries through the
// same client. Like the product without a collector, creates no spans.
const spansOff = Layer.succeed(References.TracerEnabled, false)
const runtime = ManagedRuntime.make(
  Secrets.layer.pipe(Layer.provideMerge(Sql.layer), Layer.provide(AppConfig.layer), Layer.provideMerge(spansOff))
)

const find = await runtime.runPromise(
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    const secrets = yield* Secrets
    const columns = sql.literal(contactColumns)
    return Effect.fnUntraced(function* (key: string, id: string) {
      const [holder] = yield* sql<{ organizationId: number }>`
        select id as "keyId", organization_id as "organizationId", role,
          case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'valid' end as state
        from api_keys where digest in ${sql.in(secrets.digests("api-key", key))}`
      const [contact] = yield* sql`select ${columns} from contacts c
        where c.organization_id = ${holder?.organizationId ?? 0} and c.id = ${id}`
      return contact
    })
  })
)

createServer(async ({ url = "", headers }, response) => {
  const contact = await runtime.runPromise(find(String(headers["x-api-key"]), url.slice("/v1/contacts/".length)))
  const body = JSON.stringify(contact)
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) }).end(body)
}).listen(Number(process.env.PORT), "127.0.0.1", () => process.send?.("listening"))
