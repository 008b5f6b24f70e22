import { connect, type Socket } from "node:net"
import type { Answer } from "./http.ts"

/** Opens a raw connection to a local port, to send bytes that no HTTP client would send. */
export const openSocket = (port: number) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port }, () => resolve(socket))
    socket.once("error", reject)
  })

/** Sends bytes, and returns all received data until the server closes or is silent for `patience` ms. */
export const exchange = async (port: number, bytes: string | Uint8Array, patience = 5000): Promise<string> => {
  const socket = await openSocket(port)
  const parts: Array<Buffer> = []
  return new Promise((resolve) => {
    const done = () => {
      socket.destroy()
      resolve(Buffer.concat(parts).toString("latin1"))
    }
    socket.on("data", (part) => parts.push(part))
    socket.on("error", done)
    socket.on("close", done)
    socket.setTimeout(patience, done)
    socket.write(bytes)
  })
}

/** Splits received data into answers by their Content-Length. */
export const answersIn = (received: string): ReadonlyArray<Answer> => {
  const answers: Array<Answer> = []
  let rest = received
  while (rest !== "") {
    const end = rest.indexOf("\r\n\r\n")
    const [first = "", ...lines] = rest.slice(0, end).split("\r\n")
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()])
    )
    const length = Number(headers["content-length"] ?? 0)
    const text = rest.slice(end + 4, end + 4 + length)
    const body = headers["content-type"]?.startsWith("application/json") && text !== "" ? JSON.parse(text) : undefined
    answers.push({ status: Number(first.split(" ")[1]), headers, text, body })
    if (end < 0) break
    rest = rest.slice(end + 4 + length)
  }
  return answers
}
