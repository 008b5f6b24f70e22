import { connect, createServer, type Socket } from "node:net"

// Leads the loopback address of a host to a service elsewhere. The arguments are the port, and the address of the
// service. It ends with the process that started it.
const [port = "", host = ""] = process.argv.slice(2)

const pass = (from: Socket, to: Socket) => {
  from.setNoDelay().pipe(to)
  // Bytes that a reset takes back must not leave this host later. A connection that is not there yet has sent none.
  from.on("error", () => (to.connecting ? to.destroy() : to.resetAndDestroy()))
  from.on("close", () => to.destroy())
}

const server = createServer((client) => {
  const service = connect({ host, port: Number(port) })
  pass(client, service)
  pass(service, client)
})
server.listen(Number(port), "127.0.0.1", () => process.stdout.write("listens\n"))
process.stdin.once("end", () => process.exit()).resume()
