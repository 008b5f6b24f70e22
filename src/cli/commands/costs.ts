import { Effect, Option, Record } from "effect"
import { Command, Flag } from "effect/cli"
import { type CampaignCosts, type OrganizationCosts, SpendCap } from "../../domain/costs/Spending.ts"
import type { UsageCost } from "../../domain/costs/Usage.ts"
import { adminClient } from "../admin-client.ts"
import { filledFlag, organization } from "../flags.ts"
import { fields, print, table, UsageError } from "../output.ts"
import { payloadOf } from "../requests.ts"

const campaign = filledFlag("campaign").pipe(
  Flag.optional,
  Flag.withMetavar("id"),
  Flag.withDescription("Only this campaign (default the whole organization)")
)

const show = Command.make(
  "show",
  {
    organization,
    campaign,
    month: Flag.String("month").pipe(
      Flag.optional,
      Flag.withDescription("Month such as 2030-01, or all (default the current month)")
    )
  },
  Effect.fn("costs show")(function* ({ campaign, month, organization }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const query = Record.getSomes({ month })
    yield* Option.isNone(campaign)
      ? Effect.flatMap(
          admin.ask(({ costs }) => costs.organization({ params, query })),
          (found) => print(found, ofOrganization)
        )
      : Effect.flatMap(
          admin.ask(({ costs }) => costs.campaign({ params: { ...params, campaignId: campaign.value }, query })),
          (found) => print(found, ofCampaign)
        )
  })
).pipe(
  Command.withDescription("Show what calls have cost, and the monthly spend cap"),
  Command.withExamples([{ command: "carillon costs show --org 1 --month 2030-01" }])
)

const cap = Command.make(
  "cap",
  {
    organization,
    campaign,
    amount: Flag.String("amount").pipe(
      Flag.optional,
      Flag.withDescription("The cap of a calendar month, such as 250.00")
    ),
    currency: Flag.String("currency").pipe(
      Flag.optional,
      Flag.withDescription("The currency of the amount and of PRICES_FILE, such as USD")
    ),
    none: Flag.Boolean("none").pipe(
      Flag.withoutNegation,
      Flag.withDefault(false),
      Flag.withDescription("Remove the cap")
    )
  },
  Effect.fn("costs cap")(function* ({ amount, campaign, currency, none, organization }) {
    const given = Option.all({ amount, currency })
    if (none === Option.isSome(given) || (none && (Option.isSome(amount) || Option.isSome(currency))))
      return yield* new UsageError({ message: "Name --amount and --currency, or --none" })
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const payload = yield* payloadOf(SpendCap, { monthly: Option.getOrNull(given) })
    return yield* Option.isNone(campaign)
      ? Effect.flatMap(
          admin.ask(({ costs }) => costs.capOrganization({ params, payload })),
          (found) => print(found, ofOrganization)
        )
      : Effect.flatMap(
          admin.ask(({ costs }) => costs.capCampaign({ params: { ...params, campaignId: campaign.value }, payload })),
          (found) => print(found, ofCampaign)
        )
  })
).pipe(
  Command.withDescription(
    "Set or remove the monthly spend cap of an organization or a campaign; campaigns that reach it pause. Needs prices: the setting PRICES_FILE of the service"
  ),
  Command.withExamples([
    { command: "carillon costs cap --org 1 --amount 250.00 --currency USD" },
    { command: "carillon costs cap --org 1 --none" }
  ])
)

const ofOrganization = ({ campaigns, usage, ...sums }: OrganizationCosts) =>
  [
    fields(inWords(sums)),
    tableOf(usage),
    table(
      campaigns,
      {
        CAMPAIGN: ({ campaignName }) => campaignName,
        ID: ({ campaignId }) => campaignId,
        COST: ({ cost }) => cost,
        "KNOWN COST": ({ knownCost }) => knownCost
      },
      "No campaigns."
    )
  ].join("\n\n")

const ofCampaign = ({ usage, ...sums }: CampaignCosts) => [fields(inWords(sums)), tableOf(usage)].join("\n\n")

const inWords = <A extends Pick<CampaignCosts, "cap">>({ cap, ...sums }: A) => ({
  ...sums,
  monthlyCap: cap === null ? null : `${cap.amount} ${cap.currency}`
})

const tableOf = (usage: ReadonlyArray<UsageCost>) =>
  table(
    usage,
    {
      PURPOSE: ({ purpose }: UsageCost) => purpose,
      KIND: ({ estimated, kind }: UsageCost) => (estimated ? `${kind} (estimated)` : kind),
      VENDOR: ({ vendor }: UsageCost) => vendor,
      MODEL: ({ model }: UsageCost) => model,
      QUANTITY: ({ quantity }: UsageCost) => quantity,
      COST: ({ cost }: UsageCost) => cost ?? "unknown"
    },
    "No usage."
  )

export const costs = Command.make("costs").pipe(
  Command.withDescription("The costs of calls, and monthly spend caps"),
  Command.withSubcommands([show, cap])
)
