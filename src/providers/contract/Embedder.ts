import type { Effect } from "effect"
import type { ProviderFailure } from "./ProviderFailure.ts"

/** Turns texts into vectors that are close to each other when the texts have the same subject. */
export interface Embedder {
  /** The model and the dimensions. Stored with each vector, since vectors of different names cannot be compared. */
  readonly name: string
  readonly dimensions: number
  /**
   * Returns one vector per text, in the same order, each of length 1, or all zeros for a text without content. `use`
   * distinguishes the texts that are searched from the questions. The embedder handles batches, rate limits and
   * retries.
   */
  readonly embed: (
    texts: ReadonlyArray<string>,
    use: "document" | "question"
  ) => Effect.Effect<ReadonlyArray<Float32Array>, ProviderFailure>
  /**
   * Converts the cosine of a question and a chunk to a score from 0 to 1. Monotonic, and scaled so that this model's
   * answers score at least 0.5 and chunks that are only similar score less.
   */
  readonly scoreOf: (cosine: number) => number
}
