import { connect, createServer, type Socket } from "node:net"

export interface SlowRelay {
  readonly port: number
  /** Leads new connections to another port. */
  readonly leadTo: (port: number) => void
  /**
   * Keeps the connections of a client open, but forwards nothing to it until `release`, not even their end. What the
   * client has sent before still arrives.
   */
  readonly hold: (client: string) => void
  readonly release: (client: string) => void
  readonly close: () => Promise<void>
}

interface Way {
  /** Where the relay listens. */
  readonly host: string
  readonly port: number
  /** The port of the service, which runs on this machine. */
  readonly to: number
  readonly random: () => number
}

/** Each piece takes this long, ms. */
const delay = 2
/** A piece that is lost is sent again after this time, ms; those behind it wait, because the order stays. */
const resent = 200
const loss = 0.005
/** Pieces under way of one direction, after which it is read no further. */
const window = 64

type Piece = Buffer | "end" | "closed" | "reset"

/** Starts a relay that delays as a network does, and can keep its services silent to one client. */
export const startSlowRelay = async ({ host, port, random, to }: Way): Promise<SlowRelay> => {
  let target = to
  const sockets = new Set<Socket>()
  const held = new Map<string, Array<() => void>>()

  const pass = (from: Socket, to: Socket, waiting: () => Array<() => void> | undefined) => {
    const pieces: Array<{ readonly at: number; readonly piece: Piece }> = []
    let last = 0
    let isAwaited = false
    const send = () => {
      const others = waiting()
      isAwaited = others !== undefined
      if (others !== undefined) return void others.push(send)
      for (let next = pieces[0]; next !== undefined && next.at <= performance.now(); next = pieces[0]) {
        pieces.shift()
        if (next.piece === "reset" && !to.connecting) to.resetAndDestroy()
        else if (next.piece === "closed" || next.piece === "reset") to.destroy()
        else if (next.piece === "end") to.end()
        else to.write(next.piece)
      }
      if (pieces.length < window) from.resume()
      wait()
    }
    const wait = () => {
      const [next] = pieces
      if (isAwaited || next === undefined) return
      isAwaited = true
      setTimeout(send, Math.max(0, next.at - performance.now()))
    }
    const add = (piece: Piece) => {
      last = Math.max(last, performance.now() + delay + (random() < loss ? resent : 0))
      pieces.push({ at: last, piece })
      if (pieces.length >= window) from.pause()
      wait()
    }
    sockets.add(from)
    from.setNoDelay()
    from.on("data", add)
    from.on("end", () => add("end"))
    // A sender that has reset its connection sends nothing again.
    from.on("error", () => {
      pieces.length = 0
      add("reset")
    })
    from.on("close", () => {
      sockets.delete(from)
      add("closed")
    })
  }

  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const client = socket.remoteAddress ?? ""
    const service = connect({ host: "127.0.0.1", port: target, allowHalfOpen: true })
    pass(socket, service, () => undefined)
    pass(service, socket, () => held.get(client))
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen({ port, host, backlog: 1_024 }, resolve)
  })
  return {
    port,
    leadTo: (other) => {
      target = other
    },
    hold: (client) => {
      if (!held.has(client)) held.set(client, [])
    },
    release: (client) => {
      const waiting = held.get(client) ?? []
      held.delete(client)
      for (const send of waiting) send()
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      })
  }
}
