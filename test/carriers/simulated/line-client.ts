import { Effect, Redacted } from "effect"
import { startLine } from "../../../src/carriers/simulated/SimulatedLine.ts"

export const authToken = "a token of the tests"

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, any>>
}

type Fields = ReadonlyArray<readonly [string, string]>

/** Starts a line, and returns it with a client that uses it like Twilio's API. */
export const lineWithClient = (options: Omit<Parameters<typeof startLine>[0], "authToken">) =>
  Effect.map(startLine({ ...options, authToken: Redacted.make(authToken) }), (line) => ({
    line,
    ...clientOf(line.url, authToken)
  }))

export const clientOf = (url: string, authToken: string) => {
  const authorization = `Basic ${Buffer.from(`${url.split("/").at(-1)}:${authToken}`).toString("base64")}`
  const request = (method: "GET" | "POST", path: string, form: Fields = []) =>
    Effect.promise(async (): Promise<Answer> => {
      const response = await fetch(url + path, {
        method,
        headers: { authorization },
        ...(method === "POST" && {
          body: new URLSearchParams(form.map(([name, value]): [string, string] => [name, value]))
        })
      })
      return { status: response.status, headers: response.headers, body: (await response.json()) as Answer["body"] }
    })
  return {
    url,
    request,
    /** Places a call; by default to a busy number, with a pause instead of a stream. */
    place: (fields: Readonly<Record<string, string>> = {}, more: Fields = []) =>
      request("POST", "/Calls.json", [
        ...Object.entries({ To: "+14155550103", From: "+15005550006", Twiml: pause, ...fields }),
        ...more
      ])
  }
}

export const pause = `<Response><Pause length="12"/></Response>`
