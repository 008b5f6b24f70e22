import { writeSync } from "node:fs"
import { Effect, Stream } from "effect"
import { runConfined } from "../../src/rag/reading-process.ts"

// Starts a process that never ends by itself, prints its id, and watches it until this process ends.
const here = new URL("./", import.meta.url)

await Effect.runPromise(
  runConfined(
    {
      script: new URL("./confined-script.ts", here),
      argument: "busy",
      code: [here, new URL("../../package.json", here)],
      limits: { seconds: 60, cpuSeconds: 4, megabytes: 400, outputMegabytes: 1 }
    },
    Stream.never,
    (line) => {
      writeSync(1, `${line}\n`)
      process.kill(process.pid, "SIGKILL")
    }
  )
)
