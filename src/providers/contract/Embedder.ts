import type { Effect } from "effect"
import type { ProviderFailure } from "./ProviderFailure.ts"

/** Turns texts into vectors that lie near each other when the texts speak of the same. */
export interface Embedder {
  /** Kept with each vector: vectors of different names cannot be compared. Says the provider's model and the dimensions. */
  readonly name: string
  readonly dimensions: number
  /**
   * One vector a text, in their order, each of length 1 (or all zeros when there is nothing in the text to go by). `use`
   * tells what is searched from what is asked. Batches, rate limits and tries are its own matter.
   */
  readonly embed: (
    texts: ReadonlyArray<string>,
    use: "document" | "question"
  ) => Effect.Effect<ReadonlyArray<Float32Array>, ProviderFailure>
  /**
   * How well a chunk fits a question, 0 to 1, from the cosine of their vectors: monotone, and declared so that 0.5 is where
   * this model's answers part from what only sounds alike.
   */
  readonly scoreOf: (cosine: number) => number
}
