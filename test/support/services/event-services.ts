import { Effect, Layer, Logger } from "effect"
import type { DomainEvent } from "../../../src/events/schemas/topics.ts"
import { events } from "../../../src/main.ts"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import { Leader } from "../../../src/platform/sql/Leader.ts"
import * as Sql from "../../../src/platform/sql/Sql.ts"
import { makeDatabase } from "./test-database.ts"

/** All that events consist of and stand on, on a database that is there. */
export const eventServicesOn = (settings: Readonly<Record<string, string>>) =>
  events.pipe(
    Layer.provideMerge(Leader.layer),
    Layer.provideMerge(Layer.mergeAll(Sql.layer, Sql.SqlSession.layer)),
    Layer.provideMerge(Layer.effect(AppConfig, readSettings(settings))),
    Layer.provideMerge(Logger.layer([]))
  )

/** The same as a node of its own, also where others run in this process; it ends with the scope. */
export const startNode = (settings: Readonly<Record<string, string>>) =>
  Effect.flatMap(Effect.scope, (scope) =>
    Layer.buildWithMemoMap(eventServicesOn(settings), Layer.makeMemoMapUnsafe(), scope)
  )

/** The settings of a database that is removed when the scope closes. */
export const newDatabase = Effect.map(
  Effect.acquireRelease(Effect.promise(makeDatabase), ({ remove }) => Effect.promise(remove)),
  ({ settings }) => settings
)

/** An event about the person of this key; `attempt` tells it from others. */
export const callEnded = (contactId: string, attempt: number): DomainEvent => ({
  topic: "call-ended.v1",
  data: {
    organizationId: "1",
    campaignId: "campaign",
    callId: `call of ${contactId}`,
    contactId,
    phoneNumber: "+9198******10",
    attempt,
    callSid: null,
    status: "COMPLETED",
    outcome: "CONNECTED",
    failureReason: null,
    durationSeconds: 30,
    answeredBy: "human",
    startedAt: new Date(1_700_000_000_000),
    endedAt: new Date(1_700_000_030_000)
  }
})
