import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { NewLawException } from "../../../domain/law/LawException.ts"
import type { LawRule } from "../../../domain/law/LawRule.ts"
import { adminClient } from "../../admin-client.ts"
import { filledFlag, organization } from "../../flags.ts"
import { fields, print, table } from "../../output.ts"
import { payloadOf } from "../../requests.ts"

const rule = filledFlag("rule").pipe(Flag.withDescription("Name of the rule, such as FR.marketing-hours (required)"))

const list = Command.make(
  "list",
  {
    organization,
    country: Flag.String("country").pipe(
      Flag.withDescription("Only the rules of this country, such as FR; OTHER: countries without an entry"),
      Flag.optional
    )
  },
  Effect.fn("law list")(function* ({ country, organization }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const found = yield* admin.ask(({ law }) => law.list({ params }))
    const of = Option.getOrUndefined(country)?.toUpperCase()
    const data = found.data.filter(
      ({ name }) => of === undefined || [`${of}.`, `${of}-`].some((it) => name.startsWith(it))
    )
    yield* print({ ...found, data }, ({ applies, data }) =>
      [
        table(data, columns, "No rules."),
        ...(applies ? [] : ["", "The rules do not apply: see complianceProfile."])
      ].join("\n")
    )
  })
).pipe(
  Command.withDescription("List the rules of countries on calls, with their sources"),
  Command.withExamples([{ command: "carillon law list --org 1 --country FR" }])
)

type Listed = LawRule & { readonly exception: { readonly reason: string } | null }

const columns = {
  RULE: ({ name }: Listed) => name,
  PURPOSE: ({ purposes }: Listed) => purposes.join(" "),
  SAYS: ({ says }: Listed) => says,
  SOURCE: ({ source }: Listed) => source,
  CONFIDENCE: ({ confidence }: Listed) => confidence,
  CHECKED: ({ checked }: Listed) => checked,
  EXCEPTED: ({ exception }: Listed) => exception?.reason
}

const except = Command.make(
  "except",
  {
    organization,
    rule,
    reason: Flag.String("reason").pipe(Flag.withDescription("Why it does not apply, for the security log (required)"))
  },
  Effect.fn("law except")(function* ({ organization, reason, rule }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const payload = yield* payloadOf(NewLawException, { rule, reason })
    yield* print(yield* admin.ask(({ law }) => law.except({ params, payload })), fields)
  })
).pipe(
  Command.withDescription("Decide that a rule does not apply to an organization"),
  Command.withExamples([
    { command: 'carillon law except --org 1 --rule FR.marketing-hours --reason "All contacts agreed to evenings"' }
  ])
)

const restore = Command.make(
  "restore",
  { organization, rule },
  Effect.fn("law restore")(function* ({ organization, rule }) {
    const admin = yield* adminClient
    const params = { id: String(organization), rule }
    yield* print(yield* admin.ask(({ law }) => law.restore({ params })), () => `${rule} applies again.`)
  })
).pipe(Command.withDescription("Apply a rule to an organization again"))

export const law = Command.make("law").pipe(
  Command.withDescription("The rules of countries on calls, and exceptions from them"),
  Command.withSubcommands([list, except, restore])
)
