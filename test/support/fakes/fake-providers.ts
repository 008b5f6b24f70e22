import { Effect, Exit, Scope } from "effect"
import { bytesPerMilli } from "../../../src/audio/frames.ts"
import { makeListener } from "../../../src/audio/modem.ts"
import type { FakeEar, GoogleScript } from "./google-fake.ts"
import { googleFake } from "./google-fake.ts"
import { type Answer, finish, openAiFake, type Piece, text } from "./openai-fake.ts"

/** What the model is asked, and how often it was about the same person. */
export interface AskedModel {
  /** The whole prompt. */
  readonly system: string
  readonly model: string
  /** What the person said last. */
  readonly said: string
}

interface Script {
  readonly google?: GoogleScript
  /** Undefined: it answers like anyone. */
  readonly answer?: (asked: AskedModel) => Answer | undefined
}

/** Google and OpenAI, as far as their own libraries can tell, and the settings to use them. They talk through the modem. */
export const startProviders = async ({ answer, google }: Script = {}) => {
  const scope = await Effect.runPromise(Scope.make())
  const asked: Array<AskedModel> = []
  const started = Effect.all({
    google: googleFake({ ...faultyEars({}), ...google }),
    openAi: openAiFake((_, { body }) => {
      if (body.tool_choice !== undefined) return undetermined
      const one = {
        system: body.messages[0].content,
        model: body.model,
        said: /<caller>([^<]*)<\/caller>$/.exec(body.messages.at(-1).content)?.[1] ?? ""
      }
      asked.push(one)
      return answer?.(one) ?? usualAnswer(one)
    })
  })
  const fakes = await Effect.runPromise(Scope.provide(started, scope))
  return {
    ...fakes,
    asked: asked as ReadonlyArray<AskedModel>,
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

/** Words as they come from a model, piece by piece. */
export const spoken = (...sentences: ReadonlyArray<string>): ReadonlyArray<Piece> =>
  (sentences.join(" ").match(/\s*\S+/g) ?? []).map(text)

const endCall: Piece = {
  delta: { tool_calls: [{ index: 0, id: "c1", function: { name: "end_call", arguments: "" } }] }
}

/** Takes leave of whoever does, and is pleased with all others. */
const usualAnswer = ({ said, system }: Pick<AskedModel, "said" | "system">): Answer => {
  const name = nameIn(system)
  return /bye/i.test(said)
    ? [...spoken(`Thank you, ${name}.`, "Goodbye."), endCall, finish("tool_calls"), "usage", "done"]
    : [...spoken(`Good, ${name}.`, "What else may I do for you?"), finish("stop"), "usage", "done"]
}

/** What it says of a talk that is over. */
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

/** Of the person who is called. */
export const nameIn = (system: string): string => /<field name="name">([^<]*)</.exec(system)?.[1] ?? ""

/** A way for an ear of the service to be worse than it is. */
export type EarFault = (ear: FakeEar) => Pick<Required<GoogleScript>, "heard">

/** Ears that have a fault, by the language of the call and how many there were before in it. */
export const faultyEars = (
  faults: Readonly<Record<string, (before: number) => EarFault | undefined>>
): GoogleScript => {
  const counts = new Map<string, number>()
  const taken = new Map<FakeEar, ReturnType<EarFault>>()
  return {
    ear: (ear) => {
      const { languageCode, languageCodes } = ear.configuration.config
      const language = languageCodes?.[0] ?? languageCode
      const before = counts.get(language) ?? 0
      counts.set(language, before + 1)
      const fault = faults[language]?.(before) ?? well
      taken.set(ear, fault(ear))
    },
    heard: (ear, piece) => taken.get(ear)?.heard(ear, piece)
  }
}

/** Hears the modem frame by frame, however much comes at once; each utterance ends half a second after it. */
const listening = (ear: FakeEar) => {
  const listener = makeListener()
  let text = ""
  let millis = 0
  let until = 0
  let told = 0
  const hear = (frame: Uint8Array) => {
    const letters = listener.hear(frame)
    millis += frame.length / bytesPerMilli
    if (text !== "" && millis >= told + interimMillis) {
      ear.interim(text, until)
      told = millis
    }
    if (letters !== "") {
      if (text === "") told = millis
      text += letters
      until = millis
    } else if (text !== "" && millis - until >= 500) {
      ear.final(text, until)
      ear.end()
      text = ""
    }
  }
  return (piece: Uint8Array) => {
    for (let at = 0; at < piece.length; at += frameBytes) hear(piece.subarray(at, at + frameBytes))
  }
}

// After the first letter, and between one and the next.
const interimMillis = 400

const frameBytes = 20 * bytesPerMilli

const well: EarFault = (ear) => {
  const hear = listening(ear)
  return { heard: (_, piece) => hear(piece) }
}

/** Hears, and never says so. */
export const hangingEar: EarFault = () => ({ heard: () => undefined })

/** Understands nothing before it breaks, after so much sound. */
export const breakingEar =
  (millis: number, code: number): EarFault =>
  (ear) => {
    const hear = listening(ear)
    return {
      heard: (_, piece) => {
        hear(piece)
        if (ear.millis > millis) ear.fail(code)
      }
    }
  }

/** Ends its stream, without a word, as soon as anything is said. */
export const leavingEar: EarFault = (ear) => {
  const hear = listening(Object.assign(Object.create(ear), { interim: () => ear.end(), final: () => undefined }))
  return { heard: (_, piece) => hear(piece) }
}

/** Says what was said so much later than others. */
export const lateEar =
  (millis: number): EarFault =>
  (ear) => {
    let late: { readonly text: string; readonly until: number; readonly at: number } | undefined
    const hear = listening(
      Object.assign(Object.create(ear), {
        final: (text: string, until: number) => {
          late ??= { text, until, at: ear.millis + millis }
        },
        end: () => undefined
      })
    )
    return {
      heard: (_, piece) => {
        hear(piece)
        if (late === undefined || ear.millis < late.at) return
        ear.final(late.text, late.until)
        ear.end()
      }
    }
  }

/** Says everything twice. */
export const repeatingEar: EarFault = (ear) => {
  const hear = listening(
    Object.assign(Object.create(ear), {
      final: (text: string, until: number) => {
        ear.final(text, until)
        ear.final(text, until)
      }
    })
  )
  return { heard: (_, piece) => hear(piece) }
}
