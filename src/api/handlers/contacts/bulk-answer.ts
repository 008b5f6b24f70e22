import { Effect, Option, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import type { Contacts } from "../../../contacts/Contacts.ts"

/** The counts and errors of a bulk request, and the numbers of its contacts. */
interface Outcome {
  readonly created: number
  readonly updated: number
  readonly phoneNumbers: ReadonlyArray<string>
  readonly errors: ReadonlyArray<{ readonly index: number; readonly reason: string }>
}

/**
 * Answers a bulk request. A thousand contacts may have 33 MB: they are read in parts, each when the client has received
 * the one before, and the database makes their JSON.
 */
export const bulkAnswer = Effect.fnUntraced(function* (
  contacts: Contacts["Service"],
  organizationId: number,
  { created, errors, phoneNumbers, updated }: Outcome
) {
  const partFrom = Effect.fnUntraced(function* ({ count, from }: { readonly count: number; readonly from: number }) {
    const json = yield* contacts.toJson(organizationId, phoneNumbers.slice(from, from + count))
    const size = json.reduce((sum, { length }) => sum + length, 1)
    const next = { from: from + count, count: Math.min(1000, Math.max(1, Math.round((count * partSize) / size))) }
    return { json, next }
  })
  // Read before the answer begins, so that a database that fails is answered as such.
  const first = yield* partFrom({ from: 0, count: 4 })
  const rest = Stream.paginate(first.next, (part) =>
    part.from >= phoneNumbers.length
      ? Effect.succeed([[], Option.none()] as const)
      : Effect.map(partFrom(part), ({ json, next }) => [json, Option.some(next)] as const)
  )
  const all = Stream.concat(Stream.fromIterable(first.json), rest).pipe(
    Stream.mapAccum(
      () => "",
      (separator, json) => [",", [`${separator}${json}`]]
    )
  )
  const counts = `"created":${created},"updated":${updated},"failed":${errors.length}`
  const text = Stream.make(`{${counts},"contacts":[`).pipe(
    Stream.concat(all),
    Stream.concat(Stream.make(`],"errors":${JSON.stringify(errors)}}`))
  )
  return HttpServerResponse.stream(Stream.encodeText(text), { contentType: "application/json" })
})

/** Size of a part, characters. */
const partSize = 65_536
