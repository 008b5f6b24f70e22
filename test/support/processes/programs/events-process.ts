import { once } from "node:events"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect } from "effect"
import { consumeInto, writeWithoutEnd } from "../../events/event-load.ts"
import { startNode } from "../../services/events.ts"

// A node that only handles events, for tests that stop or kill it. It prints a line once it is up. One that is held has
// loaded its code, and waits for its input to begin.
const { settings, group, writers, isHeld } = JSON.parse(process.env.EVENTS_NODE ?? "{}")
if (isHeld === true) {
  process.stdout.write("loaded\n")
  await once(process.stdin, "data")
}

Effect.gen(function* () {
  const node = yield* startNode(settings)
  yield* Effect.gen(function* () {
    if (group !== undefined) yield* consumeInto(group)
    process.stdout.write("ready\n")
    if (writers !== undefined) yield* writeWithoutEnd({ writers, seed: process.pid })
    return yield* Effect.never
  }).pipe(Effect.provideContext(node))
}).pipe(Effect.scoped, NodeRuntime.runMain)
