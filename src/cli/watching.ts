import { Effect, Schedule, Stream } from "effect"
import type { LiveEvent, LiveLine } from "../domain/LiveCampaign.ts"
import { singleLine } from "../platform/Logging.ts"
import type { AdminClient } from "./admin-client.ts"
import { Json, remark } from "./output.ts"
import { openScreen } from "./screen.ts"
import { drawing, outcomeLine, progressLine } from "./watch-drawing.ts"
import { forgetCalls, isOver, nothingWatched, type Outcome, take, type Watched } from "./watched.ts"

/** Shows campaigns of an organization until they are over: drawn on a terminal, elsewhere line by line. */
export const watchCampaigns = Effect.fnUntraced(function* (
  admin: AdminClient,
  organization: number,
  campaigns: ReadonlyArray<string>
) {
  const view = (yield* Json) ? jsonLines : ((yield* drawnView) ?? plainView())
  let watched = nothingWatched

  const see = (campaignId: string, event: LiveEvent) => {
    const taken = take(watched, campaignId, event)
    watched = taken.watched
    view.see(watched, event, taken.outcome)
  }

  const follow = Effect.fnUntraced(function* (campaignId: string) {
    const path = `/organizations/${organization}/campaigns/${encodeURIComponent(campaignId)}/live`
    const connect = admin.follow<LiveEvent>(path)
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
      yield* remark("The connection is lost: what happens meanwhile is not shown")
    }
  })

  yield* Effect.forEach(campaigns, follow, { concurrency: "unbounded", discard: true })
  view.end(watched)
}, Effect.scoped)

interface View {
  readonly see: (watched: Watched, event: LiveEvent, outcome: Outcome | undefined) => void
  readonly end: (watched: Watched) => void
}

const print = (line: string) => process.stdout.write(`${line}\n`)

const jsonLines: View = { see: (_, event) => print(JSON.stringify(event)), end: () => undefined }

const drawnView = Effect.gen(function* () {
  const screen = yield* openScreen
  if (screen === undefined) return undefined
  let staying: Array<string> = []
  let latest = nothingWatched
  const paper = () => ({ ...screen.size(), now: Date.now() })
  const draw = () => {
    screen.show(staying, drawing(latest, paper()))
    staying = []
  }
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sync(draw), Effect.sleep("100 millis"))))
  const view: View = {
    see: (watched, _, outcome) => {
      latest = watched
      if (outcome !== undefined) staying.push(outcomeLine(outcome, paper()))
    },
    end: draw
  }
  return view
})

/** Only what stays: each line of a talk once it was said, what came of it, and now and then how far it all is. */
const plainView = (): View => {
  const saying = new Map<string, LiveLine>()
  const names = new Map<string, string>()
  const told = new Map<string, string>()

  const tellSaid = (callId: string, next: LiveLine | undefined) => {
    const before = saying.get(callId)
    if (before !== undefined && before.line !== next?.line) {
      print(`  ${names.get(callId) ?? callId}, ${before.role}: ${singleLine(before.text)}`)
    }
    if (next === undefined) saying.delete(callId)
    else saying.set(callId, next)
  }

  const see: View["see"] = (_, event, outcome) => {
    if (event.type === "call") names.set(event.callId, event.contactName)
    if (event.type === "said") tellSaid(event.callId, event)
    if (event.type === "left" || event.type === "ended") tellSaid(event.callId, undefined)
    if (outcome !== undefined) print(outcomeLine(outcome, { columns: widest, rows: 1, colours: false, now: 0 }))
    if (event.type !== "progress") return
    const step = `${event.status} ${Math.floor(event.percentComplete / 10)}`
    if (told.get(event.campaignId) !== step) print(singleLine(progressLine(event)))
    told.set(event.campaignId, step)
  }
  return { see, end: () => undefined }
}

const widest = 200
