import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync, writeSync } from "node:fs"
import { getPriority } from "node:os"
import { buffer } from "node:stream/consumers"

// Actions that a process taken over by a document could try.

const say = (line: string) => process.stdout.write(`${line}\n`)

const attempt = (what: () => unknown) => {
  try {
    what()
    say("done")
  } catch (error) {
    say((error as NodeJS.ErrnoException).code ?? (error as Error).name)
  }
}

switch (process.argv[2]) {
  case "echo":
    say((await buffer(process.stdin)).toString())
    break
  case "reach": {
    say(JSON.stringify(Object.keys(process.env)))
    attempt(() => readFileSync(process.execPath))
    attempt(() => readFileSync(new URL("../seed.ts", import.meta.url)))
    attempt(() => writeFileSync(new URL("./written", import.meta.url), ""))
    attempt(() => spawnSync("true"))
    attempt(() => new Function("return 1"))
    // The parent lowers the priority as soon as the process exists.
    say(
      await new Promise<string>((resolve) => {
        const look = setInterval(() => {
          if (getPriority() <= 0) return
          clearInterval(look)
          resolve("low")
        }, 5)
      })
    )
    break
  }
  case "memory": {
    const kept: Array<Buffer> = []
    setInterval(() => kept.push(Buffer.alloc(4 * 1024 * 1024, 1)), 1)
    break
  }
  case "heap": {
    const kept: Array<ReadonlyArray<number>> = []
    for (;;) kept.push(new Array<number>(1_000_000).fill(kept.length))
  }
  case "output":
    for (;;) if (!say("x".repeat(1000))) await new Promise((resume) => process.stdout.once("drain", resume))
  case "busy":
    writeSync(1, `${process.pid}\n`)
    for (;;);
  default:
    process.exit(3)
}
