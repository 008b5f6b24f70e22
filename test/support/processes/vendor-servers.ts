import { generateKeyPairSync } from "node:crypto"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Effect } from "effect"
import { type FakeRecognizer, googleFake } from "../fakes/google-fake.ts"
import { selfSigned } from "../fakes/network/self-signed.ts"
import { tlsFront } from "../fakes/network/tls-front.ts"
import { finish, openAiFake, text } from "../fakes/openai-fake.ts"
import { cartesiaFake } from "../fakes/vendors/cartesia-fake.ts"
import { deepgramFake } from "../fakes/vendors/deepgram-fake.ts"
import { endMillisOf } from "../fakes/vendors/ear-script.ts"
import { elevenLabsFake } from "../fakes/vendors/elevenlabs-fake.ts"
import { makeLettersHeard } from "../fakes/vendors/letters-heard.ts"
import { sonioxFake } from "../fakes/vendors/soniox-fake.ts"

// Servers in the places of vendors, over TLS, in a process of their own: for benches, which start it by its path. Writes
// the certificate and the key file of a Google account into the folder of its first argument, and sends the settings of
// a service that uses the servers. Ends with the process that started it.

const [, , folder = ""] = process.argv
process.on("disconnect", () => process.exit(0))

/** A recognizer of Google that reports words while they are spoken, and the end of an utterance as the others do. */
const earOf = (recognizer: FakeRecognizer) => {
  let reportedAt = 0
  const letters = makeLettersHeard(({ millis, quietMillis, text, untilMillis }) => {
    if (text === "") return
    if (quietMillis >= endMillisOf(text)) {
      recognizer.final(text.trim(), untilMillis)
      return letters.reset()
    }
    if (millis - reportedAt < 300 || quietMillis > 0) return
    reportedAt = millis
    recognizer.interim(text.trim(), untilMillis)
  })
  return letters
}

const ears = new WeakMap<FakeRecognizer, ReturnType<typeof earOf>>()

const replies = [
  ["That is a good question.", "It depends on what you use each month."],
  ["Of course.", "I will send you all the papers this week."],
  ["It lasts for a year.", "After that you may end it at any time."]
]

const outcome = {
  tool_calls: [{ index: 0, id: "c1", function: { name: "record_outcome", arguments: '{"label":"undetermined"}' } }]
}

const servers = Effect.all({
  deepgram: deepgramFake(),
  soniox: sonioxFake(),
  elevenlabs: elevenLabsFake(),
  cartesia: cartesiaFake(),
  google: googleFake({
    recognizer: (recognizer) => void ears.set(recognizer, earOf(recognizer)),
    heard: (recognizer, piece) => ears.get(recognizer)?.hear(piece)
  }),
  model: openAiFake((index, { body }) => {
    if (body.tool_choice !== undefined) return [{ delta: outcome }, finish("tool_calls"), "usage", "done"]
    const words = (replies[index % replies.length] ?? []).join(" ").match(/\s*\S+/g) ?? []
    return [...words.map(text), finish("stop"), "usage", "done"]
  })
})

const settingsOf = async ({
  cartesia,
  deepgram,
  elevenlabs,
  google,
  model,
  soniox
}: Effect.Success<typeof servers>) => {
  const certificate = selfSigned(["localhost"])
  await writeFile(join(folder, "ca.pem"), certificate.cert)
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 })
  const account = {
    type: "service_account",
    project_id: "a-project",
    private_key_id: "1",
    private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
    client_email: "bench@a-project.iam.gserviceaccount.com",
    client_id: "1"
  }
  await writeFile(join(folder, "google.json"), JSON.stringify(account))
  const hostOf = async (server: { readonly url: string }, ...protocols: ReadonlyArray<string>) =>
    `localhost:${await tlsFront(server.url, certificate, protocols)}`
  const googleHost = await hostOf(google, "h2")
  return {
    NODE_EXTRA_CA_CERTS: join(folder, "ca.pem"),
    GRPC_DEFAULT_SSL_ROOTS_FILE_PATH: join(folder, "ca.pem"),
    DEEPGRAM_API_KEY: "dg-test",
    DEEPGRAM_URL: `wss://${await hostOf(deepgram)}`,
    SONIOX_API_KEY: "so-test",
    SONIOX_URL: `wss://${await hostOf(soniox)}`,
    ELEVENLABS_API_KEY: "el-test",
    ELEVENLABS_URL: `wss://${await hostOf(elevenlabs)}`,
    CARTESIA_API_KEY: "ca-test",
    CARTESIA_URL: `wss://${await hostOf(cartesia)}`,
    GOOGLE_APPLICATION_CREDENTIALS: join(folder, "google.json"),
    GOOGLE_PROJECT: "a-project",
    GOOGLE_SPEECH_ENDPOINT: googleHost,
    GOOGLE_TTS_ENDPOINT: googleHost,
    OPENAI_API_KEY: "sk-test",
    OPENAI_BASE_URL: `https://${await hostOf(model)}/v1`
  }
}

await Effect.gen(function* () {
  const started = yield* servers
  const settings = yield* Effect.promise(() => settingsOf(started))
  process.send?.({ settings })
  process.on("message", (order) => {
    if (order !== "problems") return
    const { cartesia, deepgram, elevenlabs, google, model, soniox } = started
    process.send?.([cartesia, deepgram, elevenlabs, google, model, soniox].flatMap(({ problems }) => problems))
  })
  return yield* Effect.never
}).pipe(Effect.scoped, Effect.runPromise)
