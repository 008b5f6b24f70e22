import { Flag } from "effect/cli"

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
