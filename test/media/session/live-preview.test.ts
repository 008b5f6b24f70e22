import { expect, test } from "vitest"
import { initial, withMessage } from "../../../src/media/conversation/conversation-state.ts"
import { livePreview } from "../../../src/media/session/live-preview.ts"

const silent = initial({ allowInterrupts: true, limitMillis: 60_000 })
const line = (index: number) =>
  ({
    role: "agent",
    text: `Line ${index}`,
    startMs: index * 1000,
    endMs: index * 1000 + 900,
    interrupted: false
  }) as const

test("current lines come after the transcript, with the numbers that they will have", () => {
  expect(livePreview(undefined, "")).toEqual([])
  expect(livePreview(undefined, "Hello")).toEqual([{ line: 0, role: "agent", text: "Hello" }])
  const conversation = withMessage(silent, line(0))
  const asking = { ...conversation, turn: { ...conversation.turn, finals: ["What are your"], interim: "opening" } }
  expect(livePreview(asking, "Sorry")).toEqual([
    { line: 0, role: "agent", text: "Line 0" },
    { line: 1, role: "agent", text: "Sorry" },
    { line: 2, role: "person", text: "What are your opening" }
  ])
})

test("only the last lines are shown, with their own numbers", () => {
  const conversation = Array.from({ length: 20 }, (_, index) => line(index)).reduce(withMessage, silent)
  expect(livePreview(conversation, "").map((shown) => shown.line)).toEqual([14, 15, 16, 17, 18, 19])
})
