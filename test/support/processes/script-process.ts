import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"
import { childEnv } from "./child-env.ts"

/**
 * Runs a script in a process of its own, which is killed when the scope closes. `within` is a command that runs the
 * command behind it in another place, such as a network namespace.
 */
export const startScript = (
  script: URL,
  env: Readonly<Record<string, string>>,
  within: ReadonlyArray<string> = [],
  args: ReadonlyArray<string> = []
) =>
  Effect.acquireRelease(
    Effect.sync(() => run([...within, process.execPath, fileURLToPath(script), ...args], env)),
    (process) => Effect.promise(process.kill)
  )

const run = ([command = "", ...args]: ReadonlyArray<string>, env: Readonly<Record<string, string>>) => {
  const child = spawn(command, args, { env: { ...childEnv, ...env } })
  let stderr = ""
  child.stderr.on("data", (chunk) => {
    stderr += chunk
  })
  const ended = once(child, "close").then(() => ({ code: child.exitCode, stderr }))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    pid: child.pid,
    send: (line: string) => child.stdin.write(`${line}\n`),
    endInput: () => child.stdin.end(),
    /** Returns the next line of output; undefined at its end. */
    line: async (): Promise<string | undefined> => (await lines.next()).value,
    ended,
    kill: () => {
      child.kill("SIGKILL")
      return ended
    }
  }
}
