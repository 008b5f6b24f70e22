import type { ExplainedCall } from "./explained-call.ts"

type Decision = ExplainedCall["decisions"][number]

/** The answers of the gates at one time, and the first of them that stood in the way. */
export interface Round {
  readonly at: string
  readonly decisions: ReadonlyArray<Decision>
  readonly stop: Decision | undefined
}

/** The times at which the call was due, the latest first. */
export const roundsOf = (decisions: ReadonlyArray<Decision>): ReadonlyArray<Round> => {
  const rounds = new Map<string, Array<Decision>>()
  for (const decision of decisions) {
    const round = rounds.get(decision.at)
    if (round === undefined) rounds.set(decision.at, [decision])
    else round.push(decision)
  }
  return [...rounds]
    .map(([at, round]) => ({ at, decisions: round, stop: round.find(({ verdict }) => verdict !== "PASS") }))
    .reverse()
}
