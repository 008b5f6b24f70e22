import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { type SpeechProfile, SpeechProfileChanges } from "../../../domain/speech/SpeechProfile.ts"
import { adminClient } from "../../admin-client.ts"
import { organization } from "../../flags.ts"
import { aligned, print } from "../../output.ts"
import { readDocument } from "../../read-document.ts"
import { payloadOf } from "../../requests.ts"

const show = Command.make(
  "show",
  { organization },
  Effect.fn("speech show")(function* ({ organization }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    yield* print(yield* admin.ask(({ speech }) => speech.get({ params })), profileInWords)
  })
).pipe(Command.withDescription("Show which recognizers and voices an organization prefers, and which keys it has"))

const set = Command.make(
  "set",
  {
    organization,
    file: Flag.String("file").pipe(
      Flag.withDescription("A JSON file with the profile; standard input if left out"),
      Flag.optional
    )
  },
  Effect.fn("speech set")(function* ({ organization, file }) {
    const admin = yield* adminClient
    const payload = yield* payloadOf(SpeechProfileChanges, yield* readDocument(Option.getOrUndefined(file)))
    const params = { id: String(organization) }
    yield* print(yield* admin.ask(({ speech }) => speech.put({ params, payload })), profileInWords)
  })
).pipe(
  Command.withDescription("Set which recognizers and voices an organization prefers; keys that are left out stay"),
  Command.withExamples([
    { command: "carillon speech set --org 1 --file profile.json" },
    { command: 'echo \'{"ears":{"hi":[{"vendor":"google"}]}}\' | carillon speech set --org 1' }
  ])
)

const clear = Command.make(
  "clear",
  { organization },
  Effect.fn("speech clear")(function* ({ organization }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const answer = yield* admin.ask(({ speech }) => speech.clear({ params }))
    yield* print(answer, () => "Cleared: calls use the recognizers and voices of the settings")
  })
).pipe(Command.withDescription("Remove the speech profile of an organization, and its own keys"))

/** Formats a profile as text for people. */
export const profileInWords = ({ ears, keys, onlyListed, voices }: SpeechProfile): string => {
  const lines = [
    ...(onlyListed ? [["uses", "only", "the vendors that it lists"]] : []),
    ...Object.entries(ears).map(([language, list]) => ["hears", language, namesOf(list)]),
    ...Object.entries(voices).flatMap(([language, providers]) =>
      Object.entries(providers).map(([provider, list]) => [
        "speaks",
        provider === "*" ? language : `${language} ${provider}`,
        namesOf(list)
      ])
    ),
    ...keys.map(({ lastFour, source, vendor }) => [
      "key",
      vendor,
      source === "SETTINGS" ? "of the settings" : lastFour === null ? "its own" : `its own, …${lastFour}`
    ])
  ]
  const isSet = lines.some(([kind]) => kind !== "key")
  return [...(isSet ? [] : ["No profile: calls use the recognizers and voices of the settings."]), aligned(lines)]
    .join("\n")
    .trimEnd()
}

const namesOf = (list: ReadonlyArray<Readonly<Record<string, string | undefined>>> = []) =>
  list.map((one) => Object.values(one).filter(Boolean).join(" ")).join(", ")

export const speech = Command.make("speech").pipe(
  Command.withDescription("Speech profiles: which vendors recognize and speak in an organization's calls"),
  Command.withSubcommands([show, set, clear])
)
