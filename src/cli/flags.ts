import { Flag } from "effect/cli"

export const organization = Flag.Int("org").pipe(
  Flag.withMetavar("id"),
  Flag.withDescription("The organization, see org list (required)")
)
