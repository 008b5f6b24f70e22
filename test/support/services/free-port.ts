import { randomInt } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:net"

/**
 * A free port, below those that connections go out from: who leaves it for a moment finds it free again, and who tries to
 * reach it meanwhile does not come out where it goes in, which one of 20,000 tries does above, and is connected to itself.
 */
export const freePort = () => freePorts(1)

/** Returns the first of `count` free ports in a row. */
export const freePorts = async (count: number): Promise<number> => {
  const first = randomInt(10_000, 20_000)
  for (let port = first; port < first + count; port++) if (!(await isFree(port))) return freePorts(count)
  return first
}

const isFree = async (port: number) => {
  const server = createServer()
  const listens = new Promise<boolean>((resolve) => {
    server.once("listening", () => resolve(true))
    server.once("error", () => resolve(false))
  })
  server.listen(port, "127.0.0.1")
  if (!(await listens)) return false
  server.close()
  await once(server, "close")
  return true
}
