import { Schema } from "effect"
import { PhoneNumber } from "../calendar/phone-number.ts"
import { GivenTime, Timestamp } from "../calendar/time.ts"
import { everyPurpose, type Purpose } from "../law/Law.ts"
import { requiredText, shortText } from "../text/text.ts"

const ConsentPurpose = Schema.Literals([...everyPurpose, "ALL"]).annotate({
  description:
    "The purpose of the calls. Campaigns for COLLECTIONS are DEBT, for MEDICAL_BOOKING MEDICAL, for CUSTOMER_SUPPORT SERVICE, all others MARKETING"
})

const Basis = Schema.Literals([
  "EXPRESS_WRITTEN",
  "EXPRESS",
  "EXISTING_CUSTOMER",
  "CONTRACT",
  "LEGITIMATE_INTEREST",
  "LEGAL_OBLIGATION"
])

/** On what basis a person may be called. */
export const Consent = Schema.Struct({
  basis: Basis,
  purpose: ConsentPurpose,
  at: GivenTime.annotate({ description: "When the person agreed, or the basis arose; ISO 8601" }),
  source: requiredText(255, "Where it comes from, such as a form or a contract"),
  evidence: Schema.optionalKey(
    Schema.NullOr(shortText(2_000, "What shows it, such as the wording, or a link to the signed document"))
  ),
  expiresAt: Schema.optionalKey(
    Schema.NullOr(GivenTime.annotate({ description: "The consent does not count from then on" }))
  )
}).annotate({ identifier: "Consent" })
export type Consent = typeof Consent.Type

/** A consent with the number that it belongs to. */
export const NewConsent = Schema.Struct({ phoneNumber: PhoneNumber, ...Consent.fields }).annotate({
  identifier: "NewConsent"
})

export const ConsentWithdrawal = Schema.Struct({
  phoneNumber: PhoneNumber,
  purpose: Schema.optionalKey(ConsentPurpose.annotate({ description: "ALL by default" })),
  through: Schema.optionalKey(shortText(100, "How the person said so, such as a letter"))
}).annotate({ identifier: "ConsentWithdrawal" })
export type ConsentWithdrawal = typeof ConsentWithdrawal.Type

/** A withdrawal for the number of a contact. */
export const ContactWithdrawal = Schema.Struct({
  purpose: ConsentWithdrawal.fields.purpose,
  through: ConsentWithdrawal.fields.through
}).annotate({ identifier: "ContactWithdrawal" })

/** A consent as it is stored. */
export const RecordedConsent = Schema.Struct({
  phoneNumber: Schema.String,
  purpose: Schema.String,
  basis: Schema.String.annotate({ description: "NONE for a withdrawal without a consent before it" }),
  at: Timestamp,
  source: Schema.String,
  evidence: Schema.NullOr(Schema.String),
  expiresAt: Schema.NullOr(Timestamp),
  withdrawnAt: Schema.NullOr(Timestamp),
  withdrawnThrough: Schema.NullOr(Schema.String).annotate({
    description: "How it was withdrawn: as given, or the actor, such as opt-out for the words of a call"
  }),
  recordedAt: Timestamp
}).annotate({ identifier: "RecordedConsent" })
export type RecordedConsent = typeof RecordedConsent.Type

const Policy = Schema.Literals(["OFF", "RECORDED", "REQUIRED"])
export type ConsentPolicy = typeof Policy.Type

/** Which countries need a consent: by ISO code, and * for all others. */
export const ConsentPolicies = Schema.Record(Schema.String, Policy)
  .check(
    Schema.makeFilter((policies) =>
      Object.keys(policies).every((country) => /^([A-Z]{2}|\*)$/.test(country))
        ? undefined
        : "must have ISO codes of countries, such as US, and * for all others"
    )
  )
  .annotate({
    description:
      "By ISO code of the number's country, and * for all others. OFF: nothing is asked. RECORDED: a withdrawal is obeyed, and the basis is recorded with the decision. REQUIRED: no call without a consent for its purpose",
    examples: [{ "*": "RECORDED", US: "REQUIRED" }]
  })
export type ConsentPolicies = typeof ConsentPolicies.Type

export const policyOf = (policies: ConsentPolicies, country: string | undefined): ConsentPolicy =>
  policies[country ?? "*"] ?? policies["*"] ?? "OFF"

/** Whether one policy asks for less than another. */
export const isLooser = (policy: ConsentPolicy, than: ConsentPolicy): boolean =>
  Policy.literals.indexOf(policy) < Policy.literals.indexOf(than)

