import { DateTime, Effect, Option, Record } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import {
  type ConsentPolicies,
  type ConsentReport,
  ConsentWithdrawal,
  NewConsent,
  type RecordedConsent
} from "../../../domain/contacts/Consent.ts"
import { adminClient } from "../../admin-client.ts"
import { filledArgument, organization } from "../../flags.ts"
import { fields, print, table, UsageError } from "../../output.ts"
import { payloadOf } from "../../requests.ts"
import { deliverCsv } from "../../save-file.ts"

const phoneNumber = Flag.String("phone-number").pipe(
  Flag.withDescription("The number in E.164, such as +919812345678 (required)")
)

const list = Command.make(
  "list",
  { organization, phoneNumber: phoneNumber.pipe(Flag.withDescription("Only of this number"), Flag.optional) },
  Effect.fn("consent list")(function* ({ organization, phoneNumber }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const wanted = Record.getSomes({ phoneNumber })
    const found = yield* admin.list(({ consents }, page) => consents.list({ params, query: { ...page, ...wanted } }))
    yield* print(found, ({ data }) => table(data, columns, "No consents."))
  })
).pipe(Command.withDescription("List the recorded consents and withdrawals, newest first"))

const record = Command.make(
  "record",
  {
    organization,
    phoneNumber,
    basis: Flag.String("basis").pipe(Flag.withDescription("Such as EXPRESS_WRITTEN or EXISTING_CUSTOMER (required)")),
    purpose: Flag.String("purpose").pipe(
      Flag.withDescription("MARKETING, DEBT, SERVICE, MEDICAL or ALL (default ALL)"),
      Flag.withDefault("ALL")
    ),
    at: Flag.String("at").pipe(
      Flag.withDescription(
        "When the person agreed, such as 2026-11-27T09:30+05:30 (default now); a day alone begins at midnight UTC"
      ),
      Flag.optional
    ),
    source: Flag.String("source").pipe(Flag.withDescription("Where it comes from, such as a form (required)")),
    evidence: Flag.String("evidence").pipe(Flag.withDescription("The wording or a link that shows it"), Flag.optional),
    expiresAt: Flag.String("expires-at").pipe(
      Flag.withDescription("From then on it counts as none (default never)"),
      Flag.optional
    )
  },
  Effect.fn("consent record")(function* ({ at, evidence, expiresAt, organization, ...given }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const now = DateTime.formatIso(yield* DateTime.now)
    const others = { at: Option.getOrElse(at, () => now), ...Record.getSomes({ evidence, expiresAt }) }
    const payload = yield* payloadOf(NewConsent, { ...given, ...others })
    yield* print(yield* admin.ask(({ consents }) => consents.record({ params, payload })), fields)
  })
).pipe(Command.withDescription("Record on what basis a person may be called"))

const withdraw = Command.make(
  "withdraw",
  {
    organization,
    phoneNumber,
    purpose: Flag.String("purpose").pipe(
      Flag.withDescription("MARKETING, DEBT, SERVICE or MEDICAL (default ALL)"),
      Flag.optional
    ),
    through: Flag.String("through").pipe(
      Flag.withDescription("How the person said so, such as a letter"),
      Flag.optional
    )
  },
  Effect.fn("consent withdraw")(function* ({ organization, phoneNumber, purpose, through }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const payload = yield* payloadOf(ConsentWithdrawal, { phoneNumber, ...Record.getSomes({ purpose, through }) })
    const answer = yield* admin.ask(({ consents }) => consents.withdraw({ params, payload }))
    yield* print(answer, () => `Withdrew the consent of ${phoneNumber}`)
  })
).pipe(Command.withDescription("Note that a person no longer agrees to be called"))

const download = Command.make(
  "download",
  {
    organization,
    out: Flag.String("out").pipe(Flag.withDescription("The CSV file to write (default: print it)"), Flag.optional)
  },
  Effect.fn("consent download")(function* ({ organization, out }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const csv = yield* admin.ask(({ consents }) => consents.download({ params }))
    yield* deliverCsv(csv, out)
  })
).pipe(Command.withDescription("Get all consents and withdrawals with their evidence as CSV"))

