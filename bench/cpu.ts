import { readFile } from "node:fs/promises"
import { rounded } from "./figures.ts"

/** How much of a core a process has used in its life, in seconds; Linux says so in hundredths. */
export const cpuSeconds = async (pid: number) => {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1")
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number)
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) / 100
}

/** Says how much of a core this process has used since then, in %. */
export const cpuMeter = () => {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return rounded((user + system) / 10 / (performance.now() - startedAt))
  }
}
