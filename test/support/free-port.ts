import { randomInt } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:net"

/** A free port, below those that connections go out from: who leaves it for a moment finds it free again. */
export const freePort = async (): Promise<number> => {
  const port = randomInt(10_000, 20_000)
  const server = createServer()
  const isFree = new Promise<boolean>((resolve) => {
    server.once("listening", () => resolve(true))
    server.once("error", () => resolve(false))
  })
  server.listen(port, "127.0.0.1")
  if (!(await isFree)) return freePort()
  server.close()
  await once(server, "close")
  return port
}
