import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { Disclosure } from "../../../domain/accounts/Disclosure.ts"
import { adminClient } from "../../admin-client.ts"
import { organization } from "../../flags.ts"
import { fields, print, UsageError } from "../../output.ts"
import { payloadOf } from "../../requests.ts"

const show = Command.make(
  "show",
  { organization },
  Effect.fn("disclosure show")(function* ({ organization }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    yield* print(yield* admin.ask(({ disclosure }) => disclosure.get({ params })), inWords)
  })
).pipe(Command.withDescription("Show how an organization says who calls"))

const set = Command.make(
  "set",
  {
    organization,
    legalName: Flag.String("legal-name").pipe(
      Flag.withDescription("The name under which it is registered"),
      Flag.optional
    ),
    callbackNumber: Flag.String("callback-number").pipe(
      Flag.withDescription("The number at which people reach it, in E.164"),
      Flag.optional
    ),
    sentence: Flag.String("sentence").pipe(
      Flag.withDescription(
        'A language and its sentence, such as "en=This is an automated assistant of {{legalName}}."; an empty one is removed'
      ),
      Flag.atLeast(0)
    )
  },
  Effect.fn("disclosure set")(function* ({ callbackNumber, legalName, organization, sentence }) {
    if (Option.isNone(legalName) && Option.isNone(callbackNumber) && sentence.length === 0) {
      return yield* new UsageError({ message: "Which change? Give --legal-name, --callback-number or --sentence" })
    }
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const before = yield* admin.ask(({ disclosure }) => disclosure.get({ params }))
    const given = yield* Effect.forEach(sentence, (text) => {
      const at = text.indexOf("=")
      return at < 1
        ? Effect.fail(new UsageError({ message: "Use --sentence LANGUAGE=TEXT" }))
        : Effect.succeed([text.slice(0, at), text.slice(at + 1)] as const)
    })
    const sentences = Object.entries({ ...before.sentences, ...Object.fromEntries(given) })
    const payload = yield* payloadOf(Disclosure, {
      legalName: Option.getOrElse(legalName, () => before.legalName),
      callbackNumber: Option.getOrElse(callbackNumber, () => before.callbackNumber),
      sentences: Object.fromEntries(sentences.filter(([, text]) => text !== ""))
    })
    yield* print(yield* admin.ask(({ disclosure }) => disclosure.set({ params, payload })), inWords)
  })
).pipe(
  Command.withDescription("Change how an organization says who calls; what is not given stays"),
  Command.withExamples([
    {
      command:
        'carillon disclosure set --org 1 --legal-name "Acme Ltd" --callback-number +442079460000 --sentence "en=This is an automated assistant of {{legalName}}."'
    }
  ])
)

const inWords = ({ sentences, ...identity }: Disclosure) => fields({ ...identity, ...sentences })

export const disclosure = Command.make("disclosure").pipe(
  Command.withDescription("Disclosure: what people hear about who calls"),
  Command.withSubcommands([show, set])
)
