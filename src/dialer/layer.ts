import { Effect, Layer } from "effect"
import { AccountPace } from "../carriers/AccountPace.ts"
import { AppConfig } from "../platform/config.ts"
import * as Lifecycle from "../platform/lifecycle/Lifecycle.ts"
import { AttemptEnds } from "./AttemptEnds.ts"
import * as CampaignActor from "./CampaignActor.ts"
import { CampaignActors } from "./CampaignActor.ts"

import { CampaignControl } from "./CampaignControl.ts"
import * as CampaignWaker from "./CampaignWaker.ts"
import { Claims } from "./Claims.ts"
import * as Cluster from "./cluster/Cluster.ts"
import { Dispatch } from "./Dispatch.ts"
import { InboundCalls } from "./InboundCalls.ts"
import { Pace } from "./Pace.ts"
import { Readiness } from "./Readiness.ts"
import { RefusedCalls } from "./RefusedCalls.ts"
import * as Scheduler from "./Scheduler.ts"
import { WaitReasons } from "./WaitReasons.ts"

/** Claims calls within their pace and settles attempts that have ended. Dials nothing by itself. */
export const claiming = Layer.merge(Claims.layer, AttemptEnds.layer).pipe(
  Layer.provideMerge(Layer.merge(Pace.layer, AccountPace.layer))
)

/** Starts, pauses, resumes and cancels campaigns; wakes their actors, which it needs. */
export const control = CampaignControl.layer.pipe(Layer.provideMerge(Readiness.layer))

const dialing = Layer.provide(CampaignActor.layer, RefusedCalls.layer)

const actors = Layer.unwrap(Effect.map(AppConfig, ({ roles }) => (roles.has("dialer") ? dialing : Layer.empty))).pipe(
  Layer.provideMerge(Cluster.layer)
)

/** Dials: the campaigns' actors on a node with that role, the clock that starts campaigns, and their control. */
export const layer = Layer.merge(Scheduler.layer, CampaignWaker.layer).pipe(
  Layer.provideMerge(control),
  Layer.provideMerge(CampaignActors.layer),
  Layer.provideMerge(Lifecycle.untilDrain(actors)),
  Layer.provideMerge(Layer.mergeAll(Dispatch.layer, InboundCalls.layer, WaitReasons.layer)),
  Layer.provideMerge(claiming)
)
