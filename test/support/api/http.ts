import { Agent, type IncomingHttpHeaders, request } from "node:http"
import { callAudioType } from "../../../src/api/contract/calls/campaign-calls.ts"

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The parsed body if it is JSON. */
  readonly body: any
}

export interface Sent {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON; text or bytes are sent unchanged. */
  readonly body?: unknown
}

/** An HTTP client that sends any method, any headers and any bytes. */
export const makeHttpClient = (port: number) => {
  // Leaves idle connections before the server does: a request could meet its end.
  const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: 10_000 })
  const send = ({ method, path, headers = {}, body }: Sent) =>
    new Promise<Answer>((resolve, reject) => {
      const raw = body === undefined || typeof body === "string" || body instanceof Uint8Array
      const bytes = raw ? body : JSON.stringify(body)
      const sent = request(
        {
          host: "127.0.0.1",
          port,
          // After a large body that it does not need, the server closes the connection without a word.
          agent: method === "GET" && bytes !== undefined ? false : agent,
          method,
          path,
          headers: {
            ...(bytes !== undefined && { "content-type": "application/json" }),
            ...(bytes !== undefined &&
              headers["transfer-encoding"] === undefined && { "content-length": String(Buffer.byteLength(bytes)) }),
            ...headers
          }
        },
        (response) => {
          const parts: Array<Buffer> = []
          const complete = () => {
            const text = Buffer.concat(parts).toString("utf8")
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: parsed(response, text) })
          }
          response.on("data", (part) => parts.push(part))
          response.on("error", reject)
          response.on("end", complete)
          // A stream has no end: its first chunk is taken as the answer.
          if (isEndless(response)) {
            response.once("data", () => {
              complete()
              response.destroy()
            })
          }
        }
      )
      // Names the request: a connection that was reset may be any of many.
      sent.on("error", (error: NodeJS.ErrnoException) =>
        reject(Object.assign(error, { message: `${method} ${path}: ${error.message}` }))
      )
      sent.end(bytes)
    })
  return { send, close: () => agent.destroy() }
}

/** Whether an answer is a stream, such as one of events. */
export const isEndless = ({ headers }: { readonly headers: IncomingHttpHeaders }) =>
  headers["content-type"] === "text/event-stream" || headers["content-type"] === callAudioType

const parsed = ({ headers }: { headers: IncomingHttpHeaders }, text: string) =>
  headers["content-type"]?.startsWith("application/json") === true && text !== "" ? JSON.parse(text) : undefined
