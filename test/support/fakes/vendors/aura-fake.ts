import { Effect } from "effect"
import { speak } from "../../../../src/audio/modem.ts"
import { type VendorConnection, vendorServer } from "./vendor-server.ts"
import { makeVoiceLog, speakBy, type VoiceError, type VoiceScript } from "./voice-script.ts"

/** A server in the place of Deepgram's Aura-2. */
export const auraFake = (script: VoiceScript = {}, key = "dg-test") => {
  const log = makeVoiceLog()
  return Effect.map(
    vendorServer({
      ...(script.refuse !== undefined && { refuse: script.refuse }),
      check: (url, headers) => {
        if (headers.authorization !== `Token ${key}`) return { status: 401, problem: "a wrong key" }
        if (url.pathname !== "/v1/speak") return { status: 404, problem: `no such path: ${url.pathname}` }
        const problem = auraProblemOf(url)
        return problem === undefined ? undefined : { status: 400, problem }
      },
      begin: (connection) => auraSession(connection, script, log)
    }),
    (server) => ({ ...server, log, texts: log.texts as ReadonlyArray<string> })
  )
}

/** Returns why a request to Aura-2 is wrong. */
export const auraProblemOf = ({ searchParams }: URL): string | undefined => {
  const { encoding, model = "", sample_rate } = Object.fromEntries(searchParams)
  if (!/^aura-2-[a-z]+-[a-z]{2}$/.test(model)) return `no such model: ${model}`
  return encoding === "mulaw" && sample_rate === "8000" ? undefined : "not μ-law at 8 kHz"
}

/** A connection to Aura-2. */
export const auraSession = (
  connection: VendorConnection,
  script: VoiceScript,
  log: ReturnType<typeof makeVoiceLog>
) => {
  let waiting = ""
  let underway: string | undefined
  let flushes = 0

  const flush = () => {
    // The vendor counts in a minute, which no test takes.
    if (++flushes > mostFlushes) return connection.send({ type: "Warning", code: "EXCESSIVE_FLUSH" })
    const text = waiting.trim()
    waiting = ""
    if (text === "") return connection.send({ type: "Flushed", sequence_id: flushes })
    const isWhole = speakBy(script, log, connection, text, {
      piece: (audio) => connection.send(audio),
      done: () => connection.send({ type: "Flushed", sequence_id: flushes }),
      error: (error) => {
        const [code, reason] = errors[error]
        connection.close(code, reason)
      }
    })
    underway = isWhole ? undefined : text
  }

  return {
    onText: (message: any) => {
      switch (message.type) {
        case "Speak":
          waiting += message.text
          return
        case "Flush":
          return flush()
        case "Clear":
          if (underway !== undefined) log.stopped.push(underway)
          underway = undefined
          // A piece that was made before comes still.
          connection.send(speak("late"))
          return connection.send({ type: "Cleared", sequence_id: flushes })
        case "Close":
          log.farewells++
          return connection.close(1000)
      }
    }
  }
}

const mostFlushes = 20

const errors: Readonly<Record<VoiceError, readonly [code: number, reason: string]>> = {
  busy: [1011, "NET-0001"],
  "no credit": [1008, "DATA-0001"],
  "unknown voice": [1008, "DATA-0000"],
  broken: [1011, "NET-0000"]
}
