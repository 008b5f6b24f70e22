import { quantile, rounded } from "../figures.ts"
import { draw, ears, models, voices, withoutVendors } from "./delays.ts"
import { beds } from "./noise.ts"
import { makeRandom } from "./people.ts"
import { type CallTracks, interimMillis, type Noise, runCall, sentenceMillis, type Vendors } from "./turn-call.ts"

const goals = {
  rules: {
    responseRate: 1,
    yieldRate: 0.98,
    yieldLatencyMs: 600,
    agentInterruptionsPerTurn: 0.1,
    backChannelsIgnored: 0.9,
    ticsIgnored: 0.9
  },
  firstSoundP50Ms: { google: 1_200, fluxOrSoniox: 750 },
  firstSoundP95Ms: { fluxOrSoniox: 1_300 }
}

/**
 * The best figures of τ-voice under noise that were published until November 2026, each of another system. They include
 * an ear, and their means of latency.
 */
const published = {
  responseRate: 1,
  responseLatencyMs: 1_170,
  yieldRate: 1,
  yieldLatencyMs: 420,
  agentInterruptionsPerTurn: 0.12,
  backChannelsIgnored: 1,
  ticsIgnored: 0.69,
  sideTalkIgnored: 0.61
}

const notTested = [
  "an ear: words and turns reach the rules as a recognizer would report them, with published delays",
  "echo, loudness, accents, and noise that a recognizer takes for words",
  "a model and a voice: replies are scripted, with published delays to the first token and the first sound"
]

/**
 * How the engine takes turns: seven metrics of a public benchmark of full-duplex agents, and a score of turn-taking, over
 * scripted turns in virtual time. Words reach the engine as a recognizer reports them, so this measures the rules of the
 * conversation and the delays that vendors publish, not an ear.
 */
export const run = async (): Promise<object> => {
  const seed = Number(process.env.SEED ?? 1)
  const calls = Number(process.env.CALLS ?? 400)
  const measure = (vendors: Vendors) => figuresOf(tracksOf(vendors, seed, calls))
  const engine = measure({ ...withoutVendors, isSpeculative: true })
  return {
    what: "scripted turns in virtual time, in every fifth call amid bursts, pink noise, babble or traffic; first sounds leave numbers out, whose end is awaited",
    floorIs: "the delays of the vendors alone: the reply begins with the first sign that the turn has ended",
    notTested,
    engine,
    amidNoise: amidNoise(seed, Math.ceil(calls / 4)),
    vendors: Object.fromEntries(
      Object.entries(mixes).map(([name, mix]) => {
        const speculative = measure({ ...mix, isSpeculative: true })
        const floor = floorOf(mix, seed)
        return [
          name,
          {
            floor,
            ratioP50: rounded(speculative.firstSoundP50Ms / floor.p50Ms),
            speculative,
            plain: measure({ ...mix, isSpeculative: false })
          }
        ]
      })
    ),
    published,
    goals,
    met: {
      responseRate: engine.responseRate >= goals.rules.responseRate,
      yieldRate: engine.yieldRate >= goals.rules.yieldRate,
      yieldLatencyMs: engine.yieldLatencyMs <= goals.rules.yieldLatencyMs,
      agentInterruptionsPerTurn: engine.agentInterruptionsPerTurn <= goals.rules.agentInterruptionsPerTurn,
      backChannelsIgnored: engine.backChannelsIgnored >= goals.rules.backChannelsIgnored,
      ticsIgnored: engine.ticsIgnored >= goals.rules.ticsIgnored
    }
  }
}

type Mix = Omit<Vendors, "isSpeculative">

const mixes: Readonly<Record<string, Mix>> = {
  "google, gpt-4.1, google": { ear: ears.google, model: models["gpt-4.1"], voice: voices.google },
  "nova-3, gpt-4.1, elevenlabs": { ear: ears["nova-3"], model: models["gpt-4.1"], voice: voices.elevenlabs },
  "flux, gpt-4.1, cartesia": { ear: ears.flux, model: models["gpt-4.1"], voice: voices.cartesia },
  "soniox, gpt-4.1, cartesia": { ear: ears.soniox, model: models["gpt-4.1"], voice: voices.cartesia },
  "flux, qwen3.8-27b, cartesia": { ear: ears.flux, model: models["qwen3.8-27b"], voice: voices.cartesia }
}

/** Returns what no engine can be faster than with these vendors. */
const floorOf = ({ ear, model, voice }: Mix, seed: number) => {
  const random = makeRandom(seed)
  const sums = Array.from({ length: 20_000 }, () => {
    const ended = draw(ear.turns?.ended ?? ear.final, random)
    const sign = ear.turns === undefined ? interimMillis : draw(ear.turns.mayEnd, random)
    return Math.max(ended, sign + draw(model, random) + sentenceMillis + draw(voice, random))
  })
  return { p50Ms: quantile(sums, 0.5), p95Ms: quantile(sums, 0.95) }
}

