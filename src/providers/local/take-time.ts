import { Effect } from "effect"

/** Waits, on the clock of the call; no time at all takes not even a turn of the loop. */
export const takeTime = (millis: number): Effect.Effect<void> => (millis > 0 ? Effect.sleep(millis) : Effect.void)
