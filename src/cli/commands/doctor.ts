import { Effect } from "effect"
import { Command } from "effect/cli"
import type { ExaminedPart } from "../../domain/operations/Examination.ts"
import { adminClient } from "../admin-client.ts"
import { aligned, CommandError, print } from "../output.ts"

export const doctor = Command.make(
  "doctor",
  {},
  Effect.fn("doctor")(function* () {
    const admin = yield* adminClient
    const examination = yield* admin.ask(({ doctor }) => doctor.examine())
    yield* print(examination, ({ parts }) => aligned([["PART", "STATUS", "USES"], ...parts.flatMap(linesOf)]))
    const failed = examination.parts.filter(({ status }) => status === "FAILED").map(({ part }) => part)
    if (failed.length > 0) return yield* new CommandError({ message: `Does not work: ${failed.join(", ")}` })
  })
).pipe(Command.withDescription("Check what the running server uses: what is configured, reachable or missing"))

const linesOf = ({ part, status, uses, problem, missing, affects }: ExaminedPart) => [
  [part, statusText[status], uses],
  ...(problem === null ? [] : [["", "", problem]]),
  ["", "", status === "OK" || missing.length === 0 ? affects : `${affects} (not set: ${missing.join(", ")})`]
]

const statusText = {
  OK: "ok",
  FAILED: "FAILED",
  UNCHECKED: "not checked",
  BUILT_IN: "built in",
  OFF: "off"
} as const
