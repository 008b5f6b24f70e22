import { Effect } from "effect"
import type { ForeignKnowledgeBase, KnowledgeBaseNotFound } from "../../../rag/KnowledgeBases.ts"
import { Forbidden, NotFound } from "../../contract/shared/errors.ts"

type Refused = KnowledgeBaseNotFound | ForeignKnowledgeBase

/** Answers that a knowledge base is not there or, unlike with all other things, that it is another organization's. */
export const knowledgeBaseRefused = <A, E extends { readonly _tag: string }, R>(
  self: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, Refused> | NotFound | Forbidden, R> =>
  Effect.catchIf(
    self,
    (error): error is Extract<E, Refused> =>
      error._tag === "KnowledgeBaseNotFound" || error._tag === "ForeignKnowledgeBase",
    (error): Effect.Effect<never, NotFound | Forbidden> =>
      Effect.fail(
        error._tag === "KnowledgeBaseNotFound"
          ? new NotFound({ message: "There is no such knowledge base" })
          : new Forbidden({ message: "The knowledge base belongs to a different organization" })
      )
  ) as Effect.Effect<A, Exclude<E, Refused> | NotFound | Forbidden, R>
