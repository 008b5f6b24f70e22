// The typed client, with Effect: CARILLON_URL=http://127.0.0.1:8080 CARILLON_KEY=sk_live_… node examples/typescript-effect.ts
import { makeClient } from "carillon/client"
import { Console, Effect } from "effect"
import { FetchHttpClient } from "effect/http"

const { CARILLON_KEY = "", CARILLON_URL = "http://127.0.0.1:8080" } = process.env

const program = Effect.gen(function* () {
  const client = yield* makeClient({ url: CARILLON_URL, apiKey: CARILLON_KEY })

  const phoneNumber = "+919812345601"
  const asha = yield* client.contacts
    .create({ payload: { name: "Asha Rao", phoneNumber, metadata: { branch: "Pune" } }, headers: {} })
    .pipe(
      // Every failure of the contract has a type. Conflict means that the contact exists already.
      Effect.catchTag("Conflict", () =>
        Effect.map(client.contacts.list({ query: { search: phoneNumber, page: 1, limit: 20 } }), ({ data }) => data[0])
      )
    )
  yield* Console.log(`${asha?.name} is ${asha?.id}`)

  const missing = yield* Effect.flip(client.contacts.get({ params: { id: "nobody" } }))
  yield* Console.log(missing._tag === "NotFound" ? missing.message : missing)
})

await Effect.runPromise(Effect.provide(program, FetchHttpClient.layer))