type Recorded = Pick<RecordedConsent, "at" | "basis" | "expiresAt" | "purpose" | "withdrawnAt">

export type ConsentState<A extends Recorded = Recorded> =
  | { readonly kind: "GIVEN"; readonly consent: A }
  | { readonly kind: "NONE" }
  | { readonly kind: "WITHDRAWN" }
  /** `begins` is the start of the next consent that is dated in the future; null if there is none. */
  | { readonly kind: "EXPIRED"; readonly begins: Date | null }

/** Whether a person may be called for a purpose, by all that is recorded for their number. */
export const consentState = <A extends Recorded>(
  recorded: ReadonlyArray<A>,
  purpose: Purpose,
  now: Date
): ConsentState<A> => {
  const relevant = recorded.filter((one) => one.purpose === purpose || one.purpose === "ALL")
  const withdrawals = relevant.flatMap(({ withdrawnAt }) => (withdrawnAt === null ? [] : [withdrawnAt.getTime()]))
  const last = Math.max(...withdrawals, Number.NEGATIVE_INFINITY)
  const standing = relevant.filter(({ at, withdrawnAt }) => withdrawnAt === null && at.getTime() > last)
  const begun = standing.filter(({ at }) => at <= now)
  const valid = begun.filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
  const latest = valid.toSorted((one, other) => other.at.getTime() - one.at.getTime())[0]
  if (latest !== undefined) return { kind: "GIVEN", consent: latest }
  // A withdrawal stands until the next consent begins.
  if (last > Number.NEGATIVE_INFINITY && begun.length === 0) return { kind: "WITHDRAWN" }
  if (standing.length === 0) return { kind: "NONE" }
  const future = standing.flatMap(({ at }) => (at > now ? [at.getTime()] : []))
  return { kind: "EXPIRED", begins: future.length === 0 ? null : new Date(Math.min(...future)) }
}

/** The answer of the gate for consent; undefined where nothing is asked. */
export type ConsentVerdict =
  | { readonly isOpen: true; readonly detail: string }
  | { readonly isOpen: false; readonly detail: string; readonly reason: string }

export const consentVerdict = (
  policy: ConsentPolicy,
  purpose: Purpose,
  state: ConsentState
): ConsentVerdict | undefined => {
  if (policy === "OFF") return undefined
  if (state.kind === "GIVEN") {
    const { at, basis } = state.consent
    return { isOpen: true, detail: `${basis} for ${purpose} since ${at.toISOString().slice(0, 10)}` }
  }
  if (state.kind === "WITHDRAWN") {
    return { isOpen: false, detail: `The consent for ${purpose} was withdrawn`, reason: "Consent Withdrawn" }
  }
  const missing =
    state.kind === "NONE"
      ? `No consent for ${purpose} is recorded`
      : state.begins === null
        ? `The consent for ${purpose} has expired`
        : `The consent for ${purpose} begins at ${state.begins.toISOString()}`
  return policy === "REQUIRED"
    ? { isOpen: false, detail: missing, reason: "No Consent" }
    : { isOpen: true, detail: `${missing}; none is required` }
}

/** Returns the verdict for the purposes of a campaign, each of which needs a consent. */
export const consentFor = (
  policy: ConsentPolicy,
  purposes: ReadonlyArray<Purpose>,
  recorded: ReadonlyArray<Recorded>,
  now: Date
): ConsentVerdict | undefined => {
  const verdicts = purposes.map((purpose) => consentVerdict(policy, purpose, consentState(recorded, purpose, now)))
  return verdicts.find((verdict) => verdict?.isOpen === false) ?? verdicts[0]
}

/** How many people of a campaign's audience may be called on what basis. */
export const ConsentReport = Schema.Struct({
  purposes: Schema.Array(Schema.String),
  contacts: Schema.Int,
  examined: Schema.Int.annotate({ description: "At most 100,000" }),
  mayBeCalled: Schema.Int,
  groups: Schema.Array(
    Schema.Struct({
      country: Schema.NullOr(Schema.String),
      policy: Policy,
      basis: Schema.String.annotate({ description: "The basis, or NONE, WITHDRAWN or EXPIRED" }),
      contacts: Schema.Int,
      mayBeCalled: Schema.Boolean
    })
  )
}).annotate({ identifier: "ConsentReport" })
export type ConsentReport = typeof ConsentReport.Type
