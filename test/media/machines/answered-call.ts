import { silent } from "../../../src/audio/frames.ts"
import type { ConversationEvent } from "../../../src/media/conversation/conversation.ts"
import type { MachineRules } from "../../../src/media/conversation/machine-state.ts"
import { makeLineListener } from "../../../src/media/hearing/line-listener.ts"
import { makeCall } from "../conversation/conversation-call.ts"

/** A sentence that is said on the line: its sound begins at `from`, ms. */
export interface SaidOnLine {
  readonly text: string
  readonly from: number
  readonly millis: number
}

export const message =
  "Hello, this is Asha of Acme. Please call us back at 1, 2 0 2, 5 5 5, 0 1 9 9. Thank you, goodbye."

const frameMillis = 20
// Delay of a recognizer, and the time between two of its interim results, ms.
const recognizesAfter = 300
const interimEvery = 400

/** A call in which the other side makes this sound and says these sentences. */
export const answeredCall = (
  sound: Uint8Array,
  sentences: ReadonlyArray<SaidOnLine>,
  machines: MachineRules = { leavesMessage: true, sendsKeys: false }
) => {
  const call = makeCall({ machines, fixed: { message: { text: message } } })
  const events: Array<ConversationEvent> = []
  let now = 0
  const listener = makeLineListener(
    () => now,
    (event) => events.push(event)
  )
  listener.listenForBeeps(() => true)
  const all = Buffer.concat([sound, silent(4_000)])
  for (let at = 0; at < all.length; at += frameMillis * 8) {
    now += frameMillis
    listener.hear(all.subarray(at, at + frameMillis * 8))
  }
  for (const { at, ...event } of events) call.at(at, event)
  for (const { from, millis, text } of sentences) {
    const letters = [...text]
    for (let said = interimEvery; said < millis; said += interimEvery) {
      const words = letters.slice(0, Math.floor((letters.length * said) / millis)).join("")
      if (words.trim() !== "") call.at(from + said + recognizesAfter, { kind: "interim", text: words, stability: 0.5 })
    }
    call.at(from + millis + recognizesAfter, { kind: "final", text })
  }
  call.toEnd()
  const began = (line: string) =>
    call.done.flatMap(({ at, command }) => (command.do === "say" && command.line === line ? [at] : []))
  return { state: call.state(), heard: call.heard(), began, log: call.log }
}
