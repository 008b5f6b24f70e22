import { connect, createServer, type Socket } from "node:net"
import { freePort } from "../../servers/free-port.ts"

export interface TcpProxy {
  readonly port: number
  /** Closes every connection and accepts no new ones. */
  readonly cut: () => Promise<void>
  readonly mend: () => Promise<void>
  /** Keeps existing connections open, but forwards nothing. */
  readonly stall: () => void
  /** Leads new connections to another port of the host. */
  readonly leadTo: (port: number) => void
  readonly close: () => Promise<void>
}

/** Starts a proxy in front of a service, so that a test can cut the service off. */
export const makeTcpProxy = async (host: string, port: number): Promise<TcpProxy> => {
  const sockets = new Set<Socket>()
  let target = port
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.pipe(to)
    from.on("error", () => to.destroy())
    from.on("close", () => {
      sockets.delete(from)
      to.destroy()
    })
  }
  const server = createServer((client) => {
    const service = connect({ host, port: target })
    pass(client, service)
    pass(service, client)
  })
  const own = await freePort()
  const listen = () => new Promise<void>((resolve) => server.listen(own, "127.0.0.1", resolve))
  await listen()
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  return {
    port: own,
    cut,
    mend: listen,
    stall: () => {
      for (const socket of sockets) socket.unpipe()
    },
    leadTo: (other) => {
      target = other
    },
    close: async () => {
      if (server.listening) await cut()
    }
  }
}
