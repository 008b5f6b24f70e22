import { adminToken, type TestServer } from "./test-server.ts"

/** Fields of one server-sent event, or of a comment. */
type Message = Readonly<Record<string, string>>

/** Opens the stream of events, or the one at another path. */
export const openViewer = async ({ port }: TestServer, path = "/admin/v1/events/stream", lastEventId?: string) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: {
      authorization: `Bearer ${adminToken}`,
      ...(lastEventId !== undefined && { "last-event-id": lastEventId })
    }
  })
  const reader = (response.body as NonNullable<typeof response.body>).pipeThrough(new TextDecoderStream()).getReader()
  let text = ""
  const read = async () => {
    const { done, value = "" } = await reader.read()
    text += value
    return !done
  }
  const messages = () => text.split("\n\n").slice(0, -1).map(messageOf)
  const events = () => messages().filter(({ data }) => data !== undefined)

  return {
    response,
    messages,
    /** Reads until this number of events has arrived, and returns them. */
    untilEvents: async (count: number) => {
      while (events().length < count) if (!(await read())) throw new Error(`The stream has ended: ${text}`)
      return events()
    },
    /** Reads until the server ends the stream. */
    untilEnd: async () => {
      while (await read());
    },
    leave: () => reader.cancel()
  }
}

const messageOf = (block: string): Message =>
  Object.fromEntries(
    block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()])
  )
