import { Context, Effect, Layer, Schema, type Scope, Semaphore } from "effect"

/** There is no room for the body, also after a wait. */
export class NoRoom extends Schema.TaggedError<NoRoom>()("NoRoom", {
  /** The organization has too many bodies in work, or all organizations together have on this node. */
  holder: Schema.Literals(["organization", "node"])
}) {}

const MiB = 1024 * 1024

/** Size from which a body is large, bytes. */
export const largeBody = 256 * 1024

/** Bounds of large bodies, and of all others. Small requests never wait for large ones. */
export const bounds = {
  large: { nodeBytes: 64 * MiB, organizationBytes: 32 * MiB, organizationRequests: 2 },
  small: { nodeBytes: 32 * MiB, organizationBytes: 8 * MiB, organizationRequests: Number.POSITIVE_INFINITY }
}

/** Number of large bodies that a node works on at once. While one waits for a lock, another goes on. */
const largeAtOnce = 2

/** Longest wait for room. */
const patience = "5 seconds"

interface Body {
  readonly holder: string
  readonly bytes: number
}

interface Waiting extends Body {
  readonly admit: () => void
}

/** Bounds the bytes of bodies that this node receives and works on at once. */
export class BytesInFlight extends Context.Service<
  BytesInFlight,
  {
    /** Waits for room, and keeps it until the scope ends. Bodies are admitted in the order of their arrival. */
    readonly reserve: (body: Body) => Effect.Effect<void, NoRoom, Scope.Scope>
    /**
     * Does the work of a body that was received. Of the large ones at most two are worked on at once, because each keeps a
     * connection and a core of the database busy, for which small requests and live calls would wait. Must not be called
     * in a transaction, whose connection others may need to finish.
     */
    readonly work: <A, E, R>(bytes: number, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("carillon/platform/BytesInFlight") {
  static readonly layer = Layer.sync(BytesInFlight, () => {
    const small = makeRoom(bounds.small)
    const large = makeRoom(bounds.large)
    const largeAtWork = Semaphore.makeUnsafe(largeAtOnce)
    return BytesInFlight.of({
      reserve: (body) =>
        Effect.asVoid(
          Effect.acquireRelease(
            (body.bytes > largeBody ? large : small).enter(body),
            (release) => Effect.sync(release),
            { interruptible: true }
          )
        ),
      work: (bytes, work) => (bytes > largeBody ? largeAtWork.withPermits(1)(work) : work)
    })
  })
}

/** Admits bodies while they fit. No body passes one that waits for the node, so that a large one is not starved. */
const makeRoom = (bound: (typeof bounds)["large"]) => {
  const held = new Map<string, { bytes: number; requests: number }>()
  const waiting = new Set<Waiting>()
  let heldBytes = 0

  const fitsOrganization = ({ bytes, holder }: Body) => {
    const { bytes: before, requests } = held.get(holder) ?? { bytes: 0, requests: 0 }
    return requests < bound.organizationRequests && before + bytes <= bound.organizationBytes
  }
  const fitsNode = ({ bytes }: Body) => heldBytes + bytes <= bound.nodeBytes

  const take = ({ bytes, holder }: Body) => {
    const { bytes: before, requests } = held.get(holder) ?? { bytes: 0, requests: 0 }
    held.set(holder, { bytes: before + bytes, requests: requests + 1 })
    heldBytes += bytes
  }
  const release = ({ bytes, holder }: Body) => {
    const { bytes: before, requests } = held.get(holder) ?? { bytes, requests: 1 }
    if (requests === 1) held.delete(holder)
    else held.set(holder, { bytes: before - bytes, requests: requests - 1 })
    heldBytes -= bytes
    admitWaiting()
  }
  const admitWaiting = () => {
    for (const next of waiting) {
      if (!fitsOrganization(next)) continue
      if (!fitsNode(next)) return
      waiting.delete(next)
      take(next)
      next.admit()
    }
  }

  const enter = (body: Body) =>
    Effect.callback<() => void, NoRoom>((resume) => {
      let left = false
      const releaseOnce = () => {
        if (!left) release(body)
        left = true
      }
      const next: Waiting = { ...body, admit: () => resume(Effect.succeed(releaseOnce)) }
      waiting.add(next)
      admitWaiting()
      return Effect.sync(() => {
        // An interrupt may meet a body that was admitted a moment before.
        if (!waiting.delete(next)) releaseOnce()
      })
    }).pipe(
      Effect.timeoutOrElse({
        duration: patience,
        orElse: () => Effect.fail(new NoRoom({ holder: fitsOrganization(body) ? "node" : "organization" }))
      })
    )

  return { enter }
}
