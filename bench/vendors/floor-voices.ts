import { once } from "node:events"
import { Redacted } from "effect"
import { WebSocket } from "ws"
import { sonic } from "../../src/providers/cartesia/sonic.ts"
import type { Voice } from "../../src/providers/contract/TextToSpeech.ts"
import { multiContext } from "../../src/providers/elevenlabs/multi-context.ts"
import { voiceOf } from "../../src/providers/google/voices.ts"
import { samplesOf } from "../../src/providers/google/wav.ts"
import type { VoiceAdapter } from "../../src/providers/socket/voice-sockets.ts"
import { googleOptions, makeLender } from "./floor-google.ts"

/** Speaks a sentence: `take` receives its audio. Resolves at its end. */
type Speak = (text: string, take: (audio: Uint8Array) => void) => Promise<void>

const voice: Voice = { provider: "CLOUD_TTS", language: "en-IN", gender: "FEMALE" }
const { env } = process

/** Makes the voice of a vendor: with its SDK, or over websockets that the calls share. */
export const floorVoice: Readonly<Record<string, () => Promise<Speak>>> = {
  google: async () => {
    const { v1 } = await import("@google-cloud/text-to-speech")
    const options = await googleOptions(env.GOOGLE_TTS_ENDPOINT)
    const lend = makeLender(() => new v1.TextToSpeechClient(options))
    const audioConfig = { audioEncoding: "MULAW", sampleRateHertz: 8_000 }
    return async (text, take) => {
      const { client, giveBack } = lend()
      await client.initialize()
      const request = { input: { text }, voice: voiceOf(voice), audioConfig }
      const [answer] = await client.innerApiCalls.synthesizeSpeech!(request, { timeout: 10_000, retry: null })
      giveBack()
      take(samplesOf(answer.audioContent))
    }
  },
  elevenlabs: async () =>
    overSockets(multiContext, env.ELEVENLABS_URL, env.ELEVENLABS_API_KEY, ({ audio, contextId, isFinal }) => ({
      context: contextId,
      audio,
      isDone: isFinal === true
    })),
  cartesia: async () =>
    overSockets(sonic, env.CARTESIA_URL, env.CARTESIA_API_KEY, ({ context_id, data, type }) => ({
      context: context_id,
      audio: data,
      isDone: type === "done"
    }))
}

interface Piece {
  readonly context: string
  /** Base64. */
  readonly audio?: string | null
  readonly isDone: boolean
}

interface SharedSocket {
  readonly ws: WebSocket
  readonly opened: Promise<unknown>
  readonly texts: Map<string, (piece: Piece) => void>
}

const overSockets = (adapter: VoiceAdapter, baseUrl = "", key = "", read: (message: any) => Piece): Speak => {
  const protocol = adapter({ provider: "floor", baseUrl, apiKey: Redacted.make(key) }, voice)
  const sockets: Array<SharedSocket> = []
  let contexts = 0

  const open = (): SharedSocket => {
    const ws = new WebSocket(protocol.url, { perMessageDeflate: false, headers: { ...protocol.headers } })
    const shared = { ws, opened: once(ws, "open"), texts: new Map<string, (piece: Piece) => void>() }
    ws.on("message", (data) => {
      const piece = read(JSON.parse(data.toString()))
      shared.texts.get(piece.context)?.(piece)
    })
    sockets.push(shared)
    return shared
  }

  return async (text, take) => {
    const { opened, texts, ws } = sockets.find((one) => one.texts.size < protocol.maxContexts) ?? open()
    const context = `c${++contexts}`
    const isSpoken = new Promise<void>((resolve) => {
      let hasSounded = false
      texts.set(context, ({ audio, isDone }) => {
        if (audio) {
          if (!hasSounded) for (const message of protocol.finish?.(context) ?? []) ws.send(message)
          hasSounded = true
          take(Buffer.from(audio, "base64"))
        }
        if (!isDone) return
        texts.delete(context)
        resolve()
      })
    })
    await opened
    for (const message of protocol.speak(context, text)) ws.send(message)
    await isSpoken
  }
}
