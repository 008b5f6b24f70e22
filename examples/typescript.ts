// The typed client, with async and await: CARILLON_URL=http://127.0.0.1:8080 CARILLON_KEY=sk_live_… node examples/typescript.ts
import { makeClient } from "carillon/client"
import { ManagedRuntime } from "effect"
import { FetchHttpClient } from "effect/http"

const { CARILLON_KEY = "", CARILLON_URL = "http://127.0.0.1:8080" } = process.env

const { dispose, runPromise } = ManagedRuntime.make(FetchHttpClient.layer)
const client = await runPromise(makeClient({ url: CARILLON_URL, apiKey: CARILLON_KEY }))

const audience = await runPromise(client.audiences.create({ payload: { name: "March reminders" }, headers: {} }))
console.log(`${audience.name} has ${audience.contactCount} contacts`)

const contacts = [
  { name: "Asha Rao", phoneNumber: "+919812345611" },
  { name: "Omar Das", phoneNumber: "12345" }
]
const { created, errors, updated } = await runPromise(client.contacts.bulk({ payload: { contacts }, headers: {} }))
console.log(`${created} created, ${updated} updated, ${errors.length} refused: ${errors[0]?.reason}`)

// A refused request throws an error with the code and the message of the service.
await runPromise(client.campaigns.get({ params: { id: "none" } })).catch(({ code, message }) =>
  console.log(`${code}: ${message}`)
)
await dispose()
