import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"

const script = fileURLToPath(new URL("../../src/cli.ts", import.meta.url))

type Env = Readonly<Record<string, string>>

export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command to its end, with no setting but those given. */
export const carillon = (args: ReadonlyArray<string>, env: Env = {}): Promise<Outcome> => start(args, env).ended

export interface Served {
  readonly url: string
  /** What it has logged so far. */
  readonly log: () => string
  readonly stop: (signal: "SIGTERM" | "SIGKILL") => Promise<Outcome>
}

/** Runs a server on a free port, and gives it once it says where it listens. */
export const serve = async (env: Env): Promise<Served> => {
  const { child, ended, soFar } = start(["serve"], { PORT: "0", LOG_FORMAT: "json", ...env })
  const url = await untilListening(child, soFar)
  return {
    url,
    log: soFar,
    stop: (signal) => {
      child.kill(signal)
      return ended
    }
  }
}

const start = (args: ReadonlyArray<string>, env: Env) => {
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let stdout = ""
  let stderr = ""
  child.stdout.on("data", (chunk) => {
    stdout += chunk
  })
  child.stderr.on("data", (chunk) => {
    stderr += chunk
  })
  const ended = once(child, "close").then(() => ({ code: child.exitCode, stdout, stderr }))
  return { child, ended, soFar: () => stdout + stderr }
}

const untilListening = async (child: ChildProcess, soFar: () => string): Promise<string> => {
  for (;;) {
    const found = /Listening on (http:[^\s,]+)/.exec(soFar())?.[1]
    if (found !== undefined) return found
    if (child.exitCode !== null) throw new Error(`The server has ended: ${soFar()}`)
    await Promise.race([once(child.stdout!, "data"), once(child, "close")])
  }
}
