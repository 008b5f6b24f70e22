/** What the agent says without thinking. */
export type FixedLine =
  | "opening"
  | "filler"
  | "ask to repeat"
  | "first silence"
  | "second silence"
  | "goodbye after silence"
  | "goodbye"
  | "time is up"
  | "opt-out"
  | "apology"
