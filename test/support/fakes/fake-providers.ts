import { Effect, Exit, Scope } from "effect"
import { bytesPerMilli } from "../../../src/audio/frames.ts"
import { makeListener } from "../../../src/audio/modem.ts"
import type { FakeRecognizer, GoogleScript } from "./google-fake.ts"
import { googleFake } from "./google-fake.ts"
import { type Answer, finish, openAiFake, type Piece, text } from "./openai-fake.ts"

/** A request to the model. */
export interface ModelRequest {
  /** The complete system prompt. */
  readonly system: string
  readonly model: string
  /** The person's last words. */
  readonly lastWords: string
  /** All that the model reads: the prompt, documents, words and the answers of tools. */
  readonly read: string
}

interface Script {
  readonly google?: GoogleScript
  /** Returns the model's answer; undefined for the usual one. */
  readonly answer?: (asked: ModelRequest) => Answer | undefined
}

/**
 * Starts fakes of Google and OpenAI for their real client libraries, and returns the settings to
 * use them. Speech is modem audio.
 */
export const startProviders = async ({ answer, google }: Script = {}) => {
  const scope = await Effect.runPromise(Scope.make())
  const asked: Array<ModelRequest> = []
  const started = Effect.all({
    google: googleFake({ ...faultyRecognizers({}), ...google }),
    openAi: openAiFake((_, { body }) => {
      if (body.tool_choice !== undefined) return undetermined
      const one = {
        system: body.messages[0].content,
        model: body.model,
        lastWords: /<caller>([^<]*)<\/caller>$/.exec(body.messages.at(-1).content)?.[1] ?? "",
        read: body.messages.map(({ content }: { readonly content: unknown }) => String(content)).join("\n")
      }
      asked.push(one)
      return answer?.(one) ?? usualAnswer(one)
    })
  })
  const fakes = await Effect.runPromise(Scope.provide(started, scope))
  return {
    ...fakes,
    asked: asked as ReadonlyArray<ModelRequest>,
    settings: {
      GOOGLE_PROJECT: "a-project",
      GOOGLE_SPEECH_ENDPOINT: fakes.google.url,
      GOOGLE_TTS_ENDPOINT: fakes.google.url,
      OPENAI_API_KEY: "sk-test",
      OPENAI_BASE_URL: fakes.openAi.url,
      INFERENCE_BASE_URL: fakes.openAi.url,
      INFERENCE_MODEL: "own"
    },
    stop: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

/** Splits sentences into pieces, as a model streams them. */
export const spoken = (...sentences: ReadonlyArray<string>): ReadonlyArray<Piece> =>
  (sentences.join(" ").match(/\s*\S+/g) ?? []).map(text)

const endCall: Piece = {
  delta: { tool_calls: [{ index: 0, id: "c1", function: { name: "end_call", arguments: "" } }] }
}

/** Says goodbye when the person does, and otherwise continues. */
const usualAnswer = ({ lastWords, system }: Pick<ModelRequest, "lastWords" | "system">): Answer => {
  const name = nameIn(system)
  return /bye/i.test(lastWords)
    ? [...spoken(`Thank you, ${name}.`, "Goodbye."), endCall, finish("tool_calls"), "usage", "done"]
    : [...spoken(`Good, ${name}.`, "What else may I do for you?"), finish("stop"), "usage", "done"]
}

/** The model's answer to the analysis of a conversation. */
const undetermined: Answer = [
  {
    delta: {
      tool_calls: [{ index: 0, id: "c1", function: { name: "record_outcome", arguments: '{"label":"undetermined"}' } }]
    }
  },
  finish("tool_calls"),
  "usage",
  "done"
]

/** Returns the contact's name from the prompt. */
export const nameIn = (system: string): string => /<field name="name">([^<]*)</.exec(system)?.[1] ?? ""

/** A fault of a recognizer stream. */
export type RecognizerFault = (recognizer: FakeRecognizer) => Pick<Required<GoogleScript>, "heard">

/**
 * Recognizer streams with faults, by the language of the call and the number of earlier streams in
 * that language.
 */
export const faultyRecognizers = (
  faults: Readonly<Record<string, (before: number) => RecognizerFault | undefined>>
): GoogleScript => {
  const counts = new Map<string, number>()
  const streamFaults = new Map<FakeRecognizer, ReturnType<RecognizerFault>>()
  return {
    recognizer: (recognizer) => {
      const { languageCode, languageCodes } = recognizer.configuration.config
      const language = languageCodes?.[0] ?? languageCode
      const before = counts.get(language) ?? 0
      counts.set(language, before + 1)
      const fault = faults[language]?.(before) ?? well
      streamFaults.set(recognizer, fault(recognizer))
    },
    heard: (recognizer, piece) => streamFaults.get(recognizer)?.heard(recognizer, piece)
  }
}

/**
 * Decodes modem audio frame by frame, whatever the size of its pieces. An utterance ends after half
 * a second of silence.
 */
const listening = (recognizer: FakeRecognizer) => {
  const listener = makeListener()
  let text = ""
  let millis = 0
  let until = 0
  let reported = 0
  const hear = (frame: Uint8Array) => {
    const letters = listener.hear(frame)
    millis += frame.length / bytesPerMilli
    if (text !== "" && millis >= reported + interimMillis) {
      recognizer.interim(text, until)
      reported = millis
    }
    if (letters !== "") {
      if (text === "") reported = millis
      text += letters
      until = millis
    } else if (text !== "" && millis - until >= 500) {
      recognizer.final(text, until)
      recognizer.end()
      text = ""
    }
  }
  return (piece: Uint8Array) => {
    for (let at = 0; at < piece.length; at += frameBytes) hear(piece.subarray(at, at + frameBytes))
  }
}

// Delay of the first interim result after the first letter, and between interim results, ms.
const interimMillis = 400

const frameBytes = 20 * bytesPerMilli

const well: RecognizerFault = (recognizer) => {
  const hear = listening(recognizer)
  return { heard: (_, piece) => hear(piece) }
}

/** Receives audio, and never sends a result. */
export const hangingRecognizer: RecognizerFault = () => ({ heard: () => undefined })

/** Fails after this much audio. */
export const breakingRecognizer =
  (millis: number, code: number): RecognizerFault =>
  (recognizer) => {
    const hear = listening(recognizer)
    return {
      heard: (_, piece) => {
        hear(piece)
        if (recognizer.millis > millis) recognizer.fail(code)
      }
    }
  }

/** Ends its stream without a result at the first words. */
export const leavingRecognizer: RecognizerFault = (recognizer) => {
  const hear = listening(
    Object.assign(Object.create(recognizer), { interim: () => recognizer.end(), final: () => undefined })
  )
  return { heard: (_, piece) => hear(piece) }
}

/** Sends each final result this much later than usual. */
export const lateRecognizer =
  (millis: number): RecognizerFault =>
  (recognizer) => {
    let late: { readonly text: string; readonly until: number; readonly at: number } | undefined
    const hear = listening(
      Object.assign(Object.create(recognizer), {
        final: (text: string, until: number) => {
          late ??= { text, until, at: recognizer.millis + millis }
        },
        end: () => undefined
      })
    )
    return {
      heard: (_, piece) => {
        hear(piece)
        if (late === undefined || recognizer.millis < late.at) return
        recognizer.final(late.text, late.until)
        recognizer.end()
      }
    }
  }

/** Sends every final result twice. */
export const repeatingRecognizer: RecognizerFault = (recognizer) => {
  const hear = listening(
    Object.assign(Object.create(recognizer), {
      final: (text: string, until: number) => {
        recognizer.final(text, until)
        recognizer.final(text, until)
      }
    })
  )
  return { heard: (_, piece) => hear(piece) }
}
