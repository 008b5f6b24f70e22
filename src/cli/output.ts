import { Console, Context, Effect, Runtime, Schema } from "effect"
import { CliOutput, Flag, GlobalFlag } from "effect/cli"
import { forTerminal } from "../platform/lifecycle/Lifecycle.ts"
import { singleLine } from "../platform/observability/Logging.ts"
import { why } from "../platform/observability/why.ts"

/** A command that failed; its message is the one line that is printed. */
export class CommandError extends Schema.TaggedError<CommandError>()("CommandError", {
  message: Schema.String,
  /** The failure as the server reported it, for --json. */
  failure: Schema.optionalKey(Schema.Unknown)
}) {
  readonly [forTerminal] = true
}

/** An invalid command line. */
export class UsageError extends Schema.TaggedError<UsageError>()("UsageError", { message: Schema.String }) {
  readonly [forTerminal] = true
  override readonly [Runtime.errorExitCode] = 2
}

export const Json = GlobalFlag.Setting("json")({
  flag: Flag.Boolean("json").pipe(
    Flag.withoutNegation,
    Flag.withDefault(false),
    Flag.withDescription("Print one JSON document; errors too, on stderr")
  )
})

/**
 * Writes the result of a command to stdout, and fails if that is not possible. Node's console hides the failure: with a
 * full disk, a key that is shown only once would be lost. Tests replace this.
 */
export const WriteResult = Context.Reference<(text: string) => Effect.Effect<void, CommandError>>(
  "carillon/cli/WriteResult",
  { defaultValue: () => writeToStdout }
)

const writeToStdout = (text: string) =>
  Effect.callback<void, CommandError>((resume) => {
    const end = (error?: Error | null) => {
      // A reader such as `head` closes the pipe when it has enough.
      const isLost = error && !("code" in error && error.code === "EPIPE")
      resume(
        isLost ? Effect.fail(new CommandError({ message: `Cannot write the result (${why(error)})` })) : Effect.void
      )
    }
    // A pipe reports a failure as an event too, a file throws it.
    process.stdout.on("error", end)
    try {
      process.stdout.write(`${text}\n`, end)
    } catch (error) {
      end(error as Error)
    }
  })

/** Prints the result of a command: as JSON with --json, otherwise as text for people. */
export const print = Effect.fnUntraced(function* <A>(result: A, forPeople: (result: A) => string) {
  const write = yield* WriteResult
  yield* write((yield* Json) ? JSON.stringify(result, null, 2) : forPeople(result))
})

/** Prints a remark on stderr, so that the result on stdout can be piped. */
export const remark = Effect.fnUntraced(function* (text: string) {
  if (!(yield* Json)) yield* Console.error(text)
})

/** A table with one row per item; `otherwise` when there are no items. */
export const table = <A>(
  rows: ReadonlyArray<A>,
  columns: Readonly<Record<string, (row: A) => unknown>>,
  otherwise: string
): string =>
  rows.length === 0
    ? otherwise
    : aligned([Object.keys(columns), ...rows.map((row) => Object.values(columns).map((cell) => textOf(cell(row))))])

/** Formats an item as a line per field. */
export const fields = (item: object): string =>
  aligned(Object.entries(item).map(([name, value]) => [name, textOf(value)]))

export const aligned = (lines: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widths = lines.reduce<ReadonlyArray<number>>(
    (widest, line) => line.map((cell, at) => Math.max(widest[at] ?? 0, CliOutput.displayWidth(cell))),
    []
  )
  const pad = (cell: string, at: number) => cell + " ".repeat((widths[at] ?? 0) - CliOutput.displayWidth(cell))
  return lines.map((line) => line.map(pad).join("  ").trimEnd()).join("\n")
}

const textOf = (value: unknown): string =>
  value === null || value === undefined || value === ""
    ? "-"
    : singleLine(
        value instanceof Date ? value.toISOString() : typeof value === "object" ? JSON.stringify(value) : String(value)
      )
