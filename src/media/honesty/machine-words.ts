/**
 * How a language says that a speaker is, or is not, a machine. Each part has alternatives with `|` between them, of the
 * words of a text in lower case and without signs; `*` means any ending.
 */
export interface MachineWords {
  /** The answer to whether a machine speaks. */
  readonly answer: string
  /** "robot", "computer", "recording". */
  readonly machine: string
  /** "human", "real person". */
  readonly human: string
  readonly not: string
  /** "I am", "you are talking to": before or after what the speaker claims to be. */
  readonly self: string
  /** "are you", "is this", "am I talking to": before or after what the speaker is asked about. */
  readonly you: string
  /** Whether the words of the language are written without spaces. */
  readonly isJoined?: true
}
