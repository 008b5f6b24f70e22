import { Context } from "effect"

/** Maximum number of calls that one transaction of a start, a cancel or an end of a campaign changes. */
export const PartSize = Context.Reference<number>("carillon/calls/PartSize", { defaultValue: () => 5_000 })
