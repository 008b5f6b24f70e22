import { connect } from "node:net"

/**
 * Measures the responses per second of one GET over some connections. Written by hand on sockets,
 * because a real HTTP client would use more CPU than the compared servers.
 */
export const requestsPerSecond = async (port: number, path: string, key: string, seconds: number): Promise<number> => {
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${key}\r\n\r\n`
  const until = performance.now() + seconds * 1000
  const startedAt = performance.now()
  const counts = await Promise.all(Array.from({ length: 16 }, () => askUntil(port, request, until)))
  return (counts.reduce((sum, count) => sum + count, 0) * 1000) / (performance.now() - startedAt)
}

const askUntil = (port: number, request: string, until: number) =>
  new Promise<number>((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(request))
    let answers = 0
    let received = ""
    socket.setEncoding("latin1").on("error", reject)
    socket.on("data", (chunk: string) => {
      received += chunk
      const head = received.indexOf("\r\n\r\n")
      if (head < 0) return
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1])
      if (received.length < head + 4 + length) return
      if (!received.startsWith("HTTP/1.1 200")) return reject(new Error(received))
      received = ""
      answers += 1
      if (performance.now() < until) return socket.write(request)
      socket.destroy()
      resolve(answers)
    })
  })
