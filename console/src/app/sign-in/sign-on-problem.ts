import { problemIn, type SignOnProblem } from "../../../../src/domain/people/sign-on.ts"

/** Says why the single sign-on that led to this address was refused; undefined at all other addresses. */
export const signOnProblemIn = (fragment: string): string | undefined => {
  const problem = problemIn(fragment)
  return problem === undefined ? undefined : texts[problem]
}

const texts: Readonly<Record<SignOnProblem, string>> = {
  cancelled: "You were not signed in there. Begin again, or sign in another way.",
  expired: "That took too long, or began in another browser or at another address of the console. Begin again.",
  failed: "Your account there could not be checked. Try again; the log of the service says what is wrong.",
  "other-account":
    "Your e-mail address belongs to another account there. Ask a SUPER_ADMIN to remove that person, and an admin to invite you again.",
  "too-many": "Too many people have begun to sign in from your network. Try again in a minute.",
  "unknown-person": "You are not invited yet. An admin of your organization can invite your e-mail address.",
  "unverified-email": "Your e-mail address is not verified there. Verify it, and begin again."
}
