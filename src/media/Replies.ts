import { Context, type Stream } from "effect"
import type { Brief } from "./brief.ts"
import type { SpokenMessage } from "./conversation.ts"

/** What a reply is made of, as it comes. */
export type ReplyPiece =
  | { readonly kind: "retrieved"; readonly chunkIds: ReadonlyArray<string> }
  /** The first word of the model. Once. */
  | { readonly kind: "thought" }
  /** The audio from here on says this. */
  | { readonly kind: "sentence"; readonly text: string }
  | { readonly kind: "audio"; readonly audio: Uint8Array }
  /** The last, once; unless it fails. */
  | { readonly kind: "whole"; readonly endsCall: boolean; readonly text: string }
  | { readonly kind: "failed"; readonly reason: string }

/** Thinks of replies and speaks them. */
export class Replies extends Context.Service<
  Replies,
  {
    /**
     * Retrieves, asks the model, and has what it says spoken sentence by sentence. Whoever is too slow or fails is replaced by
     * another provider within the reply. Interruption aborts everything at once. Never fails, never dies: `failed` is a piece.
     */
    readonly reply: (asked: {
      readonly brief: Brief
      readonly messages: ReadonlyArray<SpokenMessage>
      readonly hint: "wrap up" | null
    }) => Stream.Stream<ReplyPiece>
  }
>()("carillon/media/Replies") {}
