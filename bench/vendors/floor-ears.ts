import { Redacted } from "effect"
import { WebSocket } from "ws"
import { deepgramEar } from "../../src/providers/deepgram/deepgram-ear.ts"
import { messagesV2, type Recognized } from "../../src/providers/google/recognition-messages.ts"
import type { EarAdapter } from "../../src/providers/socket/socket-ear.ts"
import { soniox } from "../../src/providers/soniox/realtime.ts"
import { googleOptions, makeLender } from "./floor-google.ts"

/** Hears a call. `note` receives the words of each turn once it has ended. */
type OpenEar = (note: (words: string) => void) => Ear

interface Ear {
  readonly hear: (portion: Uint8Array) => void
  readonly close: () => void
}

const language = "en-IN"
const { env } = process

/** Makes the recognizer of a vendor: with its SDK, or over a websocket for each call. */
export const floorEar: Readonly<Record<string, () => Promise<OpenEar>>> = {
  google: async () => {
    const { v2 } = await import("@google-cloud/speech")
    const options = await googleOptions(env.GOOGLE_SPEECH_ENDPOINT)
    const lend = makeLender(() => new v2.SpeechClient(options))
    const messages = messagesV2(`projects/${env.GOOGLE_PROJECT}/locations/global/recognizers/_`, "global", { language })
    return (note) => {
      const { client, giveBack } = lend()
      const stream = client._streamingRecognize({ timeout: 330_000 })
      stream.on("data", ({ results }: Recognized) => {
        for (const { alternatives, isFinal } of results ?? []) if (isFinal) note(alternatives?.[0]?.transcript ?? "")
      })
      stream.on("error", () => undefined)
      stream.write(messages.configuration)
      const close = () => {
        stream.cancel()
        giveBack()
      }
      return { hear: (portion) => stream.write(messages.audio(portion)), close }
    }
  },
  deepgram: async () =>
    overSocket(
      deepgramEar,
      env.DEEPGRAM_URL,
      env.DEEPGRAM_API_KEY,
      () =>
        ({ event, transcript }) =>
          event === "EndOfTurn" ? transcript : ""
    ),
  soniox: async () =>
    overSocket(soniox, env.SONIOX_URL, env.SONIOX_API_KEY, () => {
      let words = ""
      return ({ tokens }) => {
        for (const { is_final, text } of tokens) {
          if (text === "<end>") {
            const turn = words.trim()
            words = ""
            return turn
          }
          if (is_final) words += text
        }
        return ""
      }
    })
}

/** `makeReader` returns a function for each call, which returns the words of the turn that a message ends. */
const overSocket = (
  adapter: EarAdapter,
  baseUrl = "",
  key = "",
  makeReader: () => (message: any) => string
): OpenEar => {
  const account = { provider: "floor", baseUrl, apiKey: Redacted.make(key) }
  return (note) => {
    const { begin = [], farewell, headers, url } = adapter(account, { language })
    const read = makeReader()
    const ws = new WebSocket(url, { perMessageDeflate: false, headers: { ...headers } })
    ws.on("open", () => {
      for (const message of begin) ws.send(message)
    })
    ws.on("message", (data) => {
      const words = read(JSON.parse(data.toString()))
      if (words !== "") note(words)
    })
    return {
      hear: (portion) => {
        if (ws.readyState === WebSocket.OPEN) ws.send(portion)
      },
      close: () => {
        if (ws.readyState === WebSocket.OPEN && farewell !== undefined) ws.send(farewell)
        ws.close()
      }
    }
  }
}
