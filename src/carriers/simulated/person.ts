/** What the person at a number does when the phone rings; seconds are the line's. */
export type Person =
  | { readonly does: "answer"; readonly afterSeconds: number }
  | { readonly does: "no-answer" | "busy" | "failed"; readonly afterSeconds: number }

/** The last digit of the number decides, so that anyone can write a test against it. */
export const personAt = (to: string): Person => {
  switch (to.at(-1)) {
    case "2":
      return { does: "no-answer", afterSeconds: 25 }
    case "3":
      return { does: "busy", afterSeconds: 1 }
    case "4":
      return { does: "failed", afterSeconds: 1 }
    default:
      // From 2 to 4 seconds, always the same for a number.
      return { does: "answer", afterSeconds: 2 + (Number(to.slice(1)) % 2_001) / 1_000 }
  }
}
