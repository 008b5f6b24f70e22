import { Effect, Option, Record } from "effect"
import { Command, Flag } from "effect/cli"
import { type ListedVoice, VoiceSample } from "../../../domain/speech/ListedVoice.ts"
import { voiceVendors } from "../../../domain/speech/vendors.ts"
import { adminClient } from "../../admin-client.ts"
import { organization } from "../../flags.ts"
import { print, remark, table } from "../../output.ts"
import { payloadOf } from "../../requests.ts"
import { printSaved, saveFile } from "../../save-file.ts"

const list = Command.make(
  "list",
  {
    organization,
    language: Flag.String("language").pipe(
      Flag.withDescription("Only voices for this language, such as hi or hi-IN"),
      Flag.optional
    )
  },
  Effect.fn("voice list")(function* ({ organization, language }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const query = Record.getSomes({ language })
    const found = yield* admin.ask(({ speech }) => speech.voices({ params, query }))
    for (const { message, vendor } of found.problems) yield* remark(`Without the voices of ${vendor}: ${message}`)
    const none = Option.match(language, {
      onNone: () => "No voices: no vendor that lists voices has a key.",
      onSome: (code) => `No voices for ${code}.`
    })
    yield* print(found, ({ data }) => table(data, columns, none))
  })
).pipe(Command.withDescription("List the voices that the calls of an organization could speak with"))

const columns = {
  VENDOR: ({ vendor }: ListedVoice) => vendor,
  VOICE: ({ voiceId }: ListedVoice) => voiceId,
  NAME: ({ name }: ListedVoice) => name,
  GENDER: ({ gender }: ListedVoice) => gender,
  LANGUAGES: ({ languages }: ListedVoice) => languages.join(" ")
}

const say = Command.make(
  "say",
  {
    organization,
    language: Flag.String("language").pipe(Flag.withDescription("Language code such as hi-IN (required)")),
    text: Flag.String("text").pipe(Flag.withDescription("The words to speak (required)")),
    out: Flag.String("out").pipe(Flag.withDescription("The WAV file to write (required)")),
    given: {
      ttsProvider: Flag.Literals("tts-provider", ["CLOUD_TTS", "GENERATIVE_TTS", "PREMIUM_TTS"]).pipe(
        Flag.withDescription("As of the flow (default CLOUD_TTS)"),
        Flag.optional
      ),
      voiceGender: Flag.Literals("voice-gender", ["FEMALE", "MALE", "NEUTRAL"]).pipe(
        Flag.withDescription("As of the flow (default FEMALE)"),
        Flag.optional
      ),
      vendor: Flag.Literals("vendor", voiceVendors).pipe(
        Flag.withDescription("The vendor (default: the voice that calls would use)"),
        Flag.optional
      ),
      voiceId: Flag.String("voice").pipe(Flag.withDescription("The vendor's name of the voice"), Flag.optional),
      model: Flag.String("model").pipe(Flag.withDescription("The vendor's name of the model"), Flag.optional)
    }
  },
  Effect.fn("voice say")(function* ({ organization, language, text, out, given }) {
    const admin = yield* adminClient
    const payload = yield* payloadOf(VoiceSample, { text, language, ...Record.getSomes(given) })
    const params = { id: String(organization) }
    const sound = yield* admin.ask(({ speech }) => speech.sample({ params, payload }))
    yield* saveFile(out, sound)
    yield* printSaved(out, sound.length)
  })
).pipe(
  Command.withDescription("Save a text as a WAV file, spoken as a call would hear it"),
  Command.withExamples([
    { command: 'carillon voice say --org 1 --language hi-IN --text "नमस्ते" --out sample.wav' },
    {
      command:
        'carillon voice say --org 1 --language en-US --vendor elevenlabs --voice EXAVITQu4vr4xnSDxMaL --text "Good morning" --out sample.wav'
    }
  ])
)

export const voice = Command.make("voice").pipe(
  Command.withDescription("Voices: list those that calls could speak with, and hear one"),
  Command.withSubcommands([list, say])
)
