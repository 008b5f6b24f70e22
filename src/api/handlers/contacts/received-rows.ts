import { Effect } from "effect"
import type { BulkRows, ImportRows } from "../../../domain/contacts/ContactRows.ts"
import { sentence } from "../../../domain/schema/problems.ts"
import { BadRequest } from "../../contract/shared/errors.ts"
import { ReceivedRows } from "../../contract/shared/middleware.ts"

/** Returns the rows of the body, or refuses a body that breaks the rules of its schema. */
export const receivedRows = <Kind extends "contacts" | "import">(kind: Kind) =>
  Effect.flatMap(ReceivedRows, ({ content }) => {
    if (content?.kind === kind) return Effect.succeed(content as Extract<BulkRows | ImportRows, { kind: Kind }>)
    if (content?.kind !== "invalid") return Effect.die(new Error(`The body was not read as ${kind}`))
    return Effect.fail(new BadRequest({ message: sentence(content.details), details: content.details }))
  })
