import { Deferred, Effect } from "effect"
import { silent } from "../../audio/frames.ts"
import { tone } from "../../audio/tone.ts"
import { ProviderFailure } from "../contract/ProviderFailure.ts"
import { openSocket } from "./ProviderSocket.ts"
import { beginMillis, type EarProtocol, notBegun } from "./socket-ear.ts"

/**
 * Lets a vendor hear a second of sound. Fails when it refuses the connection or the sound, closes meanwhile, or does not
 * begin its session.
 */
export const examineEar = Effect.fnUntraced(function* (protocol: EarProtocol) {
  const lost = yield* Deferred.make<never, ProviderFailure>()
  const opened = yield* Deferred.make<void>()
  const begun = yield* Deferred.make<void>()
  const read = (message: string) => {
    Deferred.doneUnsafe(begun, Effect.void)
    const news = protocol.read(message, 0)
    if (news instanceof ProviderFailure) Deferred.doneUnsafe(lost, Effect.fail(news))
  }
  const socket = yield* Effect.acquireRelease(
    Effect.sync(() =>
      openSocket(protocol, {
        onOpen: () => void Deferred.doneUnsafe(opened, Effect.void),
        onText: read,
        onLost: (failure) => void Deferred.doneUnsafe(lost, Effect.fail(failure))
      })
    ),
    (socket) => Effect.sync(() => socket.close(protocol.farewell))
  )
  for (const message of protocol.begin ?? []) socket.send(message)
  const hearing = Effect.gen(function* () {
    yield* Deferred.await(opened)
    if (protocol.saysBegin)
      yield* Effect.timeoutOrElse(Deferred.await(begun), {
        duration: beginMillis,
        orElse: () => Effect.fail(notBegun(protocol.provider))
      })
    // At the pace of speech, and after the first messages: some vendors refuse to hear faster or earlier.
    for (const portion of aSecond) {
      yield* Effect.sleep(portionMillis)
      socket.send(protocol.audio(portion))
    }
    yield* Effect.sleep(portionMillis)
  })
  yield* Effect.raceFirst(hearing, Deferred.await(lost))
}, Effect.scoped)

/** Duration of each portion of the sound, ms. */
const portionMillis = 100
const aSecond = Array.from({ length: 10 }, (_, index) =>
  index >= 2 && index < 5 ? tone(440, portionMillis) : silent(portionMillis)
)
