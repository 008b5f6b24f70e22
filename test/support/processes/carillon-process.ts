import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { childEnv } from "./child-env.ts"

const script = fileURLToPath(new URL("../../../src/cli.ts", import.meta.url))

type Env = Readonly<Record<string, string>>

export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command to its end, with only the given settings. */
export const carillon = (args: ReadonlyArray<string>, env: Env = {}): Promise<Outcome> => start(args, env).ended

export interface Served {
  /** Waits until the log matches, and returns the match. */
  readonly until: (pattern: RegExp) => Promise<RegExpExecArray>
  readonly url: string
  /** Returns the log up to now. */
  readonly log: () => string
  readonly stop: (signal: NodeJS.Signals) => Promise<Outcome>
}

/** Starts a server on a free port, and returns once it listens. */
export const serve = async (env: Env): Promise<Served> => {
  const { outputNow, until, stop } = start(["serve"], { PORT: "0", LOG_FORMAT: "json", ...env })
  const [, url = ""] = await until(/Listening on (http:[^\s,]+)/)
  return { url, log: outputNow, until, stop }
}

/** Starts a command that keeps running. */
export const start = (args: ReadonlyArray<string>, env: Env) => {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...childEnv, ...env },
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
  const outputNow = () => stdout + stderr
  return {
    child,
    ended,
    outputNow,
    /** Waits until the output matches, and returns the match. */
    until: async (pattern: RegExp): Promise<RegExpExecArray> => {
      for (;;) {
        const found = pattern.exec(outputNow())
        if (found !== null) return found
        if (child.exitCode !== null) throw new Error(`carillon has ended: ${outputNow()}`)
        await Promise.race([once(child.stdout, "data"), once(child.stderr, "data"), once(child, "close")])
      }
    },
    stop: (signal: NodeJS.Signals): Promise<Outcome> => {
      child.kill(signal)
      return ended
    }
  }
}
