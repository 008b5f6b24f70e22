import { Effect } from "effect"
import { NotFound } from "../contract/shared/errors.ts"

/**
 * Answers that something is not there. The words are the same whether it never was, is another organization's, or
 * has an id that cannot be one.
 */
export const notFound =
  <const Tag extends string>(tag: Tag, what: string) =>
  <A, E extends { readonly _tag: string }, R>(
    self: Effect.Effect<A, E, R>
  ): Effect.Effect<A, Exclude<E, { readonly _tag: Tag }> | NotFound, R> =>
    Effect.catchIf(
      self,
      (error): error is Extract<E, { readonly _tag: Tag }> => error._tag === tag,
      () => new NotFound({ message: `There is no such ${what}` })
    ) as Effect.Effect<A, Exclude<E, { readonly _tag: Tag }> | NotFound, R>
