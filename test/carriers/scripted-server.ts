import http, { type IncomingHttpHeaders } from "node:http"
import https from "node:https"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { makeUntil } from "../support/until.ts"

export interface Received {
  readonly method: string | undefined
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly form: ReadonlyArray<readonly [string, string]>
}

/** Response to a request: a cut connection once the request has arrived, none at all, or this. */
export type Script =
  | "cut"
  | "hang"
  | {
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
      readonly cutShort?: true
    }

/** A server that records requests and answers them by a script. `request` counts from 0. */
export const scriptedServer = (
  script: (request: number, received: Received) => Script,
  certificate?: https.ServerOptions
) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const received: Array<Received> = []
      const { until, wake } = makeUntil<ReadonlyArray<Received>>(received)
      const handle: http.RequestListener = async (request, response) => {
        let body = ""
        for await (const part of request) body += part
        const { method, url = "", headers } = request
        const got = { method, path: url, headers, form: [...new URLSearchParams(body)] }
        const answer = script(received.push(got) - 1, got)
        wake()
        if (answer === "hang") return
        if (answer === "cut") return request.socket.destroy()
        const text = answer.body ?? ""
        response.writeHead(answer.status, {
          "content-length": text.length + (answer.cutShort ? 1 : 0),
          ...answer.headers
        })
        if (answer.cutShort) response.write(text, () => request.socket.destroy())
        else response.end(text)
      }
      const server = certificate ? https.createServer(certificate, handle) : http.createServer(handle)
      await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
      const { port } = server.address() as AddressInfo
      return {
        port,
        url: `${certificate ? "https" : "http"}://127.0.0.1:${port}`,
        received,
        /** Completes when the recorded requests meet a condition. */
        until,
        server
      }
    }),
    ({ server }) =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  )

export type ScriptedServer = Effect.Success<ReturnType<typeof scriptedServer>>

export const fieldOf = (received: Received, name: string) => received.form.find(([one]) => one === name)?.[1]
