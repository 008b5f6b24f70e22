import { Arbitrary } from "effect"

const { TEST_SEED, PROVE } = process.env

// All properties of a run use the same seed, so that TEST_SEED repeats the run.
Arbitrary.configureGlobal({ check: { seed: Number(TEST_SEED), runs: PROVE === "full" ? 5_000 : undefined } })
