import { Effect, Stream } from "effect"
import type { ProviderFailure } from "../../providers/contract/ProviderFailure.ts"
import type { SpokenLine } from "../../providers/SynthesisCache.ts"
import { pauseBeforeRetry } from "../line/retry-pause.ts"
import type { ReplyPiece } from "./Replies.ts"

type Rendering = Effect.Effect<SpokenLine, ProviderFailure>

/**
 * Returns the pieces of a reply that is a fixed line. When no voice renders it, `again` does, until
 * the caller interrupts.
 */
export const fixedLinePieces = (rendering: Rendering, again: Rendering): Stream.Stream<ReplyPiece> =>
  Stream.unwrap(
    Effect.match(rendering, {
      onFailure: (failure) => (failure.retryable ? later(failure, again) : Stream.make(failed(failure))),
      onSuccess: ({ text, ...sound }) =>
        Stream.make<[ReplyPiece, ReplyPiece, ReplyPiece]>(
          { kind: "sentence", text },
          { kind: "audio", ...sound },
          { kind: "complete", endsCall: false, text }
        )
    })
  )

const later = (failure: ProviderFailure, again: Rendering): Stream.Stream<ReplyPiece> =>
  Stream.concat(
    Stream.make<[ReplyPiece]>({ kind: "waiting", reason: failure.message }),
    Stream.unwrap(Effect.as(Effect.flatMap(pauseBeforeRetry(failure), Effect.sleep), fixedLinePieces(again, again)))
  )

const failed = ({ message }: ProviderFailure): ReplyPiece => ({ kind: "failed", reason: message })
