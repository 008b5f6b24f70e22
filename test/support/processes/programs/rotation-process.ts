import { Effect, Layer, Logger } from "effect"
import { KeyRotation } from "../../../../src/operations/installation-keys/KeyRotation.ts"
import { Secrets } from "../../../../src/platform/secrets/Secrets.ts"
import { accountsAndContacts, onDatabase } from "../../services/ground.ts"

// A node that only seals everything anew, for tests that kill it. It dies when it has opened a number of values, and
// prints a line when everything is sealed.
const { ROTATION_SETTINGS = "{}", DIE_AFTER = "0" } = process.env

let opened = 0
const dying = Layer.effect(
  Secrets,
  Effect.map(Secrets, (secrets) =>
    Secrets.of({
      ...secrets,
      open: (sealed, place) =>
        Effect.suspend(() => {
          if (++opened === Number(DIE_AFTER)) process.kill(process.pid, "SIGKILL")
          return secrets.open(sealed, place)
        })
    })
  )
)

const report = Effect.gen(function* () {
  const rotation = yield* KeyRotation
  yield* rotation.start
  for (;;) {
    const progress = yield* rotation.progress
    if (progress?.finishedAt !== null) return console.log(`finished ${JSON.stringify(progress)}`)
    yield* Effect.sleep("20 millis")
  }
})

Layer.effectDiscard(report).pipe(
  Layer.provide(KeyRotation.layer),
  Layer.provide(dying),
  Layer.provide(onDatabase(JSON.parse(ROTATION_SETTINGS))(accountsAndContacts)),
  Layer.provide(Logger.layer([])),
  Layer.build,
  Effect.scoped,
  Effect.runPromise
)
