import { Effect, Option, Record, Struct } from "effect"
import { Command, Flag } from "effect/cli"
import { NewTransferTarget, type TransferTarget } from "../../../domain/flows/TransferTarget.ts"
import { adminClient } from "../../admin-client.ts"
import { filledFlag, organization } from "../../flags.ts"
import { fields, print, table, UsageError } from "../../output.ts"
import { payloadOf } from "../../requests.ts"

const name = filledFlag("name").pipe(Flag.withDescription("Name of the target, such as Service desk (required)"))

const set = Command.make(
  "set",
  {
    organization,
    name,
    given: {
      address: Flag.String("address").pipe(
        Flag.withDescription("A number such as +442079460000, or a SIP address such as sip:desk@pbx.example.com"),
        Flag.optional
      ),
      priority: Flag.Int("priority").pipe(
        Flag.withDescription("1 to 100; of several targets the lowest is called first (default 1)"),
        Flag.optional
      ),
      language: Flag.String("language").pipe(
        Flag.withDescription(
          "The language in which it takes calls, such as hi-IN; any for every language (default any)"
        ),
        Flag.optional
      )
    },
    hours: Flag.String("hours").pipe(
      Flag.withDescription(
        'When it takes calls: days from 1 (Monday), times and maybe a time zone, such as "1-5 09:00-17:00 Europe/London"; always for any time (default always)'
      ),
      Flag.optional
    )
  },
  Effect.fn("transfer-target set")(function* ({ organization, name, given, hours }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const { data } = yield* admin.ask(({ transferTargets }) => transferTargets.list({ params }))
    const before = data.find((target) => target.name === name)
    const { address, language } = Record.getSomes({ address: given.address, language: given.language })
    if (before === undefined && address === undefined) {
      return yield* new UsageError({ message: `There is no target ${name} yet, and a new one needs --address` })
    }
    const changes = {
      ...Record.getSomes({ priority: given.priority }),
      ...(address !== undefined && { address }),
      ...(language !== undefined && { language: language === "any" ? null : language }),
      ...(Option.isSome(hours) && { hours: yield* hoursOf(hours.value) })
    }
    const kept = before === undefined ? {} : Struct.pick(before, ["address", "hours", "priority", "language"])
    const target = yield* payloadOf(NewTransferTarget, { ...kept, ...changes })
    const payload = { name, ...target }
    yield* print(yield* admin.ask(({ transferTargets }) => transferTargets.put({ params, payload })), fields)
  })
).pipe(
  Command.withDescription("Add a transfer target to an organization, or change it: what is not given stays"),
  Command.withExamples([
    { command: 'carillon transfer-target set --org 1 --name "Service desk" --address +442079460000' },
    { command: 'carillon transfer-target set --org 1 --name "Service desk" --hours "1-5 09:00-17:00 Europe/London"' }
  ])
)

/** Reads hours such as `1-5 09:00-17:00 Europe/London`; null: at any time. */
const hoursOf = Effect.fnUntraced(function* (text: string) {
  if (text === "always") return null
  const [, from, until, start, end, timezone] = /^(\d)(?:-(\d))? (\S+?)-(\S+)(?: (\S+))?$/.exec(text.trim()) ?? []
  if (from === undefined || start === undefined || end === undefined) {
    return yield* new UsageError({ message: 'Use --hours "1-5 09:00-17:00 Europe/London", or --hours always' })
  }
  const last = Number(until ?? from)
  const days = Array.from({ length: Math.max(0, last - Number(from) + 1) }, (_, index) => Number(from) + index)
  return { days, start, end, ...(timezone !== undefined && { timezone }) }
})

const list = Command.make(
  "list",
  { organization },
  Effect.fn("transfer-target list")(function* ({ organization }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const found = yield* admin.ask(({ transferTargets }) => transferTargets.list({ params }))
    yield* print(found, ({ data }) => table(data, columns, "No transfer targets."))
  })
).pipe(Command.withDescription("List the people and desks to whom the calls of an organization may be transferred"))

const remove = Command.make(
  "delete",
  { organization, name },
  Effect.fn("transfer-target delete")(function* ({ organization, name }) {
    const admin = yield* adminClient
    const params = { id: String(organization), name }
    const answer = yield* admin.ask(({ transferTargets }) => transferTargets.remove({ params }))
    yield* print(answer, () => `Deleted ${name}`)
  })
).pipe(Command.withDescription("Remove a transfer target; flows that still name it cannot start"))

const columns = {
  NAME: ({ name }: TransferTarget) => name,
  ADDRESS: ({ address }: TransferTarget) => address,
  HOURS: ({ hours }: TransferTarget) =>
    hours === null ? "always" : [hours.days.join(","), `${hours.start}-${hours.end}`, hours.timezone ?? ""].join(" "),
  LANGUAGE: ({ language }: TransferTarget) => language ?? "any",
  PRIORITY: ({ priority }: TransferTarget) => priority
}

export const transferTarget = Command.make("transfer-target").pipe(
  Command.withDescription("Transfer targets: the people and desks that take calls of the agent"),
  Command.withSubcommands([set, list, remove])
)
