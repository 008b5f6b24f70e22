import { Context, type Effect, Schema, type Stream } from "effect"
import type { DocumentType } from "../domain/KnowledgeBase.ts"

/** Why nothing can be read in a document, for the person who uploaded it: a sentence that says what to do. */
export class UnreadableDocument extends Schema.TaggedError<UnreadableDocument>()("UnreadableDocument", {
  reason: Schema.String
}) {}

/** Makes the pieces that are searched of any document, however hostile: a process of its own reads it. */
export class DocumentReader extends Context.Service<
  DocumentReader,
  {
    /**
     * The texts of its chunks, in order, never empty. Fails with what is wrong with the document; dies when it could not be
     * tried (no process, the machine is out of memory), which is no fault of the document.
     */
    readonly read: <E>(document: {
      readonly type: DocumentType
      readonly content: Stream.Stream<Uint8Array, E>
    }) => Effect.Effect<ReadonlyArray<string>, UnreadableDocument | E>
  }
>()("carillon/rag/DocumentReader") {}
