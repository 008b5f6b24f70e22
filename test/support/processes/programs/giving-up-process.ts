import { connect } from "node:net"
import { createInterface } from "node:readline"
import { Effect, Fiber } from "effect"
import { sendRequest } from "../../../../src/carriers/send-request.ts"

// Sends a request to a server by each of the addresses that are the arguments, and later gives it up. Beside them, it
// sends one over a connection of its own that it closes as usual, as the end of a process does. Each step waits for a
// line of input.
const urls = process.argv.slice(2)
const commands = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const done = async (what: string) => {
  process.stdout.write(`${what}\n`)
  await commands.next()
}
const post = (url: string) =>
  sendRequest({ method: "POST", url, headers: {}, form: new URLSearchParams(), deadline: performance.now() + 5_000 })

const { hostname, port } = new URL(urls[0] ?? "")
const own = connect(Number(port), hostname)
await new Promise<void>((connected) => own.once("connect", connected))
for (const url of urls) await Effect.runPromise(post(`${url}/before`))
await done("connected")

const sending = urls.map((url) => Effect.runFork(Effect.flip(post(`${url}/given-up`))))
own.end("POST /closed HTTP/1.1\r\nHost: test\r\nContent-Length: 0\r\n\r\n")
await done("sent")

await Effect.runPromise(Fiber.interruptAll(sending))
await done("given up")
