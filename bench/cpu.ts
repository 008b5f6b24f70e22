import { readFile } from "node:fs/promises"
import { rounded } from "./figures.ts"

/** Returns the CPU time that a process has used since its start, seconds. Linux counts it in hundredths. */
export const cpuSeconds = async (pid: number) => {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1")
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number)
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) / 100
}

/** Starts a meter, which returns the CPU use of this process since then, in % of a core. */
export const cpuMeter = () => {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return rounded((user + system) / 10 / (performance.now() - startedAt))
  }
}
