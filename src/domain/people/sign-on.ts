/** Reasons for which a single sign-on is refused. The console shows them in words. */
export const signOnProblems = [
  "cancelled",
  "expired",
  "failed",
  "other-account",
  "too-many",
  "unknown-person",
  "unverified-email"
] as const
export type SignOnProblem = (typeof signOnProblems)[number]

const marker = "sign-on="

/** Returns the end of an address that leads back to the console, behind its #, where no server and no log sees it. */
export const fragmentOf = (problem: SignOnProblem): string => `#${marker}${problem}`

/** Returns the problem in such an address; undefined for all others. */
export const problemIn = (fragment: string): SignOnProblem | undefined =>
  signOnProblems.find((problem) => fragment === fragmentOf(problem))
