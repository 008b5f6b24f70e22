import { randomInt } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:net"

/**
 * Returns a free port below the range of ephemeral ports. No outgoing connection takes it while its server is
 * restarted, and a client that connects meanwhile cannot be given the same local port and thus connect to itself.
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
