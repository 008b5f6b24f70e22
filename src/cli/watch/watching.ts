import { Effect, Latch, Schedule, Stream } from "effect"
import type { LiveEvent } from "../../domain/views/LiveCampaign.ts"
import type { AdminClient } from "../admin-client.ts"
import { Json, remark } from "../output.ts"
import { openScreen } from "./screen.ts"
import { drawing, outcomeLine } from "./watch-drawing.ts"
import { linesView } from "./watch-lines.ts"
import { forgetCalls, isOver, nothingWatched, take, type View } from "./watched.ts"

/**
 * Shows campaigns of an organization until they are over: drawn on a terminal, elsewhere line by line. `begin` runs once all of
 * them are connected, so that nothing it starts is missed.
 */
export const watchCampaigns = Effect.fnUntraced(function* <E = never>(
  admin: AdminClient,
  organization: number,
  campaigns: ReadonlyArray<string>,
  begin: Effect.Effect<void, E> = Effect.void
) {
  const view = (yield* Json) ? jsonLines : ((yield* drawnView) ?? linesView(print))
  const areWatched = Latch.makeUnsafe(false)
  let watched = nothingWatched

  const see = (campaignId: string, event: LiveEvent) => {
    const next = take(watched, campaignId, event)
    watched = next.watched
    view.see(watched, event, next.outcome)
    if (watched.campaigns.size === campaigns.length) areWatched.openUnsafe()
  }

  const follow = Effect.fnUntraced(function* (campaignId: string) {
    const params = { id: String(organization), campaignId }
    const connect = admin.ask(({ liveCampaigns }) => liveCampaigns.follow({ params }))
    const again = connect.pipe(
      Effect.retry({ schedule: Schedule.spaced("1 second"), while: ({ _tag }) => _tag !== "TokenRefused" }),
      Effect.delay("1 second")
    )
    for (let events = yield* connect; ; events = yield* again) {
      yield* events.pipe(
        Stream.tap((event) => Effect.sync(() => see(campaignId, event))),
        Stream.takeUntil((event) => event.type === "progress" && isOver(event)),
        Stream.runDrain
      )
      const last = watched.campaigns.get(campaignId)
      if (last !== undefined && isOver(last)) return
      watched = forgetCalls(watched, campaignId)
      yield* remark("The connection is lost: events until it is back are not shown")
    }
  })

  yield* Effect.all([...campaigns.map(follow), Effect.andThen(areWatched.await, begin)], {
    concurrency: "unbounded",
    discard: true
  })
  view.end(watched)
}, Effect.scoped)

const print = (line: string) => process.stdout.write(`${line}\n`)

const jsonLines: View = { see: (_, event) => print(JSON.stringify(event)), end: () => undefined }

const drawnView = Effect.gen(function* () {
  const screen = yield* openScreen
  if (screen === undefined) return undefined
  let permanent: Array<string> = []
  let latest = nothingWatched
  const paper = () => ({ ...screen.size(), now: Date.now() })
  const draw = () => {
    screen.show(permanent, drawing(latest, paper()))
    permanent = []
  }
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sync(draw), Effect.sleep("100 millis"))))
  const view: View = {
    see: (watched, _, outcome) => {
      latest = watched
      if (outcome !== undefined) permanent.push(outcomeLine(outcome, paper()))
    },
    end: draw
  }
  return view
})
