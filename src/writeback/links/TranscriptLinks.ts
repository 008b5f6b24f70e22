import { Context, Effect, Layer } from "effect"
import { type SignedLinks, signedLinks } from "./signed-links.ts"

/** Links to the transcript of one attempt. */
export class TranscriptLinks extends Context.Service<TranscriptLinks, SignedLinks>()(
  "carillon/writeback/TranscriptLinks"
) {
  static readonly layer = Layer.effect(
    TranscriptLinks,
    Effect.map(signedLinks("transcript-link", "/v1/transcripts"), (links) => TranscriptLinks.of(links))
  )
}
