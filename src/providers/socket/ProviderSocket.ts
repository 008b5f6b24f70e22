import type { Redacted } from "effect"
import { type RawData, WebSocket } from "ws"
import { concernsAccount, refusalReason } from "../contract/error-code.ts"
import { ProviderFailure } from "../contract/ProviderFailure.ts"
import { retryAfterOf } from "../contract/retry-after.ts"

/** Where a vendor is reached, and by whose account. */
export interface VendorAccount {
  readonly provider: string
  readonly baseUrl: string
  readonly apiKey: Redacted.Redacted
}

/** A websocket to open, and who is at its other end. */
export interface SocketAddress {
  /** For messages and logs, such as `deepgram`. */
  readonly provider: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Codes of a close because of what was sent: a retry would fail in the same way. */
  readonly refusals?: ReadonlyArray<number>
  /** Whether a close concerns the account: a wrong key, or no credit. */
  readonly isAccountRefusal?: (code: number, reason: string) => boolean
}

export interface SocketListener {
  readonly onOpen?: () => void
  readonly onText: (text: string) => void
  readonly onBinary?: (bytes: Uint8Array) => void
  /** The socket is gone, or never opened. Called once, and not after `close`. */
  readonly onLost: (failure: ProviderFailure) => void
}

/** A websocket to a provider. Never throws. */
export interface ProviderSocket {
  /** Sends a message, once the socket is open. `onSent` runs when it is written, and never for one that is lost before. */
  readonly send: (message: string | Uint8Array, onSent?: () => void) => void
  readonly isOpen: () => boolean
  /** Says farewell, since some providers bill an open session, and closes. Nothing is reported afterwards. */
  readonly close: (farewell?: string | Uint8Array) => void
}

/** Opens a websocket. A provider that answers no ping, or takes no more data, counts as gone. */
export const openSocket = (address: SocketAddress, listener: SocketListener): ProviderSocket => {
  const { headers, isAccountRefusal, provider, refusals = usualRefusals, url } = address
  const waiting: Array<{ readonly message: string | Uint8Array; readonly onSent: (() => void) | undefined }> = []
  let waitingBytes = 0
  let isOver = false
  let isAlive = true
  const socket = new WebSocket(url, { headers: { ...headers }, handshakeTimeout: handshakeMillis, ...options })

  const finish = () => {
    isOver = true
    waiting.length = 0
    clearInterval(pulse)
  }

  const lose = (
    reason: string,
    retryable: boolean,
    more: Pick<ProviderFailure, "refusesAccount" | "retryAfterMillis"> = {}
  ) => {
    if (isOver) return
    finish()
    socket.terminate()
    listener.onLost(new ProviderFailure({ provider, reason, retryable, ...more }))
  }

  const write = (message: string | Uint8Array, onSent: (() => void) | undefined) => {
    socket.send(message)
    onSent?.()
  }

  const send = (message: string | Uint8Array, onSent?: () => void) => {
    if (isOver) return
    if (socket.readyState === WebSocket.OPEN) {
      if (socket.bufferedAmount > maxWaitingBytes) return lose("it takes no more data", true)
      return write(message, onSent)
    }
    waitingBytes += message.length
    if (waitingBytes > maxWaitingBytes) return lose("it does not open", true)
    waiting.push({ message, onSent })
  }

  const close = (farewell?: string | Uint8Array) => {
    if (isOver) return
    const isOpen = socket.readyState === WebSocket.OPEN
    finish()
    if (!isOpen) return socket.terminate()
    if (farewell !== undefined) socket.send(farewell)
    socket.close()
    // A provider that does not answer the close must not keep the connection.
    setTimeout(() => socket.terminate(), farewellMillis).unref()
  }

  const pulse = setInterval(() => {
    if (socket.readyState !== WebSocket.OPEN) return
    if (!isAlive) return lose("it answers no ping", true)
    isAlive = false
    socket.ping()
  }, pulseMillis).unref()

  socket.on("open", () => {
    if (isOver) return
    listener.onOpen?.()
    for (const { message, onSent } of waiting.splice(0)) write(message, onSent)
  })
  socket.on("message", (data, isBinary) => {
    if (isOver) return
    isAlive = true
    if (isBinary) listener.onBinary?.(bytesOf(data))
    else listener.onText(bytesOf(data).toString())
  })
  socket.on("pong", () => {
    isAlive = true
  })
  socket.on("unexpected-response", (_, { headers: answered, statusCode = 0 }) => {
    const mayPass = statusCode === 408 || statusCode === 429 || statusCode >= 500
    const retryAfterMillis = retryAfterOf(answered["retry-after"])
    lose(refusalReason(statusCode), mayPass, {
      ...(concernsAccount(statusCode) && { refusesAccount: true }),
      ...(retryAfterMillis !== undefined && { retryAfterMillis })
    })
  })
  socket.on("error", (cause) => lose(`no connection (${nameOf(cause)})`, true))
  socket.on("close", (code, bytes) => {
    const reason = bytes.toString()
    const refusesAccount = isAccountRefusal?.(code, reason) ?? false
    lose(closedBy(code, reason), !refusesAccount && !refusals.includes(code), refusesAccount ? { refusesAccount } : {})
  })

  return { send, close, isOpen: () => !isOver && socket.readyState === WebSocket.OPEN }
}

// Compressing sound costs more than it saves. Later messages are small.
const options = { perMessageDeflate: false, maxPayload: 16 * 2 ** 20 }

/** Timeout of a handshake, ms. */
const handshakeMillis = 2_000
/** Time in which the other end answers a close, ms. */
const farewellMillis = 2_000
/** Interval of pings, ms. */
const pulseMillis = 10_000
/** Maximum data that waits, for the socket to open or the provider to take it: a minute of sound. */
const maxWaitingBytes = 1_000_000

const bytesOf = (data: RawData): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : data instanceof ArrayBuffer ? Buffer.from(data) : data

// A message of the provider may quote the request; a code is one word.
const closedBy = (code: number, reason: string) =>
  `it closed the connection (${code}${/^[\w.:-]{1,64}$/.test(reason) ? ` ${reason}` : ""})`

/** A type of data that is not accepted, data that cannot be read, and a violated policy. */
const usualRefusals = [1003, 1007, 1008]

// Errors of the handshake have no code, and messages of their own.
const nameOf = (cause: Error) => (cause as NodeJS.ErrnoException).code ?? cause.message
