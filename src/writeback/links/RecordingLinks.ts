import { Context, Effect, Layer } from "effect"
import { type SignedLinks, signedLinks } from "./signed-links.ts"

/** Links to the recording of one attempt. */
export class RecordingLinks extends Context.Service<RecordingLinks, SignedLinks>()(
  "carillon/writeback/RecordingLinks"
) {
  static readonly layer = Layer.effect(
    RecordingLinks,
    Effect.map(signedLinks("recording-link", "/v1/recordings"), (links) => RecordingLinks.of(links))
  )
}
