import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { tone } from "../../../src/audio/tone.ts"
import { type TalkedCall, talkWithFaults, wordsIn } from "./fault-schedules.ts"
import { onTheLine } from "./session-line.ts"

const { PROVE, TEST_SEED } = process.env
const seed = Number(TEST_SEED)
const runs = PROVE === "full" ? 100 : 12

it.effect(
  `of ${runs} calls in which everyone fails in turn, none is silent, doubled, endless or forgotten: from TEST_SEED=${seed}`,
  () =>
    Effect.gen(function* () {
      for (let run = 0; run < runs; run++) {
        const call = yield* Effect.scoped(talkWithFaults(seed + run))
        const problems = problemsOf(call)
        const transcript = call.records[0]?.transcript.map(
          ({ endMs, interrupted, role, startMs, text }) =>
            `${role} ${startMs}–${endMs} ${text}${interrupted ? " —" : ""}`
        )
        const told = [`TEST_SEED=${seed + run}`, ...call.faults, ...(transcript ?? []), `heard: ${call.heard}`]
        assert.deepStrictEqual(problems, [], told.join("\n"))
      }
    })
)

it.effect("whoever was asked to wait, and is then not answered, hears an apology", () =>
  Effect.gen(function* () {
    const line = yield* onTheLine()
    yield* line.run
    yield* line.pass(2_000)
    yield* line.hear(tone(500, 600))
    yield* line.tell({ kind: "final", text: "What is that?", untilMillis: 0, confidence: null })
    yield* line.pass(600)
    yield* line.give(0, { kind: "firstToken" })
    yield* line.pass(2_000)
    assert.deepStrictEqual(line.rendered.slice(-1), ["filler"])
    yield* line.give(0, { kind: "failed", reason: "nobody speaks" })
    yield* line.pass(1_000)
    assert.deepStrictEqual(line.rendered.slice(-1), ["apology"])
  })
)

it.effect("a voice that breaks in the middle of a sentence: what was heard of it is kept", () =>
  Effect.gen(function* () {
    for (let run = 0; run < runs; run++) {
      const call = yield* Effect.scoped(talkWithFaults(seed + run, true))
      // Where the words of a broken sentence sound is guessed from whole ones, which end with a pause each.
      assert.deepStrictEqual(wrongWords(call, 2), [], `TEST_SEED=${seed + run}`)
    }
  })
)

const problemsOf = (call: TalkedCall): ReadonlyArray<string> => [
  ...(call.isOver ? [] : ["it does not end"]),
  ...(call.fault === undefined ? [] : [call.fault]),
  ...(call.endedAt <= call.limitMillis + 5_000 ? [] : [`it ends at ${call.endedAt}`]),
  ...(call.records.length === 1 ? [] : [`it is kept ${call.records.length} times`]),
  ...wrongWords(call),
  ...repetitions(call),
  ...silences(call)
]

/**
 * What was heard is what is kept, and no reply sounds after a later one. Of what was cut off some more may have been heard,
 * and where it went on after a pause a letter less.
 */
const wrongWords = ({ heard, records: [record] }: TalkedCall, maxUnkept = 1): ReadonlyArray<string> => {
  const ours = (record?.transcript ?? []).filter(({ role }) => role === "agent").map(({ text }) => text)
  const kept = Map.groupBy(wordsIn(ours.join(" ")), ({ reply }) => reply)
  const words = wordsIn(heard)
  const problems = words.flatMap(({ reply }, at) =>
    reply < (words[at - 1]?.reply ?? 0) ? [`${reply} sounds again`] : []
  )
  for (const reply of new Set([...kept.keys(), ...words.map((word) => word.reply)])) {
    const heardOf = words.filter((word) => word.reply === reply).map(({ index }) => index)
    const keptOf = (kept.get(reply) ?? []).map(({ index }) => index)
    if (Math.max(...heardOf) > Math.max(-1, ...keptOf) + maxUnkept) problems.push(`${reply} is heard but not kept`)
    const unheard = heardOf.reduce(without, keptOf)
    if (unheard.length > 1) problems.push(`${reply} is kept but not heard, or more often`)
  }
  return problems
}

const without = (all: ReadonlyArray<number>, one: number) => {
  const at = all.indexOf(one)
  return at < 0 ? all : all.toSpliced(at, 1)
}

/** Nothing is said again, but by a voice in the place of one that broke off, and an opening of which hardly a word was heard. */
const repetitions = ({ records: [record] }: TalkedCall): ReadonlyArray<string> => {
  const ours = (record?.transcript ?? []).filter(({ role }) => role === "agent")
  const [first] = ours
  // A second of sound, however often it paused.
  const isHardlyOpened = first?.interrupted && first.text.length < 18
  const words = wordsIn((isHardlyOpened ? ours.slice(1) : ours).map(({ text }) => text).join(" "))
  const all = words.map(({ index, reply }) => `word ${index} of ${reply}`)
  return all.filter((word, at) => all.indexOf(word) < at).map((word) => `${word} is kept twice`)
}

/** Where it was our turn, and nobody heard anything for too long. */
const silences = ({ frames, records: [record] }: TalkedCall): ReadonlyArray<string> => {
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

// The apology comes after three seconds. Whoever says nothing is asked after seven, from when it is known that nothing more
// comes of what was being said: a model that has stopped is waited for.
const longest = (isOurTurn: boolean) => (isOurTurn ? 3_400 : 9_600)
