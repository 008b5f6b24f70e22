import { expect, test } from "vitest"
import { initial, withMessage } from "../../../src/media/conversation/conversation-state.ts"
import { livePreview } from "../../../src/media/session/live-preview.ts"

const silent = initial({ allowInterrupts: true, limitMillis: 60_000, languages: ["en-IN"], optOutKey: "9" })
const line = (index: number) =>
  ({
    role: "agent",
    text: `Line ${index}`,
    startMs: index * 1000,
    endMs: index * 1000 + 900,
    interrupted: false
  }) as const

const question = { turn: { ...silent.turn, finals: ["What are your"], interim: "opening" }, wordsFrom: 3_000 }
const speaking = (audibleFrom: number) => ({ reply: { audibleFrom } as NonNullable<typeof silent.reply> })

test("current lines are growing and have the numbers that they will have in the transcript", () => {
  expect(livePreview(undefined, "")).toEqual([])
  expect(livePreview(undefined, "Hello")).toEqual([{ line: 0, role: "agent", text: "Hello", growing: true }])
  const conversation = { ...withMessage(silent, line(0)), ...question }
  const said = { role: "agent", text: "Line 0" }
  const [agent, person] = [
    { role: "agent", text: "Sorry", growing: true },
    { role: "person", text: "What are your opening", growing: true }
  ]
  for (const [audibleFrom, lines] of [
    [2_000, [said, agent, person]],
    [4_000, [said, person, agent]]
  ] as const) {
    expect(livePreview({ ...conversation, ...speaking(audibleFrom) }, "Sorry")).toEqual(
      lines.map((shown, number) => ({ line: number, ...shown }))
    )
  }
})

test("the person's last message is growing, because the recognizer may correct it", () => {
  const conversation = [line(0), line(1), line(2)].reduce(withMessage, silent)
  const message = conversation.transcript[1]
  const closed = { message } as NonNullable<typeof silent.closed>
  expect(livePreview({ ...conversation, closed }, "").map(({ growing }) => growing)).toEqual([
    undefined,
    true,
    undefined
  ])
})

test("only the last lines are shown, with their own numbers", () => {
  const conversation = Array.from({ length: 20 }, (_, index) => line(index)).reduce(withMessage, silent)
  expect(livePreview(conversation, "").map((shown) => shown.line)).toEqual([14, 15, 16, 17, 18, 19])
})
