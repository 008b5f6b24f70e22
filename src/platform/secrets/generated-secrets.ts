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

/**
 * The key ring: `ENCRYPTION_KEY`, or the key that the first start generated. Empty if there is neither and none may be
 * generated: a new key opens nothing in a database that has another one, and would be mistaken for the lost file.
 */
export const encryptionKeys = Effect.fnUntraced(function* (mayGenerate: boolean) {
  const settings = yield* AppConfig
  const keys = yield* mayGenerate ? settingOrGenerated(settings, encryptionKey) : settingOrFile(settings, encryptionKey)
  return keys ?? []
})

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

const encryptionKey: Generated<ReadonlyArray<EncryptionKey>> = {
  setting: "ENCRYPTION_KEY",
  file: "encryption-key",
  make: () => `k${randomBytes(4).toString("hex")}:${randomBytes(32).toString("base64")}`,
  pick: ({ encryptionKeys }) => encryptionKeys,
  advice: "back it up: without it the stored secrets are lost"
}

interface Generated<A> {
  readonly setting: string
  readonly file: string
  readonly make: () => string
  readonly pick: (settings: Settings) => Option.Option<A>
  readonly advice: string
}

const settingOrGenerated = Effect.fnUntraced(function* <A>(settings: Settings, secret: Generated<A>) {
  const found = yield* settingOrFile(settings, secret)
  if (found !== undefined) return found
  const path = join(settings.dataDir, secret.file)
  const made = yield* attempt(`create ${path}`, () => createOnce(path, `${secret.make()}\n`))
  if (made) yield* Effect.logInfo(`Made ${secret.setting} and kept it in ${path} (${secret.advice})`)
  // Always reads the file back: two processes that start at once both use the file that was created first.
  return yield* parse(secret, path, yield* attempt(`read ${path}`, () => readFile(path, "utf8")))
})

const settingOrFile = Effect.fnUntraced(function* <A>(settings: Settings, secret: Generated<A>) {
  const configured = secret.pick(settings)
  if (Option.isSome(configured)) return configured.value
  const path = join(settings.dataDir, secret.file)
  const text = yield* attempt(`read ${path}`, () => ifThere(readFile(path, "utf8")))
  return text === undefined ? undefined : yield* parse(secret, path, text)
})

const parse = <A>({ pick, setting }: Generated<A>, path: string, text: string) =>
  readSettings({ [setting]: text }).pipe(
    Effect.map(pick),
    Effect.flatMap(Effect.fromOption),
    Effect.mapError(
      () => new GeneratedSecretError({ message: `${path} is damaged: restore it from a backup, or set ${setting}` })
    )
  )

const attempt = <A>(what: string, run: () => Promise<A>) =>
  Effect.tryPromise({
    try: run,
    catch: (cause) =>
      new GeneratedSecretError({ message: `Cannot ${what} (${cause instanceof Error ? cause.message : cause})` })
  })