const policy = Command.make(
  "policy",
  {
    organization,
    set: Flag.String("set").pipe(
      Flag.withDescription(
        "A country and its policy, such as US=REQUIRED, or *=RECORDED for all others; replaces all policies. OFF, RECORDED or REQUIRED"
      ),
      Flag.atLeast(0)
    ),
    reason: Flag.String("reason").pipe(Flag.withDescription("Why; required to ask for less"), Flag.optional)
  },
  Effect.fn("consent policy")(function* ({ organization, reason, set }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    if (set.length === 0) {
      return yield* print(yield* admin.ask(({ consents }) => consents.policies({ params })), policyText)
    }
    const pairs = yield* Effect.forEach(set, (text) => {
      const [, country = "", policy = ""] = /^([A-Z]{2}|\*)=(OFF|RECORDED|REQUIRED)$/.exec(text) ?? []
      return country === ""
        ? Effect.fail(new UsageError({ message: `Use --set COUNTRY=POLICY, such as US=REQUIRED, not ${text}` }))
        : Effect.succeed([country, policy as ConsentPolicies[string]] as const)
    })
    const payload = { policies: Object.fromEntries(pairs), ...Record.getSomes({ reason }) }
    yield* print(yield* admin.ask(({ consents }) => consents.setPolicies({ params, payload })), policyText)
  })
).pipe(
  Command.withDescription("Show or set which countries need a consent"),
  Command.withExamples([{ command: 'carillon consent policy --org 1 --set US=REQUIRED --set "*=RECORDED"' }])
)

const policyText = ({ policies }: { readonly policies: ConsentPolicies }) =>
  table(
    Object.entries(policies),
    { COUNTRY: ([country]) => country, POLICY: ([, policy]) => policy },
    "No country needs a consent."
  )

const report = Command.make(
  "report",
  { organization, campaign: filledArgument("campaign id").pipe(Argument.withDescription("The id of the campaign")) },
  Effect.fn("consent report")(function* ({ campaign, organization }) {
    const admin = yield* adminClient
    const params = { id: String(organization), campaignId: campaign }
    yield* print(yield* admin.ask(({ consents }) => consents.report({ params })), (found) =>
      [
        `${found.mayBeCalled} of ${found.examined} may be called for ${found.purposes.join(" and ")}.`,
        "",
        table(found.groups, groupColumns, "The audience is empty.")
      ].join("\n")
    )
  })
).pipe(Command.withDescription("Count how many people of a campaign may be called on what basis"))

type Group = ConsentReport["groups"][number]

const groupColumns = {
  COUNTRY: ({ country }: Group) => country,
  POLICY: ({ policy }: Group) => policy,
  BASIS: ({ basis }: Group) => basis,
  CONTACTS: ({ contacts }: Group) => contacts,
  "MAY BE CALLED": ({ mayBeCalled }: Group) => (mayBeCalled ? "yes" : "NO")
}

const columns = {
  NUMBER: ({ phoneNumber }: RecordedConsent) => phoneNumber,
  PURPOSE: ({ purpose }: RecordedConsent) => purpose,
  BASIS: ({ basis }: RecordedConsent) => basis,
  AT: ({ at }: RecordedConsent) => at,
  SOURCE: ({ source }: RecordedConsent) => source,
  EXPIRES: ({ expiresAt }: RecordedConsent) => expiresAt,
  WITHDRAWN: ({ withdrawnAt }: RecordedConsent) => withdrawnAt,
  THROUGH: ({ withdrawnThrough }: RecordedConsent) => withdrawnThrough
}

export const consent = Command.make("consent").pipe(
  Command.withDescription("Consent: on what basis people may be called, and which countries need it"),
  Command.withSubcommands([list, record, withdraw, download, policy, report])
)
