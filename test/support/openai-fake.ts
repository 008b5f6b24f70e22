import http from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { makeWatched } from "./watched.ts"

export interface FakeCompletion {
  readonly headers: http.IncomingHttpHeaders
  readonly body: any
  /** The client went before the answer had ended. */
  readonly isAborted: boolean
  /** Sends more of an answer that hangs. */
  readonly send: (piece: Piece) => void
}

/** What a server sends for one completion, piece by piece. */
export type Piece =
  /** A chunk's delta. */
  | { readonly delta: object; readonly finish?: string | null }
  /** A chunk as it is. */
  | { readonly chunk: object }
  /** A line of the stream as it is, such as a comment. */
  | { readonly line: string }
  | "usage"
  | "done"
  /** Says no more, and keeps the connection. */
  | "hang"
  /** Cuts the connection. */
  | "break"

export type Answer =
  | ReadonlyArray<Piece>
  | { readonly status: number; readonly code?: string; readonly headers?: object }
  | "hang"

export const text = (content: string): Piece => ({ delta: { content } })
export const finish = (reason: string): Piece => ({ delta: {}, finish: reason })

/** A server that speaks as OpenAI does; `index` counts completions from 0. What OpenAI refuses is kept in `problems`. */
export const openAiFake = (script: (index: number, request: FakeCompletion) => Answer) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const completions: Array<{ -readonly [Key in keyof FakeCompletion]: FakeCompletion[Key] }> = []
      const problems: Array<string> = []
      const models = { asked: 0 }
      const watched = makeWatched()

      const complete = (request: http.IncomingMessage, response: http.ServerResponse, body: any) => {
        problems.push(...problemsOf(request, body))
        const completion = {
          headers: request.headers,
          body,
          isAborted: false,
          send: (piece: Piece) => stream(response, [piece, "hang"], body.model)
        }
        completions.push(completion)
        response.on("close", () => {
          completion.isAborted = !response.writableEnded
          watched.changed()
        })
        const answer = script(completions.length - 1, completion)
        watched.changed()
        if (answer === "hang") return
        if ("status" in answer) return refuse(response, answer)
        response.writeHead(200, { "content-type": "text/event-stream" })
        stream(response, answer, body.model)
      }

      const server = http.createServer(async (request, response) => {
        let written = ""
        for await (const part of request) written += part
        if (request.method === "GET" && request.url?.endsWith("/models")) {
          models.asked += 1
          watched.changed()
          return response.setHeader("content-type", "application/json").end('{"object":"list","data":[]}')
        }
        if (request.method === "POST" && request.url?.endsWith("/chat/completions")) {
          return complete(request, response, JSON.parse(written))
        }
        problems.push(`${request.method} ${request.url}`)
        response.writeHead(404).end()
      })
      await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
      const { port } = server.address() as AddressInfo
      return {
        server,
        url: `http://127.0.0.1:${port}/v1`,
        completions: completions as ReadonlyArray<FakeCompletion>,
        problems,
        /** The list of models, which a probe asks for. */
        models,
        until: watched.until
      }
    }),
    ({ server }) =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  )

const stream = (response: http.ServerResponse, pieces: ReadonlyArray<Piece>, model: string) => {
  const send = (chunk: object) => response.write(`data: ${JSON.stringify(chunk)}\n\n`)
  const chunkOf = (choices: ReadonlyArray<object>) => ({
    id: "c",
    object: "chat.completion.chunk",
    created: 1,
    model,
    choices
  })
  for (const piece of pieces) {
    if (piece === "hang") return
    // What was sent goes out first: else the client sees nothing but an end.
    if (piece === "break") return void response.write("\n", () => response.destroy())
    if (piece === "done") response.write("data: [DONE]\n\n")
    else if (piece === "usage") {
      send({ ...chunkOf([]), usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } })
    } else if ("chunk" in piece) send(piece.chunk)
    else if ("line" in piece) response.write(`${piece.line}\n\n`)
    else send(chunkOf([{ index: 0, delta: piece.delta, finish_reason: piece.finish ?? null }]))
  }
  response.end()
}

const refuse = (
  response: http.ServerResponse,
  { code = "some_code", headers = {}, status }: Extract<Answer, { readonly status: number }>
) =>
  void response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(JSON.stringify({ error: { message: "the key sk-secret and what a person said", type: "error", code } }))

const problemsOf = ({ headers }: http.IncomingMessage, body: any): ReadonlyArray<string> => [
  ...(headers.authorization?.startsWith("Bearer ") ? [] : ["no key"]),
  ...(typeof body.model === "string" && body.stream === true ? [] : ["no model, or no stream"]),
  ...(body.messages.length > 0 && body.messages.every(isMessage) ? [] : ["a message is none"]),
  ...(body.tools === undefined || (body.tools.length > 0 && body.tools.every(isTool)) ? [] : ["a tool is none"])
]

const isMessage = ({ content, role }: any) =>
  ["system", "user", "assistant"].includes(role) && typeof content === "string"

const isTool = ({ function: one, type }: any) =>
  type === "function" && /^[\w-]{1,64}$/.test(one.name) && one.parameters.type === "object"
