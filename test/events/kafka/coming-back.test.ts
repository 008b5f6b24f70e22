import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Kafka, logLevel } from "kafkajs"
import { startScript } from "../../support/processes/script-process.ts"
import { hasKafka, kafkaSettings } from "../../support/servers/kafka.ts"
import { newDatabase } from "../../support/services/ground.ts"

describe.skipIf(!hasKafka)("a member of a group on Kafka that was killed and is back", () => {
  it.live("takes its place again, and the other members go on", () =>
    Effect.gen(function* () {
      const settings = { ...(yield* newDatabase), ...(yield* kafkaSettings) }
      const groupId = `${settings.KAFKA_TOPIC_PREFIX}.policy`
      const kafka = new Kafka({ brokers: settings.KAFKA_BROKERS.split(","), logLevel: logLevel.NOTHING })
      const admin = kafka.admin()
      yield* Effect.acquireRelease(
        Effect.promise(() => admin.connect()),
        () => Effect.promise(() => admin.disconnect())
      )
      const membersOf = Effect.map(
        Effect.promise(() => admin.describeGroups([groupId])),
        ({ groups: [group] }) => (group?.state === "Stable" ? group.members.map(({ memberId }) => memberId) : [])
      )
      const untilMembers = (accept: (members: ReadonlyArray<string>) => boolean) =>
        membersOf.pipe(Effect.delay("50 millis"), Effect.repeat({ until: accept }))
      const loadNode = Effect.gen(function* () {
        const fields = { settings, group: "policy", isHeld: true }
        const node = yield* startScript(script, { EVENTS_NODE: JSON.stringify(fields) })
        assert.strictEqual(yield* Effect.promise(node.line), "loaded")
        const go = Effect.gen(function* () {
          node.send("go")
          assert.strictEqual(yield* Effect.promise(node.line), "ready")
        })
        return { go, kill: Effect.promise(node.kill) }
      })

      const node = yield* loadNode
      yield* node.go
      const [before] = yield* untilMembers(({ length }) => length === 1)
      const other = kafka.consumer({ groupId })
      let joins = 0
      other.on(other.events.GROUP_JOIN, () => {
        joins += 1
      })
      yield* Effect.acquireRelease(
        Effect.promise(async () => {
          await other.connect()
          await other.subscribe({ topic: `${settings.KAFKA_TOPIC_PREFIX}.call-ended.v1` })
          await other.run({ eachMessage: async () => {} })
        }),
        () => Effect.promise(() => other.disconnect())
      )
      yield* untilMembers((members) => members.length === 2 && joins > 0)
      const joined = joins

      // The member is back before its session is over, also on a machine on which its code takes long to load.
      const again = yield* loadNode
      yield* node.kill
      yield* again.go
      const after = yield* untilMembers((members) => members.length === 2 && !members.includes(before ?? ""))
      assert.strictEqual(joins, joined)
      const nameOf = (member: string | undefined) => member?.slice(0, -"-00000000-0000-0000-0000-000000000000".length)
      assert.include(after.map(nameOf), nameOf(before))
    })
  )
})

const script = new URL("../../support/processes/programs/events-process.ts", import.meta.url)
