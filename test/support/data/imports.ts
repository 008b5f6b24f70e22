import { Effect } from "effect"
import { ImportChunks } from "../../../src/contacts/imports/ImportChunks.ts"

/** Builds `count` valid contact rows with consecutive phone numbers. */
export const rowsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Person ${first + index}`,
    phoneNumber: numberOf(first + index)
  }))

export const numberOf = (serial: number) => `+91${String(serial).padStart(10, "0")}`

/** Applies all waiting chunks, in this process. */
export const applyAll = Effect.gen(function* () {
  const chunks = yield* ImportChunks
  while ((yield* chunks.applyNext) !== "idle");
})
