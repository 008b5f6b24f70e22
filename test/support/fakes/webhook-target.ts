import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"

export interface Received {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** "hang" never answers; "wait" answers 200 once `answer` is called. */
type Answer = number | "hang" | "wait" | { readonly status: number; readonly body: string }

/** A customer's server: records requests and gives these answers in turn, the last one from then on. */
export const webhookTarget = (...answers: ReadonlyArray<Answer>) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const received: Array<Received> = []
      const waiting: Array<() => void> = []
      const held: Array<() => void> = []
      const server = createServer(async (request, response) => {
        let body = ""
        for await (const part of request) body += part
        const answer = answers[Math.min(received.length, answers.length - 1)] ?? 200
        const { method, url, headers } = request
        received.push({ method, path: url, headers, body })
        for (const wake of waiting.splice(0)) wake()
        if (answer === "hang") return
        if (answer === "wait") return held.push(() => response.writeHead(200).end())
        const { status, body: text } = typeof answer === "number" ? { status: answer, body: "" } : answer
        response.writeHead(status, { location: "/elsewhere" }).end(text)
      })
      await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
      return {
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/import?of=contacts`,
        received,
        /** Waits until this number of requests has arrived. */
        got: (count: number) =>
          Effect.promise(async () => {
            while (received.length < count) await new Promise<void>((wake) => waiting.push(wake))
          }),
        answer: () => {
          for (const release of held.splice(0)) release()
        },
        server
      }
    }),
    ({ server }) =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  )
