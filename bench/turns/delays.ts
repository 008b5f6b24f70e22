import type { Random } from "./people.ts"

/** A published distribution of a delay: median, 95th and 99th percentile, ms. */
type Delay = readonly [p50: number, p95: number, p99: number]

/** An ear: the delay of its final results, and how it decides that a turn has ended, if it does. */
export interface EarModel {
  readonly final: Delay
  readonly turns?: {
    /** From the last sound to the decision that the turn may have ended, and that it has. */
    readonly mayEnd: Delay
    readonly ended: Delay
    /** Share of pauses inside a turn that it takes for the end. */
    readonly falseEnds: number
  }
}

// Medians and percentiles as published until November 2026; docs/speech.md names the sources. Flux publishes a median
// and a share of false ends, and no percentiles of its tentative end: they are set in proportion.
export const ears = {
  google: { final: [878, 1_155, 1_570] },
  "nova-3": { final: [247, 298, 326] },
  soniox: { final: [260, 305, 313], turns: { mayEnd: [260, 305, 313], ended: [260, 305, 313], falseEnds: 0.129 } },
  flux: { final: [260, 320, 400], turns: { mayEnd: [140, 200, 260], ended: [260, 320, 400], falseEnds: 0.129 } }
} as const satisfies Readonly<Record<string, EarModel>>

/** First answer token of models that pass more than 96 % of the published turns. */
export const models = {
  "gpt-4.1": [536, 1_771, 2_200],
  // Served on one GPU of your own, without a published 99th percentile.
  "qwen3.8-27b": [101, 318, 400]
} as const satisfies Readonly<Record<string, Delay>>

/** First audio; the vendors publish a median and a range between quartiles. */
export const voices = {
  cartesia: [188, 310, 400],
  elevenlabs: [288, 322, 350],
  google: [250, 400, 600]
} as const satisfies Readonly<Record<string, Delay>>

/** No delay of any vendor: what remains is the engine's own. */
export const withoutVendors = {
  ear: { final: [0, 0, 0] } satisfies EarModel,
  model: [0, 0, 0],
  voice: [0, 0, 0]
} as const

/** Draws from a distribution: a log-normal body, and a tail through the published percentiles. */
export const draw = ([p50, p95, p99]: Delay, random: Random): number => {
  if (p50 === 0) return 0
  const share = random()
  const [at, low, high] =
    share < 0.5
      ? [share / 0.5, p50 * 0.7, p50]
      : share < 0.95
        ? [(share - 0.5) / 0.45, p50, p95]
        : [Math.min(1, (share - 0.95) / 0.04), p95, p99]
  return Math.round(low * (high / low) ** at)
}
