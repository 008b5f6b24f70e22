import { Context, Effect, Layer } from "effect"
import type { FoundChunk } from "../domain/KnowledgeBase.ts"

/** Finds what a knowledge base says to a question. */
export class Retriever extends Context.Service<
  Retriever,
  {
    /** The best first. A knowledge base that is unknown or another organization's has nothing to say. */
    readonly retrieve: (asked: {
      readonly organizationId: number
      readonly knowledgeBaseId: string
      readonly question: string
    }) => Effect.Effect<ReadonlyArray<FoundChunk>>
  }
>()("carillon/rag/Retriever") {
  /** Where no knowledge base is kept. */
  static readonly layer = Layer.succeed(Retriever, Retriever.of({ retrieve: () => Effect.succeed([]) }))
}
