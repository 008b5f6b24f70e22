import { WebSocket } from "ws"
import type { FlowTrial, TrialInput, TrialOutput } from "../../../src/domain/views/FlowTrial.ts"
import { untilFound } from "../eventually.ts"

/** The websocket was refused. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number, body: string) {
    super(`${status} ${body}`)
    this.status = status
  }
}

type Message = Exclude<TrialOutput, { type: "audio" }> | { readonly type: "audio"; readonly audio: string }

/** The page of a trial. */
export interface TrialClient {
  readonly ws: WebSocket
  readonly send: (input: TrialInput | { readonly type: "audio"; readonly audio: string }) => void
  readonly received: ReadonlyArray<Message>
  /** Waits for a message of a kind that fits. */
  readonly until: <K extends Message["type"]>(
    type: K,
    fits?: (message: Extract<Message, { type: K }>) => boolean
  ) => Promise<Extract<Message, { type: K }>>
  /** The last state of each line, in order. */
  readonly lines: () => ReadonlyArray<{ readonly role: "agent" | "person"; readonly text: string }>
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
}

/** Opens the websocket of a trial; fails with the HTTP status if it is refused. Marks are returned at once. */
export const openTrial = (
  port: number,
  { url }: Pick<FlowTrial, "url">,
  headers: Readonly<Record<string, string>>
): Promise<TrialClient> =>
  new Promise((resolve, reject) => {
    const ws = new WebSocket(`ws://127.0.0.1:${port}${url}`, { headers, perMessageDeflate: false })
    const received: Array<Message> = []
    const send: TrialClient["send"] = (input) => ws.send(JSON.stringify(input))
    ws.on("message", (data) => {
      const message = JSON.parse(data.toString()) as Message
      received.push(message)
      if (message.type === "mark") send(message)
    })
    const closed = new Promise<{ readonly code: number; readonly reason: string }>((resolve) => {
      ws.once("close", (code, reason) => resolve({ code, reason: reason.toString() }))
    })
    ws.once("unexpected-response", (_, response) => {
      let body = ""
      response.on("data", (part) => {
        body += part
      })
      response.on("end", () => reject(new Refused(response.statusCode ?? 0, body)))
    })
    ws.on("error", reject)
    ws.once("open", () =>
      resolve({
        ws,
        send,
        received,
        closed,
        until: (type, fits = () => true) =>
          untilFound(() =>
            received.find((message): message is never => message.type === type && fits(message as never))
          ),
        lines: () => {
          const lines = new Map(
            received.flatMap((message) => (message.type === "line" ? [[message.line, message] as const] : []))
          )
          return [...lines.entries()]
            .sort(([one], [other]) => one - other)
            .map(([, { role, text }]) => ({ role, text }))
        }
      })
    )
  })
