import net from "node:net"
import tls from "node:tls"
import { Duration, Effect } from "effect"
import { notAllowed, Unreachable, unreachable } from "./outbound-errors.ts"
import { isPublicAddress } from "./public-address.ts"
import { literalAddress } from "./webhook-url.ts"

/** The address that was dialed last, and its socket, which the caller destroys. */
export interface Dialed {
  address: string
  socket: net.Socket | undefined
}

/** Connects to the first address that answers, with TLS if the URL requires it. */
export const connectChecked = Effect.fnUntraced(function* (
  url: URL,
  addresses: ReadonlyArray<string>,
  allowPrivate: boolean,
  dialed: Dialed
) {
  if (addresses.length === 0) return yield* unreachable("dns", undefined)
  const socket = yield* Effect.firstSuccessOf(addresses.map((address) => dial(address, portOf(url), dialed)))
  const peer = socket.remoteAddress
  if (peer === undefined) return yield* unreachable("connection", socket.errored)
  // The network may redirect a connection, so the peer's own address is checked before anything is sent.
  if (!allowPrivate && !isPublicAddress(peer)) return yield* notAllowed
  return url.protocol === "https:" ? yield* secure(socket, url.hostname) : socket
})

/** Maximum time to connect to one address; leaves time for a second and third address, and for the response. */
const dialTimeout = Duration.seconds(4)

const portOf = ({ port, protocol }: URL) => (port === "" ? (protocol === "https:" ? 443 : 80) : Number(port))

const dial = (address: string, port: number, dialed: Dialed) =>
  Effect.callback<net.Socket, Unreachable>((resume) => {
    const socket = net.connect({ host: address, port, noDelay: true })
    Object.assign(dialed, { address, socket })
    socket.once("connect", () => resume(Effect.succeed(socket)))
    // This listener is never removed, because a late error without a listener would crash the process.
    socket.on("error", (cause) => resume(Effect.fail(unreachable("connection", cause))))
    return Effect.sync(() => socket.destroy())
  }).pipe(
    Effect.timeoutOrElse({
      duration: dialTimeout,
      orElse: () => Effect.fail(new Unreachable({ reason: "connection", message: "Connection failed (ETIMEDOUT)" }))
    })
  )

const secure = (socket: net.Socket, hostname: string) =>
  Effect.callback<tls.TLSSocket, Unreachable>((resume) => {
    const literal = literalAddress(hostname)
    const secured = tls.connect({
      socket,
      // The certificate must be for this name. An address is never sent as a server name.
      ...(literal === undefined ? { servername: hostname.replace(/\.+$/, "") } : { host: literal, servername: "" }),
      ALPNProtocols: ["http/1.1"],
      // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED has no effect here.
      rejectUnauthorized: true
    })
    secured.once("secureConnect", () => resume(Effect.succeed(secured)))
    secured.on("error", (cause) => resume(Effect.fail(unreachable("tls", cause))))
  })
