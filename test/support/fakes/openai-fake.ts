import http from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { makeUntil } from "../until.ts"

export interface FakeCompletion {
  readonly headers: http.IncomingHttpHeaders
  readonly body: any
  /** Whether the client disconnected before the answer had ended. */
  readonly isAborted: boolean
  /** Sends another piece of an answer that hangs. */
  readonly send: (piece: Piece) => void
}

/** A piece of a streamed completion. */
export type Piece =
  /** A chunk's delta. */
  | { readonly delta: object; readonly finish?: string | null }
  /** A complete chunk. */
  | { readonly chunk: object }
  /** A raw line of the stream, such as a comment. */
  | { readonly line: string }
  | "usage"
  | "done"
  /** Sends nothing more, and keeps the connection open. */
  | "hang"
  /** Cuts the connection. */
  | "break"

export type Answer =
  | ReadonlyArray<Piece>
  | { readonly status: number; readonly code?: string; readonly headers?: object }
  | "hang"

/** Answer to a request for embeddings: a raw answer, or vectors in the requested format. */
export type EmbeddingAnswer =
  | { readonly vectors: ReadonlyArray<ReadonlyArray<number>> }
  | { readonly answer: unknown }
  | { readonly status: number; readonly code?: string; readonly message?: string; readonly headers?: object }
  | "hang"

export const text = (content: string): Piece => ({ delta: { content } })
export const finish = (reason: string): Piece => ({ delta: {}, finish: reason })

/**
 * A fake of OpenAI's API. `index` counts completions, or embedding requests, from 0. Requests that
 * OpenAI would refuse are recorded in `problems`.
 */
export const openAiFake = (
  script: (index: number, request: FakeCompletion) => Answer,
  embed: (index: number, body: any) => EmbeddingAnswer = () => ({ status: 404 })
) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const completions: Array<{ -readonly [Key in keyof FakeCompletion]: FakeCompletion[Key] }> = []
      const problems: Array<string> = []
      const embeddings: Array<any> = []
      const models = { asked: 0 }
      const watched = makeUntil(undefined)

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
          watched.wake()
        })
        const answer = script(completions.length - 1, completion)
        watched.wake()
        if (answer === "hang") return
        if ("status" in answer) return refuse(response, answer)
        response.writeHead(200, { "content-type": "text/event-stream" })
        stream(response, answer, body.model)
      }

      const embedTexts = (request: http.IncomingMessage, response: http.ServerResponse, body: any) => {
        problems.push(...embeddingProblemsOf(request, body))
        embeddings.push(body)
        watched.wake()
        const answer = embed(embeddings.length - 1, body)
        if (answer === "hang") return
        if ("status" in answer) return refuse(response, answer)
        const whole = "answer" in answer ? answer.answer : vectorsAnswer(answer.vectors, body.encoding_format)
        response.setHeader("content-type", "application/json").end(JSON.stringify(whole))
      }

      const server = http.createServer(async (request, response) => {
        let written = ""
        request.setEncoding("utf8")
        for await (const part of request) written += part
        if (request.method === "GET" && request.url?.endsWith("/models")) {
          models.asked += 1
          watched.wake()
          return response.setHeader("content-type", "application/json").end('{"object":"list","data":[]}')
        }
        if (request.method === "POST" && request.url?.endsWith("/chat/completions")) {
          return complete(request, response, JSON.parse(written))
        }
        if (request.method === "POST" && request.url?.endsWith("/embeddings")) {
          return embedTexts(request, response, JSON.parse(written))
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
        /** Bodies of the requests for embeddings. */
        embeddings: embeddings as ReadonlyArray<any>,
        problems,
        /** Number of requests for the list of models, which a health check sends. */
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
    // Flush the earlier pieces first, because the client would otherwise see only the end.
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
  {
    code = "some_code",
    headers = {},
    message = "the key sk-secret and what a person said",
    status
  }: Extract<Answer, { readonly status: number }> & { readonly message?: string }
) =>
  void response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(JSON.stringify({ error: { message, type: "error", code } }))

/** Answers with the vectors in reverse order, because clients must order them by their index. */
const vectorsAnswer = (vectors: ReadonlyArray<ReadonlyArray<number>>, format: string) => ({
  object: "list",
  data: vectors
    .map((vector, index) => ({
      object: "embedding",
      index,
      embedding: format === "base64" ? Buffer.from(Float32Array.from(vector).buffer).toString("base64") : vector
    }))
    .toReversed(),
  usage: { prompt_tokens: 1, total_tokens: 1 }
})

const embeddingProblemsOf = ({ headers }: http.IncomingMessage, { input, model }: any): ReadonlyArray<string> => [
  ...(headers.authorization?.startsWith("Bearer ") ? [] : ["no key"]),
  ...(typeof model === "string" ? [] : ["no model"]),
  ...(Array.isArray(input) && input.length > 0 && input.length <= 2_048 ? [] : ["too few or too many texts"]),
  ...(input.every((text: unknown) => typeof text === "string" && text !== "") ? [] : ["a text is empty"]),
  ...(input.every((text: string) => Buffer.byteLength(text) <= 8_192) ? [] : ["a text is too long"]),
  ...(Buffer.byteLength(input.join("")) <= 300_000 ? [] : ["too much in all"])
]

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
