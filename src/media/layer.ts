import { Layer } from "effect"
import { AccountPace } from "../carriers/AccountPace.ts"
import * as Providers from "../providers/Providers.ts"
import { Briefs } from "./brief/Briefs.ts"
import { MediaGateway } from "./gateway/MediaGateway.ts"
import { FixedLineAudio } from "./reply/FixedLineAudio.ts"
import * as FixedLineRenderer from "./reply/FixedLineRenderer.ts"
import { Replies } from "./reply/Replies.ts"
import { CallSession } from "./session/CallSession.ts"
import * as ProviderReporter from "./session/ProviderReporter.ts"
import { TargetSession } from "./target/TargetSession.ts"
import { CallTools } from "./tools/CallTools.ts"
import { Handovers } from "./transfer/Handovers.ts"
import { TrialBriefs } from "./trial/TrialBriefs.ts"
import { TrialLines } from "./trial/TrialLines.ts"

/** Holds the conversation of a call with the providers that the settings name. */
export const sessions = Layer.mergeAll(CallSession.layer, FixedLineRenderer.layer, ProviderReporter.layer).pipe(
  Layer.provide([Briefs.layer, FixedLineAudio.layer, Replies.layer, CallTools.layer]),
  Layer.provide(Providers.layer)
)

export type SessionLayer = Layer.Layer<CallSession, Layer.Error<typeof sessions>, Layer.Services<typeof sessions>>

/** Holds the conversation with a person to whom a call is to be transferred. */
const targets = TargetSession.layer.pipe(
  Layer.provide([Briefs.layer, FixedLineAudio.layer]),
  Layer.provide(Providers.layer)
)

/** Takes the media streams of the carrier and of trials, and has a session hold each conversation. */
export const layer = (session: SessionLayer = sessions) =>
  TrialLines.layer.pipe(
    Layer.provideMerge(MediaGateway.layer),
    Layer.provideMerge(TrialBriefs.layer),
    Layer.provide([session, targets]),
    Layer.provideMerge(Layer.provide(Handovers.layer, AccountPace.layer))
  )