const tracksOf = (vendors: Vendors, seed: number, calls: number): ReadonlyArray<CallTracks> =>
  // Every mix hears the same people.
  Array.from({ length: calls }, (_, call) =>
    runCall(
      makeRandom(seed * 100_000 + call),
      vendors,
      exchangesOfCall,
      call % 5 === 0 ? noises[(call / 5) % noises.length] : undefined
    )
  )

const exchangesOfCall = 6
const noises: ReadonlyArray<Noise> = ["bursts", ...beds]

/** Returns the figures of the rules where every call is amid a noise. */
const amidNoise = (seed: number, calls: number) =>
  Object.fromEntries(
    noises.map((noise) => [
      noise,
      figuresOf(
        Array.from({ length: calls }, (_, call) =>
          runCall(makeRandom(seed * 100_000 + call), { ...withoutVendors, isSpeculative: true }, exchangesOfCall, noise)
        )
      )
    ])
  )

const figuresOf = (calls: ReadonlyArray<CallTracks>) => {
  const turns = calls.flatMap((call) =>
    call.turns.map((turn, index) => ({ ...turn, call, next: call.turns[index + 1] }))
  )
  // A number is spoken in groups, so its end is awaited on purpose.
  const quick = turns.filter(({ kind }) => kind !== "digits")
  const responses = turns.map(({ call, next, to }) => responseTo(call, to, next?.from))
  const latencies = responses.filter((latency) => latency !== undefined)
  const answers = quick.flatMap(({ call, next, to }) => responseTo(call, to, next?.from) ?? [])
  const firstSounds = quick.flatMap(({ call, next, to }) => responseTo(call, to, next?.from, true) ?? [])
  const overlays = calls.flatMap((call) =>
    call.overlays.map((overlay) => ({ ...overlay, yielded: yieldTo(call, overlay) }))
  )
  const yields = overlays.filter(({ kind }) => kind === "interruption")
  const yielded = yields.flatMap(({ yielded }) => (yielded === undefined ? [] : [yielded]))
  const ignored = (kind: (typeof overlays)[number]["kind"]) => {
    const all = overlays.filter((overlay) => overlay.kind === kind)
    return rounded(all.filter(({ yielded }) => yielded === undefined).length / all.length)
  }
  const interruptions = turns.map(({ call, from, to }) => interruptionsOf(call, { from, to }))
  return {
    turns: turns.length,
    firstSoundP50Ms: quantile(firstSounds, 0.5),
    firstSoundP95Ms: quantile(firstSounds, 0.95),
    answerP50Ms: quantile(answers, 0.5),
    answerP95Ms: quantile(answers, 0.95),
    responseRate: rounded(latencies.length / turns.length),
    yieldLatencyMs: quantile(yielded, 0.5),
    yieldRate: rounded(yielded.length / yields.length),
    agentInterruptionsPerTurn: rounded(sum(interruptions) / turns.length),
    backChannelsIgnored: ignored("back-channel"),
    ticsIgnored: ignored("tic"),
    sideTalkIgnored: ignored("side talk"),
    turnTakingScore: rounded(
      sum(responses.map((latency, index) => scoreOf(latency, interruptions[index] ?? 0))) / turns.length
    ),
    discardedPerTurn: rounded(sum(calls.map(({ discarded }) => discarded)) / turns.length)
  }
}

/**
 * Returns the time from the person's last sound to the agent's words, which may be a filler if those count; undefined if
 * none come before the next turn.
 */
const responseTo = ({ agent }: CallTracks, to: number, before = Number.POSITIVE_INFINITY, countsFillers = false) => {
  const answer = agent.find(({ from, isFiller }) => (countsFillers || !isFiller) && from >= to)
  return answer !== undefined && answer.from < before ? answer.from - to : undefined
}

/** Returns the time until the agent stops for a sound; undefined if it goes on for this time. */
const yieldTo = ({ agent }: CallTracks, { from, kind }: CallTracks["overlays"][number]) => {
  const speech = agent.find((one) => one.from <= from && one.to > from)
  const within = kind === "interruption" ? 2_000 : 1_000
  return speech !== undefined && speech.to - from <= within && !speech.isWhole ? speech.to - from : undefined
}

/** Counts how often the agent began to speak amid a turn. */
const interruptionsOf = ({ agent }: CallTracks, { from, to }: { readonly from: number; readonly to: number }) =>
  agent.filter((one) => one.from > from && one.from < to).length

/** Full marks up to 2 seconds, none from 3.5 on; half at most where the agent interrupted. */
const scoreOf = (latency: number | undefined, interruptions: number) => {
  if (latency === undefined) return 0
  const curve = latency <= 2_000 ? 1 : Math.max(0, 1 - (latency - 2_000) / 1_500)
  return interruptions > 0 ? Math.min(0.5, curve) : curve
}

const sum = (values: ReadonlyArray<number>) => values.reduce((total, value) => total + value, 0)
