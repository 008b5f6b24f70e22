import { Effect } from "effect"
import type { TranscriptRecord } from "../../calls/conversations/Transcripts.ts"
import type { TrialOutput } from "../../domain/views/FlowTrial.ts"
import type { LiveLine } from "../../domain/views/LiveCampaign.ts"
import type { ShownConversation, Trial } from "../session/session-records.ts"

/** Shows a conversation on the page of its trial: sends what has changed since it was last sent. */
export const makeTrialPage = (send: (output: TrialOutput) => void): Pick<Trial, "show" | "noteOptOut" | "end"> => {
  const sent = new Map<string, string>()
  const sendNew = (key: string, output: TrialOutput) => {
    const text = JSON.stringify(output)
    if (sent.get(key) === text) return
    sent.set(key, text)
    send(output)
  }
  const sendLines = (lines: ReadonlyArray<LiveLine>) => {
    for (const line of lines) sendNew(`line ${line.line}`, { type: "line", ...line })
  }
  const sendTurns = (turns: TranscriptRecord["turns"]) => {
    for (const [number, turn] of turns.entries()) sendNew(`turn ${number}`, { type: "turn", number, turn })
  }

  const showNow = ({ lines, phase, turns }: ShownConversation) =>
    Effect.sync(() => {
      sendLines(lines())
      sendTurns(turns())
      sendNew("phase", { type: "phase", phase: phase() })
    })

  return {
    show: (conversation) =>
      Effect.asVoid(
        Effect.forkScoped(Effect.forever(Effect.andThen(showNow(conversation), Effect.sleep(betweenLooks))))
      ),
    noteOptOut: Effect.sync(() => send({ type: "optOut" })),
    end: ({ failed, transcript, turns }) =>
      Effect.sync(() => {
        sendLines(transcript.map(({ role, text }, line): LiveLine => ({ line, role, text })))
        sendTurns(turns)
        sendNew("phase", { type: "phase", phase: "ended" })
        send({ type: "ended", failed })
      })
  }
}

const betweenLooks = "100 millis"
