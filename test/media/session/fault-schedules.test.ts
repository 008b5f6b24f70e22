import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { tone } from "../../../src/audio/tone.ts"
import { callWithFaults, type FaultyCall, wordsIn } from "./fault-schedules.ts"
import { sessionOnLine } from "./session-line.ts"

const { PROVE, TEST_SEED } = process.env
const seed = Number(TEST_SEED)
const runs = PROVE === "full" ? 100 : 12

it.effect(
  `none of ${runs} calls with random faults is silent, repeats itself, never ends or is not saved: from TEST_SEED=${seed}`,
  () =>
    Effect.gen(function* () {
      for (let run = 0; run < runs; run++) {
        const call = yield* Effect.scoped(callWithFaults(seed + run))
        const problems = problemsOf(call)
        const transcript = call.records[0]?.transcript.map(
          ({ endMs, interrupted, role, startMs, text }) =>
            `${role} ${startMs}–${endMs} ${text}${interrupted ? " —" : ""}`
        )
        const details = [`TEST_SEED=${seed + run}`, ...call.faults, ...(transcript ?? []), `heard: ${call.heard}`]
        assert.deepStrictEqual(problems, [], details.join("\n"))
      }
    })
)

it.effect("a person who hears a filler and gets no answer hears an apology", () =>
  Effect.gen(function* () {
    const line = yield* sessionOnLine()
    yield* line.run
    yield* line.pass(2_000)
    yield* line.hear(tone(500, 600))
    yield* line.recognize({ kind: "final", text: "What is that?", untilMillis: 0, confidence: null })
    yield* line.pass(600)
    yield* line.give(0, { kind: "firstToken" })
    yield* line.pass(2_000)
    assert.deepStrictEqual(line.rendered.slice(-1), ["filler"])
    yield* line.give(0, { kind: "failed", reason: "no voice" })
    yield* line.pass(1_000)
    assert.deepStrictEqual(line.rendered.slice(-1), ["apology"])
  })
)

it.effect("the heard part of a sentence that broke off is saved", () =>
  Effect.gen(function* () {
    for (let run = 0; run < runs; run++) {
      const call = yield* Effect.scoped(callWithFaults(seed + run, true))
      // The positions of words in a broken sentence are estimated from complete ones, which end with a pause.
      assert.deepStrictEqual(wrongWords(call, 2), [], `TEST_SEED=${seed + run}`)
    }
  })
)

const problemsOf = (call: FaultyCall): ReadonlyArray<string> => [
  ...(call.isOver ? [] : ["the call does not end"]),
  ...(call.fault === undefined ? [] : [call.fault]),
  ...(call.endedAt <= call.limitMillis + 5_000 ? [] : [`the call ends at ${call.endedAt}`]),
  ...(call.records.length === 1 ? [] : [`the call is saved ${call.records.length} times`]),
  ...wrongWords(call, call.faults.some((fault) => fault.endsWith("model stalls")) ? 2 : 1),
  ...repetitions(call),
  ...silences(call)
]

/**
 * Compares the heard words with the saved ones; no reply may sound after a later one. If a reply
 * was cut off, slightly more of it may have been heard; if it resumed after a pause, one letter
 * less. While a model stalls, the voice does not know whether the sentence goes on, and its words are estimated by the
 * pace of the earlier ones, whose last space sounds as well on this line: one word more may have been heard.
 */
const wrongWords = ({ heard, records: [record] }: FaultyCall, maxUnkept = 1): ReadonlyArray<string> => {
  const ours = (record?.transcript ?? []).filter(({ role }) => role === "agent").map(({ text }) => text)
  const kept = Map.groupBy(wordsIn(ours.join(" ")), ({ reply }) => reply)
  const words = wordsIn(heard)
  const problems = words.flatMap(({ reply }, at) =>
    reply < (words[at - 1]?.reply ?? 0) ? [`${reply} sounds again`] : []
  )
  for (const reply of new Set([...kept.keys(), ...words.map((word) => word.reply)])) {
    const heardOf = words.filter((word) => word.reply === reply).map(({ index }) => index)
    const keptOf = (kept.get(reply) ?? []).map(({ index }) => index)
    if (Math.max(...heardOf) > Math.max(-1, ...keptOf) + maxUnkept) problems.push(`${reply} is heard but not saved`)
    const unheard = heardOf.reduce(without, keptOf)
    if (unheard.length > 1) problems.push(`${reply} is saved but not heard, or more often`)
  }
  return problems
}

const without = (all: ReadonlyArray<number>, one: number) => {
  const at = all.indexOf(one)
  return at < 0 ? all : all.toSpliced(at, 1)
}

/** Finds repeated words. Only a replaced voice and an opening that was hardly heard may repeat words. */
const repetitions = ({ records: [record] }: FaultyCall): ReadonlyArray<string> => {
  const ours = (record?.transcript ?? []).filter(({ role }) => role === "agent")
  const [first] = ours
  // Less than about a second of the opening, whatever its pauses.
  const isHardlyOpened = first?.interrupted && first.text.length < 18
  const words = wordsIn((isHardlyOpened ? ours.slice(1) : ours).map(({ text }) => text).join(" "))
  const all = words.map(({ index, reply }) => `word ${index} of ${reply}`)
  return all.filter((word, at) => all.indexOf(word) < at).map((word) => `${word} is saved twice`)
}

/** Finds silences that are too long. */
const silences = ({ frames, records: [record] }: FaultyCall): ReadonlyArray<string> => {
  const ours = (record?.turns ?? []).map(({ at }) => {
    const from = at.getTime()
    const line = record?.transcript.find(({ role, endMs }) => role === "agent" && endMs > from)
    return { from, until: line?.endMs ?? frames.length * 20 }
  })
  const problems: Array<string> = []
  let since = 0
  for (const [index, { agent, person }] of frames.entries()) {
    const now = index * 20
    const turn = ours.find(({ from, until }) => from <= now && now <= until)
    const silent = now - Math.max(since, turn?.from ?? 0)
    if (!agent && !person && silent === longest(turn !== undefined)) problems.push(`silent for ${silent} ms at ${now}`)
    if (agent || person) since = now
  }
  return problems
}

// The apology comes after three seconds of dead air. A silent person is prompted after seven
// seconds, counted from the end
// of the last reply, which may include the wait for a model that has stalled.
const longest = (isOurTurn: boolean) => (isOurTurn ? 3_400 : 9_600)
