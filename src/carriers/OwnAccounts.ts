import { Context, Effect, type Redacted } from "effect"

/** The accounts at the carrier that organizations have themselves. Without any, only that of the settings is used. */
export const OwnAccounts = Context.Reference<{
  /** The token of an account, by its id at the carrier; undefined if no organization has it. */
  readonly tokenOf: (accountId: string) => Effect.Effect<Redacted.Redacted | undefined>
}>("carillon/carriers/OwnAccounts", { defaultValue: () => ({ tokenOf: () => Effect.undefined }) })
