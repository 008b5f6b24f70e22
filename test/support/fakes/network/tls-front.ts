import { once } from "node:events"
import { type AddressInfo, connect } from "node:net"
import { createServer, type TlsOptions } from "node:tls"

/** Accepts TLS for a plain server on this machine, on a port of its own. */
export const tlsFront = async (
  url: string,
  certificate: Pick<TlsOptions, "cert" | "key">,
  protocols?: ReadonlyArray<string>
): Promise<number> => {
  const port = Number(new URL(url).port)
  const server = createServer({ ...certificate, ...(protocols && { ALPNProtocols: [...protocols] }) }, (client) => {
    const plain = connect({ port, host: "127.0.0.1", noDelay: true })
    client.setNoDelay(true)
    for (const [from, to] of [
      [client, plain],
      [plain, client]
    ] as const) {
      from.on("error", () => to.destroy())
      from.on("close", () => to.destroy())
      from.pipe(to)
    }
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  return (server.address() as AddressInfo).port
}
