import { Schema } from "effect"
import { described } from "../schema/described.ts"
import { withDefault } from "../schema/with-default.ts"
import { shortText } from "../text/text.ts"
import { TransferTargetName } from "./TransferTarget.ts"

/** How a call is handed over to a person. */
export const TransferKind = Schema.Literals(["COLD", "WARM"]).annotate({
  description:
    "COLD: the carrier connects the person with the target, and the agent leaves at once. WARM: the agent stays with the " +
    "person, calls the target, says in a few sentences what the call is about, and leaves once the target has accepted"
})
export type TransferKind = typeof TransferKind.Type

/** To whom, and how, the agent of a flow may transfer a call. */
export const FlowTransfer = Schema.Struct({
  kind: TransferKind,
  targets: described(
    Schema.Array(TransferTargetName),
    "Names of 1 to 20 transfer targets of the organization. The agent can transfer to no others"
  ).check(
    Schema.makeFilter((names) =>
      names.length === 0 || names.length > 20 || new Set(names).size < names.length
        ? "must be 1 to 20 different names"
        : undefined
    )
  ),
  when: withDefault(
    Schema.NullOr(shortText(500, "When the agent transfers the call; null: when the person asks for a human")),
    null
  ),
  maxMinutes: withDefault(
    described(
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 240 })),
      "The longest time that a transfer adds to a call, in minutes. It is reserved from the quota while the call lasts"
    ),
    60
  )
}).annotate({ identifier: "FlowTransfer" })
export type FlowTransfer = typeof FlowTransfer.Type
