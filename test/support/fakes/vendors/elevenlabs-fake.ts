import { Effect } from "effect"
import { speak } from "../../../../src/audio/modem.ts"
import { type VendorConnection, vendorServer } from "./vendor-server.ts"

/** The sound of a text, or a fault. */
export type VendorSound = Uint8Array | "hang" | "empty" | { readonly error: string }

export interface ElevenLabsScript {
  readonly refuse?: (index: number) => number | undefined
  /** `index` counts texts from 0. */
  readonly sound?: (text: string, index: number, connection: VendorConnection) => VendorSound
}

/** A server in the place of ElevenLabs' synthesis with several contexts on a socket. */
export const elevenLabsFake = (script: ElevenLabsScript = {}, key = "el-test") => {
  const texts: Array<string> = []
  return Effect.map(
    vendorServer({
      ...(script.refuse !== undefined && { refuse: script.refuse }),
      check: (url, headers) => {
        if (headers["xi-api-key"] !== key) return { status: 401, problem: "a wrong key" }
        if (!/^\/v1\/text-to-speech\/[^/]+\/multi-stream-input$/.test(url.pathname)) {
          return { status: 404, problem: `no such path: ${url.pathname}` }
        }
        const problem = problemOf(url.searchParams)
        return problem === undefined ? undefined : { status: 400, problem }
      },
      begin: (connection) => session(connection, script, texts)
    }),
    (server) => ({ ...server, texts: texts as ReadonlyArray<string> })
  )
}

const problemOf = (query: URLSearchParams): string | undefined => {
  if (query.get("output_format") !== "ulaw_8000") return "not μ-law at 8 kHz"
  if (!query.get("model_id")) return "no model"
  const idle = Number(query.get("inactivity_timeout") ?? 20)
  return idle > 180 ? "inactivity_timeout is out of range" : undefined
}

const session = (connection: VendorConnection, script: ElevenLabsScript, texts: Array<string>) => {
  /** The text of each open context that is not spoken yet. */
  const contexts = new Map<string, { waiting: string; isClosed: boolean; spoken: number }>()

  const generate = (id: string, context: { waiting: string; isClosed: boolean }) => {
    const text = context.waiting
    context.waiting = ""
    if (text.trim() === "") return
    texts.push(text.trim())
    const sound = script.sound?.(text.trim(), texts.length - 1, connection) ?? speak(text.trimStart())
    if (sound === "hang") {
      context.isClosed = false
      return contexts.delete(id)
    }
    if (sound === "empty") return
    if ("error" in sound) return connection.send({ error: sound.error, message: "Refused", contextId: id })
    sendSound(id, text, sound)
  }

  const sendSound = (id: string, text: string, sound: Uint8Array) => {
    const letters = [...text.trimStart()]
    const bytesPerLetter = sound.length / letters.length
    let sent = 0
    for (let at = 0; at < sound.length; at += pieceBytes) {
      const piece = sound.subarray(at, at + pieceBytes)
      const until = at + piece.length
      // The blank with which a context begins is aligned, too.
      const blanks = at === 0 ? text.length - text.trimStart().length : 0
      const chars: Array<string> = Array.from({ length: blanks }, () => " ")
      const charStartTimesMs: Array<number> = Array.from({ length: blanks }, () => 0)
      const charDurationsMs: Array<number> = Array.from({ length: blanks }, () => 0)
      for (; sent < letters.length && Math.round((sent + 1) * bytesPerLetter) <= until; sent++) {
        chars.push(letters[sent]!)
        charStartTimesMs.push(Math.max(0, Math.round((sent * bytesPerLetter - at) / 8)))
        charDurationsMs.push(Math.round(bytesPerLetter / 8))
      }
      connection.send({
        audio: Buffer.from(piece).toString("base64"),
        isFinal: null,
        contextId: id,
        alignment: { chars, charStartTimesMs, charDurationsMs }
      })
    }
  }

  return {
    onText: (message: any) => {
      if (message.close_socket) return connection.close(1000)
      const id: string = message.context_id ?? "default"
      const known = contexts.get(id)
      if (known === undefined && message.close_context) return
      if (known === undefined && message.text !== " ") {
        return connection.send({ error: "invalid_context", message: "begin with a blank", contextId: id })
      }
      if (known === undefined && contexts.size >= mostContexts) {
        return connection.close(1008, "max_active_conversations")
      }
      const context = known ?? { waiting: "", isClosed: false, spoken: 0 }
      contexts.set(id, context)
      context.waiting += message.text ?? ""
      if (message.flush || message.close_context) generate(id, context)
      if (!message.close_context || !contexts.delete(id)) return
      connection.send({ audio: null, isFinal: true, contextId: id })
    }
  }
}

const mostContexts = 5
const pieceBytes = 1_600
