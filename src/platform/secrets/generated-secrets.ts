import { randomBytes } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { Effect, Option, type Redacted, Schema } from "effect"
import { AppConfig, type EncryptionKey, readSettings, type Settings } from "../config.ts"
import { createOnce, ifThere } from "../files/durable-file.ts"

/** A generated secret can be neither read nor created. The start fails and prints only the message. */
export class GeneratedSecretError extends Schema.TaggedError<GeneratedSecretError>()("GeneratedSecretError", {
  message: Schema.String
}) {}

/** The key ring: `ENCRYPTION_KEY`, or the key that the first start generated. */
export const encryptionKeys: Effect.Effect<ReadonlyArray<EncryptionKey>, GeneratedSecretError, AppConfig> = Effect.gen(
  function* () {
    const settings = yield* AppConfig
    return yield* settingOrGenerated(settings, {
      setting: "ENCRYPTION_KEY",
      file: "encryption-key",
      make: () => `k${randomBytes(4).toString("hex")}:${randomBytes(32).toString("base64")}`,
      pick: ({ encryptionKeys }) => encryptionKeys,
      advice: "back it up: without it the stored secrets are lost"
    })
  }
)

/** `ADMIN_TOKEN`, or the token that the first start generated. */
export const adminToken: Effect.Effect<Redacted.Redacted, GeneratedSecretError, AppConfig> = Effect.gen(function* () {
  const settings = yield* AppConfig
  return yield* settingOrGenerated(settings, {
    setting: "ADMIN_TOKEN",
    file: "admin-token",
    make: () => randomBytes(32).toString("base64url"),
    pick: ({ adminToken }) => adminToken,
    advice: "it opens the admin API"
  })
})

interface Generated<A> {
  readonly setting: string
  readonly file: string
  readonly make: () => string
  readonly pick: (settings: Settings) => Option.Option<A>
  readonly advice: string
}

const settingOrGenerated = Effect.fnUntraced(function* <A>(settings: Settings, secret: Generated<A>) {
  const configured = secret.pick(settings)
  if (Option.isSome(configured)) return configured.value
  const path = join(settings.dataDir, secret.file)
  const found = yield* attempt(`read ${path}`, () => ifThere(readFile(path, "utf8")))
  if (found === undefined) {
    const made = yield* attempt(`create ${path}`, () => createOnce(path, `${secret.make()}\n`))
    if (made) yield* Effect.logInfo(`Made ${secret.setting} and kept it in ${path} (${secret.advice})`)
  }
  // Always reads the file back: two processes that start at once both use the file that was created first.
  const text = found ?? (yield* attempt(`read ${path}`, () => readFile(path, "utf8")))
  return yield* readSettings({ [secret.setting]: text }).pipe(
    Effect.map(secret.pick),
    Effect.flatMap(Effect.fromOption),
    Effect.mapError(
      () =>
        new GeneratedSecretError({ message: `${path} is damaged: restore it from a backup, or set ${secret.setting}` })
    )
  )
})

const attempt = <A>(what: string, run: () => Promise<A>) =>
  Effect.tryPromise({
    try: run,
    catch: (cause) =>
      new GeneratedSecretError({ message: `Cannot ${what} (${cause instanceof Error ? cause.message : cause})` })
  })
