import { encode } from "../../../../src/audio/mulaw.ts"
import { type EarScript, senderOf } from "./ear-script.ts"
import { makeLettersHeard } from "./letters-heard.ts"
import { bulbulPath, bulbulProblemOf, bulbulSession } from "./sarvam-voice-fake.ts"
import { type VendorConnection, vendorServer } from "./vendor-server.ts"
import { makeVoiceLog } from "./voice-script.ts"

/**
 * A server in the place of Sarvam's realtime recognition, by its reference: partial and final results of each
 * utterance, which silence ends. Results have no times. It speaks with Bulbul, too; the script is that of an ear.
 */
export const sarvamFake = (script: EarScript = {}, key = "sa-test") =>
  vendorServer({
    ...(script.refuse !== undefined && { refuse: script.refuse }),
    check: (url, headers) => {
      if (headers["api-subscription-key"] !== key) return { status: 403, problem: "a wrong key" }
      const problem = url.pathname === bulbulPath ? bulbulProblemOf(url) : problemOf(url)
      return problem === undefined ? undefined : { status: 400, problem }
    },
    begin: (connection, index) =>
      connection.url.pathname === bulbulPath
        ? bulbulSession(connection, {}, makeVoiceLog())
        : session(connection, script, index)
  })

const problemOf = ({ pathname, searchParams }: URL): string | undefined => {
  if (pathname !== "/speech-to-text-realtime/ws") return `no such path: ${pathname}`
  if (searchParams.get("model") !== "saaras:v3-realtime") return "no such model"
  if (searchParams.get("encoding") !== "linear16") return "not linear16"
  if (searchParams.get("sample_rate") !== "8000") return "not 8 kHz"
  const language = searchParams.get("language_code") ?? ""
  return /^[a-z]{2,3}-IN$/.test(language) ? undefined : `no such language: ${language}`
}

const session = (connection: VendorConnection, script: EarScript, index: number) => {
  const send = senderOf(connection, script, index)
  const language = connection.url.searchParams.get("language_code")
  const silenceMillis = Number(connection.url.searchParams.get("silence_duration_ms") ?? 500)
  let utterance = 0
  let reportedAt = 0
  let isSpeaking = false
  send({ event: "session.begin", session_id: `session-${index}`, request_id: `request-${index}` })

  const letters = makeLettersHeard(({ millis, quietMillis, text }) => {
    const words = text.trim()
    if (words === "") return
    const utterance_idx = utterance
    if (!isSpeaking) send({ event: "vad.speech_start", utterance_idx })
    isSpeaking = true
    if (quietMillis >= silenceMillis) {
      send({ event: "vad.speech_end", utterance_idx })
      send({ event: "transcript.final", utterance_idx, text: words, language, language_confidence: 0.99 })
      utterance++
      isSpeaking = false
      return letters.reset()
    }
    if (millis - reportedAt < 500) return
    reportedAt = millis
    send({ event: "transcript.partial", utterance_idx, text: words, language, confidence: 0.9 })
  })

  let millis = 0
  const refuse = (code: string) => {
    send({ event: "error", code, message: "Refused.", is_fatal: true })
    connection.close(4000, code)
  }
  return {
    onBinary: () => refuse("invalid_request_error"),
    onText: ({ audio, event }: { readonly event: string; readonly audio: string }) => {
      if (event === "ping") return send({ event: "pong" })
      if (event === "end") {
        connection.noteFarewell()
        send({ event: "session.end", audio_duration_s: millis / 1_000 })
        return connection.close(1000)
      }
      if (event !== "audio_input") return refuse("invalid_request_error")
      const pcm = Buffer.from(audio, "base64")
      const piece = encode(Int16Array.from({ length: pcm.length / 2 }, (_, at) => pcm.readInt16LE(at * 2)))
      millis += piece.length / 8
      letters.hear(piece)
      script.heard?.(connection, index, millis)
    }
  }
}
