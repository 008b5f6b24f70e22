import { Context } from "effect"

/** The environment variables of a command. */
export const Environment = Context.Reference<Readonly<Record<string, string | undefined>>>("carillon/cli/Environment", {
  defaultValue: () => process.env
})
