import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { readFileSync, realpathSync } from "node:fs"
import { constants, setPriority } from "node:os"
import { fileURLToPath } from "node:url"
import { Effect, Stream } from "effect"

export interface Confined {
  readonly script: URL
  readonly argument: string
  /** Folders of the script's code and libraries: the only files it may read. */
  readonly code: ReadonlyArray<URL>
  readonly limits: Limits
}

interface Limits {
  /** Time in which the process must end, however busy the machine is. */
  readonly seconds: number
  /** CPU time of all threads. The system enforces this limit even when the parent process is gone. */
  readonly cpuSeconds: number
  readonly megabytes: number
  readonly outputMegabytes: number
}

/** How a process ended: by itself, or killed because it exceeded a limit. */
export type ProcessEnd =
  | {
      readonly end: "exit"
      readonly code: number | null
      readonly signal: NodeJS.Signals | null
      readonly stderr: string
    }
  | { readonly end: "time" | "memory" | "output" }

/**
 * Runs a script that processes untrusted input, isolated from everything that it could harm: it
 * sees no settings, reads no files but its code, writes none, starts no processes, and runs at low
 * priority because of live calls. Its output is passed on line by line.
 */
export const runConfined = <E>(
  confined: Confined,
  input: Stream.Stream<Uint8Array, E>,
  onLine: (line: string) => void
): Effect.Effect<ProcessEnd, E> =>
  Effect.scoped(
    Effect.gen(function* () {
      const child = yield* Effect.acquireRelease(start(confined), (child) => Effect.sync(() => child.kill("SIGKILL")))
      const fed = Stream.runForEach(input, (bytes) => write(child, bytes)).pipe(
        Effect.andThen(Effect.sync(() => child.stdin.end())),
        Effect.andThen(Effect.never)
      )
      return yield* Effect.raceFirst(watch(child, confined.limits, onLine), fed)
    })
  )

const start = ({ script, argument, code, limits }: Confined) =>
  Effect.callback<ChildProcessWithoutNullStreams>((resume) => {
    const child = spawn(
      "/bin/sh",
      [
        "-c",
        // The shell becomes the process. At the limit it gets SIGXCPU; should it survive that, SIGKILL.
        `ulimit -H -t ${limits.cpuSeconds + 5}; ulimit -S -t ${limits.cpuSeconds}; exec /usr/bin/env -i "$0" "$@"`,
        process.execPath,
        "--permission",
        ...code.flatMap(withTarget).map((path) => `--allow-fs-read=${path}`),
        "--max-old-space-size=256",
        "--disallow-code-generation-from-strings",
        "--no-warnings",
        fileURLToPath(script),
        argument
      ],
      { env: {}, stdio: "pipe" }
    )
    child.once("spawn", () => {
      lowerPriority(child)
      resume(Effect.succeed(child))
    })
    child.once("error", (error) => resume(Effect.die(error)))
  })

// Node reads a symbolic link, and then its target.
const withTarget = (path: URL) => [fileURLToPath(path), realpathSync(path)]

const lowerPriority = ({ pid }: ChildProcessWithoutNullStreams) => {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The process has ended already.
  }
}

/** Ignores errors: a process that no longer reads has ended, and `watch` reports why. */
const write = (child: ChildProcessWithoutNullStreams, bytes: Uint8Array) =>
  Effect.callback<void>((resume) => {
    child.stdin.write(bytes, () => resume(Effect.void))
  })

const watch = (child: ChildProcessWithoutNullStreams, limits: Limits, onLine: (line: string) => void) =>
  Effect.callback<ProcessEnd>((resume) => {
    let stderr = ""
    let rest = ""
    let left = limits.outputMegabytes * 1024 * 1024

    const end = (ending: ProcessEnd) => {
      clearInterval(memoryCheck)
      clearTimeout(timeout)
      child.kill("SIGKILL")
      resume(Effect.succeed(ending))
    }
    const memoryCheck = setInterval(() => {
      if (residentMegabytes(child.pid) > limits.megabytes) end({ end: "memory" })
    }, 10)
    const timeout = setTimeout(() => end({ end: "time" }), limits.seconds * 1000)

    child.stdin.on("error", () => {})
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      left -= text.length
      if (left < 0) return end({ end: "output" })
      const lines = (rest + text).split("\n")
      rest = lines.pop() ?? ""
      for (const line of lines) onLine(line)
    })
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr = (stderr + text).slice(0, 2000)
    })
    child.once("close", (code, signal) =>
      end(signal === "SIGXCPU" ? { end: "time" } : { end: "exit", code, signal, stderr })
    )
    return Effect.sync(() => {
      clearInterval(memoryCheck)
      clearTimeout(timeout)
    })
  })

/** Returns 0 where the system does not report it. */
const residentMegabytes = (pid: number | undefined): number => {
  try {
    const [, kilobytes = "0"] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1")) ?? []
    return Number(kilobytes) / 1024
  } catch {
    return 0
  }
}
