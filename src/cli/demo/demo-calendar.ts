import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { CommandError } from "../output.ts"

/** A calendar that books every visit, for the tool of the demo. It listens on this machine only, until the demo ends. */
export const demoCalendar = Effect.acquireRelease(
  Effect.callback<{ readonly url: string; readonly close: () => void }, CommandError>((resume) => {
    const server = createServer(async (request, response) => {
      const parts: Array<Uint8Array> = []
      for await (const part of request) parts.push(part)
      const day = dayIn(Buffer.concat(parts).toString("utf8"))
      response
        .writeHead(day === undefined ? 400 : 201, { "content-type": "application/json" })
        .end(JSON.stringify(day === undefined ? { problem: "no day" } : { booked: `the visit is on ${day} at ten` }))
    })
    server.on("error", (error) =>
      resume(Effect.fail(new CommandError({ message: `Could not start the calendar of the demo (${error.message})` })))
    )
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      const close = () => {
        server.close()
        server.closeAllConnections()
      }
      resume(Effect.succeed({ url: `http://127.0.0.1:${port}/visits`, close }))
    })
  }),
  ({ close }) => Effect.sync(close)
)

const dayIn = (body: string): string | undefined => {
  try {
    const { day } = JSON.parse(body)
    return typeof day === "string" && day !== "" ? day : undefined
  } catch {
    return undefined
  }
}

/** The tool with which the agent of the demo books a visit. */
export const bookVisit = (url: string) => ({
  name: "book_visit",
  description: "Books a free visit of an engineer, on the day that the person names",
  parameters: {
    type: "object",
    properties: { day: { type: "string", description: "The day, such as Tuesday" } },
    required: ["day"]
  },
  request: {
    method: "POST",
    url,
    body: '{"day": "{{argument.day}}", "name": "{{contact.name}}", "phone": "{{contact.phoneNumber}}"}'
  },
  answer: "booked",
  waitingText: "Let me book that for you.",
  changes: true
})
