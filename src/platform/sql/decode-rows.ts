import { Effect, Schema, SchemaAST } from "effect"
import { problemsOf, sentence } from "../../domain/schema/problems.ts"

/** Runs a statement and returns its rows, which have the type `A`. */
export type RowsOf<A> = <E, R>(
  statement: Effect.Effect<ReadonlyArray<object>, E, R>
) => Effect.Effect<ReadonlyArray<A>, E, R>

/**
 * Decodes the rows of a statement by the type side of a schema, because the driver already returns dates, numbers and
 * documents. Columns that the schema does not know are left out. A row that does not fit is a defect, which names the
 * column but not its value. Call this once per schema: it compiles the decoder.
 */
export const rowsOf = <S extends Schema.Constraint>(schema: S): RowsOf<S["Type"]> => {
  const decode = Schema.decodeUnknownEffect(Schema.toType(schema), typesOnly)
  const name = SchemaAST.resolveIdentifier(schema.ast) ?? "the schema of its statement"
  const decodeRow = (row: object) =>
    Effect.catch(decode(row), ({ issue }) =>
      Effect.die(new Error(`A database row does not fit ${name}: ${sentence(problemsOf(issue))}`))
    )
  return (statement) => Effect.flatMap(statement, (rows) => Effect.forEach(rows, decodeRow))
}

// Rules for input may become stricter than they were when a row was written, so such a row must remain readable.
const typesOnly = { disableChecks: true } as const
