import { Pool } from "undici"

/** Measures the CPU time of a process that only POSTs bodies to a receiver with undici, µs. */
export const floorMicros = async (url: URL, body: string, requests: number): Promise<number> => {
  const pool = new Pool(url.origin, { connections: 64 })
  const headers = { "content-type": "application/json" }
  let left = requests
  const work = async () => {
    while (left-- > 0) {
      const { body: answer } = await pool.request({ method: "POST", path: url.pathname, headers, body })
      await answer.dump()
    }
  }
  const all = () => Promise.all(Array.from({ length: 64 }, work))
  left = requests / 10
  await all()
  left = requests
  const before = process.cpuUsage()
  await all()
  const { system, user } = process.cpuUsage(before)
  await pool.close()
  return (user + system) / requests
}
