import { Option, Schema } from "effect"
import { bytesPerMilli } from "../../audio/frames.ts"
import { TrialInput, type TrialOutput } from "../../domain/views/FlowTrial.ts"
import type { MediaCodec, MediaMessage } from "../MediaCodec.ts"
import { decodePayload, parse } from "../twilio/twilio-media.ts"

export type TrialStart = Extract<TrialInput, { readonly type: "start" }>

interface BrowserOptions {
  readonly trialId: string
  /** Called with each start message, before it is returned. */
  readonly onStart: (start: TrialStart) => void
  /** Called with each sentence that the person types. */
  readonly onTyped: (text: string) => void
}

/**
 * Codec of the websocket between the service and a browser in which a person tries a flow. It belongs to one trial: the
 * websocket keeps the order of frames, so the time of a frame is the length of the audio before it.
 */
export const makeBrowserMedia = ({ onStart, onTyped, trialId }: BrowserOptions): MediaCodec => {
  let heardBytes = 0

  const readAudio = (payload: unknown): MediaMessage => {
    const audio = decodePayload(payload)
    if (audio === undefined) return { kind: "malformed", problem: "The audio is not valid base64" }
    const atMillis = heardBytes / bytesPerMilli
    heardBytes += audio.length
    return { kind: "audio", audio, atMillis }
  }

  const act = (input: TrialInput): MediaMessage => {
    switch (input.type) {
      case "start":
        onStart(input)
        return {
          kind: "start",
          start: { streamId: trialId, callSid: trialId, account: browserAccount, parameters: { attemptId: trialId } }
        }
      case "typed":
        onTyped(input.text)
        return { kind: "connected" }
      case "pressed":
        return { kind: "digit", digit: input.digit }
      case "mark":
        return { kind: "mark", name: input.name }
      case "hangUp":
        return { kind: "stop" }
    }
  }

  return {
    capabilities: {
      clear: "none",
      ordered: true,
      carriesTones: true
    },
    read: (message) => {
      const parsed = parse(message)
      if (parsed === undefined) return { kind: "malformed", problem: "The message is not a JSON object" }
      const { type } = parsed
      // Decoded by hand, without a schema: there are fifty messages per second.
      if (type === "audio") return readAudio(parsed.audio)
      if (typeof type !== "string") return { kind: "malformed", problem: "The message has no type" }
      const input = decodeInput(parsed)
      return Option.isSome(input)
        ? act(input.value)
        : { kind: "malformed", problem: `The message ${type.slice(0, 40)} is not valid` }
    },
    audio: (_, audio) => encode({ type: "audio", audio: Buffer.from(audio).toString("base64") }),
    mark: (_, name) => encode({ type: "mark", name }),
    clear: () => encode({ type: "clear" })
  }
}

/** The account of the calls that a trial takes the place of. */
export const browserAccount = "browser"

const decodeInput = Schema.decodeUnknownOption(TrialInput)

const encode = (output: TrialOutput) => JSON.stringify(output)
