import { shuffled } from "./random.ts"

const { PROVE, TEST_SEED } = process.env
const seed = Number(TEST_SEED)

/** Whether this run is `npm run prove`, which runs everything. */
export const isFull = PROVE === "full"

/** Whether one of two groups of long proofs runs: both in full, and otherwise one of them, by the seed of the run. */
export const hasTurn = (turn: 0 | 1): boolean => isFull || seed % 2 === turn

/** Returns all items in full, in their order, and otherwise some of them, chosen by the seed of the run. */
export const someOf = <A>(items: ReadonlyArray<A>, count: number): ReadonlyArray<A> => {
  if (isFull) return items
  const chosen = new Set(shuffled([...items.keys()], seed).slice(0, count))
  return items.filter((_, index) => chosen.has(index))
}

/** Does the same with the entries of a table. */
export const someOfTable = <A>(table: Readonly<Record<string, A>>, count: number): Readonly<Record<string, A>> =>
  Object.fromEntries(someOf(Object.entries(table), count))
