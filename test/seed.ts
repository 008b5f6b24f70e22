import { Arbitrary } from "effect"

const { TEST_SEED, PROVE } = process.env

// One seed for all properties of a run, so that TEST_SEED repeats it.
Arbitrary.configureGlobal({ check: { seed: Number(TEST_SEED), runs: PROVE === "full" ? 5_000 : undefined } })
