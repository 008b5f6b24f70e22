import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"

export interface Received {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A server of a client: keeps what it gets, and answers with the next of these statuses, the last one for good. */
export const webhookTarget = (...statuses: ReadonlyArray<number | "hang">) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const received: Array<Received> = []
      const waiting: Array<() => void> = []
      const server = createServer(async (request, response) => {
        let body = ""
        for await (const part of request) body += part
        const status = statuses[Math.min(received.length, statuses.length - 1)]
        const { method, url, headers } = request
        received.push({ method, path: url, headers, body })
        for (const wake of waiting.splice(0)) wake()
        if (status !== "hang") response.writeHead(status ?? 200, { location: "/elsewhere" }).end()
      })
      await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
      return {
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/import?of=contacts`,
        received,
        /** Ends when so many requests have come. */
        got: (count: number) =>
          Effect.promise(async () => {
            while (received.length < count) await new Promise<void>((wake) => waiting.push(wake))
          }),
        server
      }
    }),
    ({ server }) =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  )
