import type { IncomingMessage } from "node:http"
import { Context, Effect, Layer } from "effect"
import { WebSocket } from "ws"
import { FlowTrials, type TooManyTrials, type TrialId, type TrialNotFound } from "../../campaigns/FlowTrials.ts"
import { browserAccount, makeBrowserMedia, type TrialStart } from "../../carriers/browser/browser-media.ts"
import type { TrialOutput } from "../../domain/views/FlowTrial.ts"
import { keepGoing } from "../../platform/lifecycle/keep-going.ts"
import { Lifecycle } from "../../platform/lifecycle/Lifecycle.ts"
import { type MakeStream, MediaGateway, type StreamRefused } from "../gateway/MediaGateway.ts"
import { bridgeStream, type StreamEnd, serverStopping } from "../gateway/stream-bridge.ts"
import { CallSession } from "../session/CallSession.ts"
import { TrialBriefs } from "./TrialBriefs.ts"
import { makeTrialHearing } from "./trial-hearing.ts"
import { makeTrialPage } from "./trial-page.ts"

/** Lets people try flows: a browser takes the place of the carrier, and the session is that of a call. */
export class TrialLines extends Context.Service<
  TrialLines,
  {
    /**
     * Carries the websocket of a trial to its end, or until the client may not go on. A request without permission is
     * refused before it costs anything.
     */
    readonly carry: (
      trial: TrialId,
      request: IncomingMessage,
      untilForbidden: Effect.Effect<void>
    ) => Effect.Effect<void, StreamRefused | TrialNotFound | TooManyTrials>
  }
>()("carillon/media/TrialLines") {
  static readonly layer = Layer.effect(
    TrialLines,
    Effect.gen(function* () {
      const gateway = yield* MediaGateway
      const trials = yield* FlowTrials
      const briefs = yield* TrialBriefs
      const { begin } = yield* CallSession
      const { drainStarted } = yield* Lifecycle

      const streamOf =
        (trial: TrialId): MakeStream =>
        ({ wheel, ws }) => {
          let start: TrialStart | undefined
          const send = (output: TrialOutput) => {
            if (ws.readyState === WebSocket.OPEN) ws.send(JSON.stringify(output))
          }
          const isTyped = () => start?.isTyped === true
          const { hearing, type } = makeTrialHearing(isTyped)
          const brief = Effect.suspend(() =>
            start === undefined ? Effect.undefined : briefs.of(trial.organizationId, trial.flowId, start)
          ).pipe(
            Effect.catchTags({ FlowNotFound: () => Effect.undefined, OrganizationNotFound: () => Effect.undefined })
          )
          const page = makeTrialPage(send)
          return bridgeStream({
            ws,
            wheel,
            attempt: attemptOf(trial),
            carrier: {
              media: makeBrowserMedia({
                trialId: trial.trialId,
                onStart: (first) => {
                  start ??= first
                },
                onTyped: type
              }),
              conversationClock: "wall",
              hangUp: () => Effect.void
            },
            begin: (line) =>
              begin({
                ...line,
                sentence: (text) => send({ type: "sentence", text }),
                trial: { brief, isTyped, hearing, ...page }
              }),
            onCallKnown: () => Effect.void
          })
        }

      const carry: TrialLines["Service"]["carry"] = Effect.fnUntraced(function* (trial, request, untilForbidden) {
        yield* trials.require(trial)
        yield* gateway.mayOpen(request)
        yield* trials.open(trial)
        const renewing = Effect.sleep("10 seconds").pipe(
          Effect.andThen(trials.renew(trial)),
          keepGoing(`Could not renew the trial ${trial.trialId}`)
        )
        yield* Effect.ensuring(
          gateway.open(request, `trial ${trial.trialId}`, (socket) => {
            const stream = streamOf(trial)(socket)
            // A trial does not hold up a node that is stopping, as calls do.
            const stopping = Effect.andThen(
              drainStarted,
              Effect.sync(() => stream.end(serverStopping))
            )
            const forbidden = Effect.andThen(
              untilForbidden,
              Effect.sync(() => stream.end(mayNotGoOn))
            )
            const beside = Effect.forEach([renewing, stopping, forbidden], (one) => Effect.forkScoped(one))
            return { ...stream, run: Effect.scoped(Effect.andThen(beside, stream.run)) }
          }),
          Effect.catchCause(trials.end(trial), (cause) =>
            Effect.logWarning(`Could not note the end of trial ${trial.trialId}; it counts for up to 30 s more`, cause)
          )
        )
      })

      return TrialLines.of({ carry })
    })
  )
}

const mayNotGoOn: StreamEnd = {
  reason: "The session has ended, or its role does not allow this any more",
  closeCode: 1008,
  hangsUp: false
}

const attemptOf = ({ organizationId, trialId }: TrialId) => ({
  id: trialId,
  organizationId,
  campaignId: "",
  callId: "",
  account: browserAccount,
  callSid: trialId
})
