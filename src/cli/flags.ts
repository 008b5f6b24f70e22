import { Argument, Flag } from "effect/cli"

export const organization = Flag.Int("org").pipe(
  Flag.withMetavar("id"),
  Flag.withDescription("The organization, see org list (required)")
)

export const reasoningEffort = Flag.String("reasoning-effort").pipe(
  Flag.withDescription("How long the model reasons, such as none or low"),
  Flag.optional
)

export const temperature = Flag.Finite("temperature").pipe(
  Flag.withDescription("Randomness of the replies, from 0 to 2"),
  Flag.optional
)

/** A flag with an id or a name that becomes a part of a path: without it the path would be another one. */
export const filledFlag = (name: string) => Flag.String(name).pipe(Flag.filter(isFilled, expected))

/** Like `filledFlag`, for an argument. */
export const filledArgument = (name: string) => Argument.String(name).pipe(Argument.filter(isFilled, expected))

const isFilled = (text: string) => text !== ""
const expected = () => "Expected: a text that is not empty"
