import { Effect, Option, Record, Struct } from "effect"
import { Command, Flag } from "effect/cli"
import { type CallerId, NewCallerId } from "../../../domain/callers/CallerId.ts"
import { adminClient } from "../../admin-client.ts"
import { filledFlag, organization } from "../../flags.ts"
import { fields, print, table, UsageError } from "../../output.ts"
import { payloadOf } from "../../requests.ts"

const number = filledFlag("number").pipe(Flag.withDescription("The number, such as +12125550100 (required)"))

const set = Command.make(
  "set",
  {
    organization,
    number,
    account: Flag.String("account").pipe(
      Flag.withDescription("Own carrier account from which it calls; none for that of the installation (default none)"),
      Flag.optional
    ),
    pool: Flag.String("pool").pipe(
      Flag.withDescription("The pool that it belongs to, such as Sales; none for no pool (default none)"),
      Flag.optional
    ),
    dailyCap: Flag.String("daily-cap").pipe(
      Flag.withDescription("Maximum number of calls from it a day; none for no maximum (default none)"),
      Flag.optional
    ),
    state: Flag.Literals("state", ["active", "off"]).pipe(
      Flag.withDescription("off: no call is placed from it; active also ends a rest (default active)"),
      Flag.optional
    ),
    reason: Flag.String("reason").pipe(Flag.withDescription("Why it is off"), Flag.optional)
  },
  Effect.fn("caller-id set")(function* ({ account, dailyCap, number, organization, pool, reason, state }) {
    const cap = Option.map(dailyCap, (text) => (text === "none" ? null : Number(text)))
    if (Option.exists(cap, Number.isNaN)) {
      return yield* new UsageError({ message: "Use --daily-cap with a number, or with none" })
    }
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const { data } = yield* admin.ask(({ callerIds }) => callerIds.list({ params }))
    const before = data.find((one) => one.number === number)
    const payload = yield* payloadOf(NewCallerId, {
      number,
      ...(before !== undefined && Struct.pick(before, ["account", "pool", "dailyCap"])),
      ...(Option.isSome(cap) && { dailyCap: cap.value }),
      ...Record.getSomes({
        account: Option.map(account, (id) => (id === "none" ? null : id)),
        pool: Option.map(pool, (name) => (name === "none" ? null : name)),
        state: Option.map(state, (name) => name.toUpperCase()),
        reason
      })
    })
    yield* print(yield* admin.ask(({ callerIds }) => callerIds.put({ params, payload })), fields)
  })
).pipe(
  Command.withDescription("Add a number from which an organization calls, or change it: what is not given stays"),
  Command.withExamples([
    { command: "carillon caller-id set --org 1 --number +12125550100 --daily-cap 150" },
    { command: "carillon caller-id set --org 1 --number +12125550100 --state off --reason 'Reported as spam'" }
  ])
)

const list = Command.make(
  "list",
  { organization },
  Effect.fn("caller-id list")(function* ({ organization }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const found = yield* admin.ask(({ callerIds }) => callerIds.list({ params }))
    yield* print(found, ({ data }) => table(data, columns, "No numbers of its own: it calls from the installation's."))
  })
).pipe(Command.withDescription("List the numbers from which an organization calls, and how they fare"))

const remove = Command.make(
  "delete",
  { organization, number },
  Effect.fn("caller-id delete")(function* ({ number, organization }) {
    const admin = yield* adminClient
    const params = { id: String(organization), number }
    const answer = yield* admin.ask(({ callerIds }) => callerIds.remove({ params }))
    yield* print(answer, () => `Deleted ${number}`)
  })
).pipe(Command.withDescription("Remove a number; without any, the organization calls from the installation's again"))

const rate = ({ answered, calls }: CallerId["recent"]) =>
  calls === 0 ? "-" : `${Math.round((100 * answered) / calls)} % of ${calls}`

const columns = {
  NUMBER: ({ number }: CallerId) => number,
  ACCOUNT: ({ account }: CallerId) => account ?? "-",
  POOL: ({ pool }: CallerId) => pool ?? "-",
  STATE: ({ refusedAt, restingUntil, state }: CallerId) => {
    if (refusedAt !== null) return `${state} by the carrier since ${refusedAt.toISOString()}`
    return restingUntil === null ? state : `${state} until ${restingUntil.toISOString()}`
  },
  TODAY: ({ callsToday, dailyCap }: CallerId) => `${callsToday}${dailyCap === null ? "" : ` of ${dailyCap}`}`,
  ANSWERED: ({ recent }: CallerId) => rate(recent),
  BEFORE: ({ before }: CallerId) => rate(before),
  REASON: ({ reason }: CallerId) => reason ?? ""
}

export const callerId = Command.make("caller-id").pipe(
  Command.withDescription("Caller ids: the numbers from which an organization calls"),
  Command.withSubcommands([set, list, remove])
)
