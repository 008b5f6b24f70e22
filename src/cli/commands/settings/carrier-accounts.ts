import { text } from "node:stream/consumers"
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { type CarrierAccount, NewCarrierAccount } from "../../../domain/callers/CarrierAccount.ts"
import { adminClient } from "../../admin-client.ts"
import { filledFlag, organization } from "../../flags.ts"
import { fields, print, table } from "../../output.ts"
import { payloadOf } from "../../requests.ts"

const accountId = filledFlag("account").pipe(
  Flag.withDescription("The account SID, such as AC followed by 32 hexadecimal digits (required)")
)

const set = Command.make(
  "set",
  {
    organization,
    accountId,
    token: Flag.Boolean("token-from-stdin").pipe(
      Flag.withoutNegation,
      Flag.withDefault(false),
      Flag.withDescription("Read the auth token from standard input; a new account needs it")
    ),
    callsPerSecond: Flag.Finite("calls-per-second").pipe(
      Flag.withDescription("Calls per second that the carrier accepts from the account (default 1)"),
      Flag.optional
    )
  },
  Effect.fn("carrier-account set")(function* ({ accountId, callsPerSecond, organization, token }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const { data } = yield* admin.ask(({ carrierAccounts }) => carrierAccounts.list({ params }))
    const before = data.find((one) => one.accountId === accountId)
    const authToken = token ? (yield* Effect.promise(() => text(process.stdin))).trim() : undefined
    const payload = yield* payloadOf(NewCarrierAccount, {
      accountId,
      callsPerSecond: Option.getOrElse(callsPerSecond, () => before?.callsPerSecond ?? 1),
      ...(authToken !== undefined && { authToken })
    })
    yield* print(yield* admin.ask(({ carrierAccounts }) => carrierAccounts.put({ params, payload })), fields)
  })
).pipe(
  Command.withDescription("Add an organization's own account at Twilio, or change it: what is not given stays"),
  Command.withExamples([
    {
      command:
        "carillon carrier-account set --org 1 --account AC0123456789abcdef0123456789abcdef --token-from-stdin < token.txt"
    }
  ])
)

const list = Command.make(
  "list",
  { organization },
  Effect.fn("carrier-account list")(function* ({ organization }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const found = yield* admin.ask(({ carrierAccounts }) => carrierAccounts.list({ params }))
    yield* print(found, ({ data }) => table(data, columns, "No accounts of its own: it uses the installation's."))
  })
).pipe(Command.withDescription("List an organization's own accounts at the carrier; tokens are never shown"))

const remove = Command.make(
  "delete",
  { organization, accountId },
  Effect.fn("carrier-account delete")(function* ({ accountId, organization }) {
    const admin = yield* adminClient
    const params = { id: String(organization), accountId }
    const answer = yield* admin.ask(({ carrierAccounts }) => carrierAccounts.remove({ params }))
    yield* print(answer, () => `Deleted ${accountId}`)
  })
).pipe(
  Command.withDescription(
    "Remove an account and its token; refused while numbers call from it, or calls from it are under way"
  )
)

const columns = {
  ACCOUNT: ({ accountId }: CarrierAccount) => accountId,
  CARRIER: ({ carrier }: CarrierAccount) => carrier,
  TOKEN: ({ lastFour }: CarrierAccount) => (lastFour === null ? "set" : `…${lastFour}`),
  "CALLS PER SECOND": ({ callsPerSecond }: CarrierAccount) => callsPerSecond,
  NUMBERS: ({ numbers }: CarrierAccount) => numbers,
  EXAMINED: ({ examinedAt, notExamined }: CarrierAccount) => examinedAt?.toISOString() ?? notExamined ?? "-"
}

export const carrierAccount = Command.make("carrier-account").pipe(
  Command.withDescription("Carrier accounts: an organization's own accounts at Twilio"),
  Command.withSubcommands([set, list, remove])
)
