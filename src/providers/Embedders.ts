import { Context, Effect, Layer } from "effect"
import { AppConfig } from "../platform/config.ts"
import { chosenProviders } from "./chosen-providers.ts"
import type { Embedder } from "./contract/Embedder.ts"
import { lexicalEmbedder } from "./local/embedder/LexicalEmbedder.ts"
import * as OpenAiEmbedder from "./openai/OpenAiEmbedder.ts"

/** The embedders of this node. */
export class Embedders extends Context.Service<
  Embedders,
  {
    /** The embedder of the settings; every document is embedded with it, or will be. */
    readonly current: Embedder
    /** Finds the embedder that made stored vectors, by its name; undefined when it is no longer available. */
    readonly named: (name: string) => Embedder | undefined
  }
>()("carillon/providers/Embedders") {
  static readonly layer = Layer.effect(
    Embedders,
    Effect.gen(function* () {
      const settings = yield* AppConfig
      const local = (name: string) => (name === lexicalEmbedder.name ? lexicalEmbedder : undefined)
      if (chosenProviders(settings).embeddings === "local")
        return Embedders.of({ current: lexicalEmbedder, named: local })
      const server = yield* OpenAiEmbedder.make(settings)
      return Embedders.of({ current: server.current, named: (name) => local(name) ?? server.named(name) })
    })
  )
}
