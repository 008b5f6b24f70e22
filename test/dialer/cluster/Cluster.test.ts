import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Logger } from "effect"
import { EntityId, Sharding } from "effect/cluster"
import { CampaignActors } from "../../../src/dialer/CampaignActor.ts"
import * as Cluster from "../../../src/dialer/cluster/Cluster.ts"
import { newDatabase, onDatabase } from "../../support/services/ground.ts"

const startNode = (settings: Readonly<Record<string, string>>) =>
  Layer.build(onDatabase(settings)(CampaignActors.layer.pipe(Layer.provideMerge(Cluster.layer))))

/** Whether a node of a cluster without addresses has the campaigns, all of which it would get at once. */
const hasCampaigns = (node: Context.Context<Sharding.Sharding>) => {
  const { getShardId, hasShardId } = Context.get(node, Sharding.Sharding)
  return hasShardId(getShardId(EntityId.make("campaign"), "default"))
}

describe("a single node without the role dialer", () => {
  it.live("takes no campaigns and wakes none", () =>
    Effect.gen(function* () {
      const serves = yield* startNode({ ...(yield* newDatabase), ROLES: "api" })
      const dials = yield* startNode(yield* newDatabase)
      while (!hasCampaigns(dials)) yield* Effect.sleep("10 millis")
      assert.isFalse(hasCampaigns(serves))

      const lines: Array<string> = []
      const logger = Logger.make(({ message }) => lines.push(String(message)))
      yield* Effect.provide(Context.get(serves, CampaignActors).wake("campaign"), Logger.layer([logger]))
      assert.deepStrictEqual(lines, [])
    }).pipe(Effect.scoped)
  )
})
