import { Context, Effect, Layer, type Redacted } from "effect"
import { CallerIdRefused, CallerIds } from "../../accounts/callers/CallerIds.ts"
import { CarrierAccountRefused, CarrierAccounts } from "../../accounts/callers/CarrierAccounts.ts"
import { type AccountChecks, Carrier } from "../../carriers/Carrier.ts"
import type { NewCallerId } from "../../domain/callers/CallerId.ts"
import type { ExaminedPart } from "../../domain/operations/Examination.ts"
import { within } from "../../platform/lifecycle/within.ts"

/** Asks the carrier about the accounts and numbers of organizations. */
export class CallerChecks extends Context.Service<
  CallerChecks,
  {
    /** Examines an account with a token. Returns why it was not examined; null if the carrier accepts it. */
    readonly account: (account: {
      readonly accountId: string
      readonly authToken: Redacted.Redacted
    }) => Effect.Effect<string | null, CarrierAccountRefused>
    /** Refuses a number from which its account may certainly not call. */
    readonly number: (organizationId: number, callerId: NewCallerId) => Effect.Effect<void, CallerIdRefused>
    /** Examines the accounts, and the numbers that were changed last. Names each that does not work. */
    readonly examine: Effect.Effect<ReadonlyArray<ExaminedPart>>
  }
>()("carillon/operations/CallerChecks") {
  static readonly layer = Layer.effect(
    CallerChecks,
    Effect.gen(function* () {
      const { checks, name } = yield* Carrier
      const accounts = yield* CarrierAccounts
      const callerIds = yield* CallerIds

      const account: CallerChecks["Service"]["account"] = Effect.fn("CallerChecks.account")(function* (given) {
        if (checks === null) return `The carrier of this installation is ${name}`
        return yield* checks.account(given).pipe(
          Effect.as(null),
          Effect.catchTag("AccountRefused", ({ reason }) =>
            Effect.fail(new CarrierAccountRefused({ path: "authToken", message: `is of no use: ${reason}` }))
          ),
          Effect.catchTag("NoClearAnswer", ({ reason }) => Effect.succeed(`The carrier could not be asked: ${reason}`))
        )
      })

      const number: CallerChecks["Service"]["number"] = Effect.fn("CallerChecks.number")(function* (
        organizationId,
        { account, number, state }
      ) {
        if (state === "OFF" || checks === null) return
        // The account of another organization is refused with the number.
        if (account !== null && (yield* accounts.ownerOf(account)) !== organizationId) return
        if ((yield* mayCall(checks, account, number)) !== false) return
        const of = account === null ? "the account of the installation" : "the account"
        const message = `is no number from which ${of} may call: buy or verify it there, or name another account`
        return yield* new CallerIdRefused({ path: "number", message })
      })

      const examine = Effect.gen(function* () {
        const found = yield* Effect.all([accounts.latest(mostAccounts), callerIds.latest(mostNumbers)])
        const asked = checks
        const ofAccounts =
          asked === null ? [] : yield* Effect.forEach(found[0], (one) => examined(asked, one), { concurrency })
        return [...ofAccounts, ...(yield* ofNumbers(found[1]))]
      }).pipe(Effect.catchCause(() => Effect.succeed([])))

      const examined = Effect.fnUntraced(function* (
        checks: AccountChecks,
        { accountId, organizationId }: { readonly accountId: string; readonly organizationId: number }
      ) {
        const authToken = yield* accounts.tokenOf(accountId)
        const problem =
          authToken === undefined
            ? "Its token cannot be opened: set it again"
            : yield* checks.account({ accountId, authToken }).pipe(
                within(answerTime),
                Effect.as(null),
                Effect.catchTags({
                  AccountRefused: ({ reason }) => Effect.succeed(reason),
                  NoClearAnswer: ({ reason }) => Effect.succeed(reason),
                  TimeoutError: () => Effect.succeed(`No answer within ${answerTime}`)
                })
              )
        return part("carrier-account", `account ${accountId}, set by organization ${organizationId}`, {
          problem,
          affects: `Calls of organization ${organizationId} from the numbers of the account`
        })
      })

      const ofNumbers = Effect.fnUntraced(function* (numbers: Effect.Success<ReturnType<typeof callerIds.latest>>) {
        if (numbers.length === 0) return []
        const problems = yield* Effect.forEach(
          numbers,
          Effect.fnUntraced(function* ({ account, number, organizationId, reason }) {
            const isRefused = reason === null && checks !== null && (yield* mayCall(checks, account, number)) === false
            const problem = reason ?? (isRefused ? "its account may not call from it" : undefined)
            return problem === undefined ? [] : [`${number} of organization ${organizationId}: ${problem}`]
          }),
          { concurrency }
        )
        const problem = problems.flat().join("; ")
        return [
          part("caller-ids", `${numbers.length} numbers of organizations`, {
            problem: problem === "" ? null : problem,
            affects: "Calls of organizations with numbers of their own"
          })
        ]
      })

      return CallerChecks.of({ account, number, examine })
    })
  )
}

/** Whether an account may call from a number; undefined if the carrier does not say. */
const mayCall = (checks: AccountChecks, account: string | null, number: string) =>
  checks.mayCall(account, number).pipe(
    within(answerTime),
    Effect.orElseSucceed(() => undefined)
  )

const part = (
  name: "carrier-account" | "caller-ids",
  uses: string,
  { affects, problem }: Pick<ExaminedPart, "affects" | "problem">
): ExaminedPart => ({
  part: name,
  status: problem === null ? "OK" : "FAILED",
  configured: true,
  reachable: problem === null,
  uses,
  problem,
  missing: [],
  affects
})

const concurrency = 8
const answerTime = "5 seconds"

/** Maximum number of accounts of organizations that are examined. */
const mostAccounts = 20
/** Maximum number of numbers of organizations that are examined. */
const mostNumbers = 40
