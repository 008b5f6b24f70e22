import { Cause, Console, Effect, Exit, Runtime } from "effect"
import { Environment } from "../../../src/cli/environment.ts"
import { WriteResult } from "../../../src/cli/output.ts"
import { runCommand } from "../../../src/command-line.ts"
import { failureLine } from "../../../src/platform/lifecycle/Lifecycle.ts"
import type { Outcome } from "./carillon-process.ts"

/** Runs a command in this process, with only the given settings: a process of its own takes a second to start. */
export const command = async (
  args: ReadonlyArray<string>,
  settings: Readonly<Record<string, string>> = {}
): Promise<Outcome> => {
  let stdout = ""
  let stderr = ""
  const console: Console.Console = {
    ...globalThis.console,
    log: (...texts) => {
      stdout += `${texts.join(" ")}\n`
    },
    error: (...texts) => {
      stderr += `${texts.join(" ")}\n`
    }
  }
  const exit = await runCommand(args).pipe(
    Effect.provideService(Console.Console, console),
    Effect.provideService(WriteResult, (text) => Effect.sync(() => console.log(text))),
    Effect.provideService(Environment, settings),
    Effect.runPromiseExit
  )
  if (Exit.isSuccess(exit)) return { code: 0, stdout, stderr }
  stderr += failureLine(exit.cause)
  return { code: Runtime.getErrorExitCode(Cause.squash(exit.cause)), stdout, stderr }
}
