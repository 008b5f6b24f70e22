import { createHash } from "node:crypto"
import { Clock, Context, Effect, Layer, Stream } from "effect"
import packageJson from "../../package.json" with { type: "json" }
import { Organizations } from "../accounts/Organizations.ts"
import { SecurityLog } from "../accounts/SecurityLog.ts"
import { LawVersions } from "../calls/attempts/LawVersions.ts"
import { type AuditedCall, AuditTrails } from "../calls/views/AuditTrails.ts"
import { addLaws, type LawsUsed, lawOf } from "../calls/views/laws-used.ts"
import { type CampaignNotFound, Campaigns } from "../campaigns/Campaigns.ts"
import { Flows } from "../campaigns/Flows.ts"
import { IntentLabels } from "../campaigns/IntentLabels.ts"
import { JourneyRules } from "../campaigns/JourneyRules.ts"
import { Consents } from "../contacts/consents/Consents.ts"
import { FrequencyCaps } from "../contacts/FrequencyCaps.ts"
import type { SecurityLogEntry } from "../domain/accounts/SecurityLogEntry.ts"
import type { Campaign } from "../domain/campaigns/Campaign.ts"
import { type ArchivedFile, fileOf, tarOf } from "../platform/files/tar.ts"
import { SigningKeys } from "./installation-keys/SigningKeys.ts"

/** The record of a campaign as one signed archive: who started it, by what rules, and what happened with each contact. */
export class AuditBundle extends Context.Service<
  AuditBundle,
  {
    /** Reads page by page, so that a campaign of any size takes little memory. Recorded in the security log. */
    readonly of: (
      organizationId: number,
      campaignId: string,
      actor: string
    ) => Effect.Effect<Stream.Stream<Uint8Array>, CampaignNotFound>
  }
>()("carillon/operations/AuditBundle") {
  static readonly layer = Layer.effect(
    AuditBundle,
    Effect.gen(function* () {
      const campaigns = yield* Campaigns
      const caps = yield* FrequencyCaps
      const consents = yield* Consents
      const flows = yield* Flows
      const keys = yield* SigningKeys
      const labels = yield* IntentLabels
      const lawVersions = yield* LawVersions
      const log = yield* SecurityLog
      const organizations = yield* Organizations
      const rules = yield* JourneyRules
      const trails = yield* AuditTrails

      const of: AuditBundle["Service"]["of"] = Effect.fn("AuditBundle.of")(
        function* (organizationId, campaignId, actor) {
          const campaign = yield* campaigns.get(organizationId, campaignId)
          yield* log.append(organizationId, { actor, action: "audit.read", target: campaign.id })
          const createdAt = new Date(yield* Clock.currentTimeMillis)
          const about = yield* aboutOf(campaign)
          const listed: Array<ListedFile> = []
          const sums = noSums()
          const note = (file: ArchivedFile & { readonly text: string }) => {
            listed.push({ name: file.name, bytes: file.size, sha256: sha256(file.text) })
            return file
          }
          const used: LawsUsed = new Map()
          const contents = Stream.make(jsonFile("campaign.json", about)).pipe(
            Stream.concat(logFiles(campaign)),
            Stream.concat(
              callFiles(campaign, (calls) => {
                add(sums, calls)
                addLaws(used, calls)
              })
            ),
            Stream.concat(Stream.unwrap(Effect.suspend(() => Effect.map(lawIn(used), Stream.make)))),
            Stream.concat(Stream.suspend(() => Stream.make(jsonFile("summary.json", sums)))),
            Stream.map(note)
          )
          const signed = Stream.unwrap(
            Effect.suspend(() =>
              signedManifest({ version: 1, organizationId, campaignId: campaign.id, createdAt, files: listed })
            )
          )
          return tarOf(Stream.concat(contents, signed), createdAt)
        }
      )

      const aboutOf = Effect.fnUntraced(function* (campaign: Campaign) {
        const { flowId, flowVersion, id, organizationId } = campaign
        const [start] = (yield* log.list(
          { organizationId, action: "campaign.start", target: id },
          { page: 1, limit: 1 }
        )).data
        return {
          service: { name: "carillon", version: packageJson.version },
          campaign,
          startedBy: start ?? null,
          organization: yield* Effect.orDie(organizations.get(organizationId)),
          frequencyCap: yield* caps.get(organizationId),
          consentPolicies: yield* consents.policies(organizationId),
          flow: yield* flows
            .used(organizationId, { flowId, flowVersion })
            .pipe(Effect.catchTag("FlowNotFound", () => Effect.succeed(null))),
          intentLabels: yield* labels.list(organizationId, id),
          journeyRules: yield* rules.list(organizationId, id)
        }
      })

      /** The entries of the security log about the campaign, and those about the settings and rules that it ran by. */
      const logFiles = (campaign: Campaign) => {
        const { completedAt, createdAt, id, organizationId } = campaign
        const until = completedAt === null ? {} : { to: completedAt }
        const filters = [
          { organizationId, target: id },
          ...changesOfSettings.map((action) => ({ organizationId, action })),
          ...changesOfRules.map((action) => ({ organizationId, action, from: createdAt })),
          { organizationId, action: "consent.withdraw", from: createdAt, ...until }
        ]
        return Stream.fromIterable(filters).pipe(
          Stream.flatMap((filter) =>
            Stream.unfold<number | undefined, ReadonlyArray<SecurityLogEntry>, never, never>(1, (page) =>
              page === undefined
                ? Effect.undefined
                : Effect.map(log.list(filter, { page, limit: logPage }), ({ data }) => [
                    data.filter(isAbout(campaign)),
                    data.length < logPage ? undefined : page + 1
                  ])
            )
          ),
          numbered("security-log")
        )
      }

      const callFiles = ({ id, organizationId }: Campaign, count: (calls: ReadonlyArray<AuditedCall>) => void) =>
        Stream.unfold<string | undefined, ReadonlyArray<AuditedCall>, never, never>("", (after) =>
          after === undefined
            ? Effect.undefined
            : Effect.map(trails.after(organizationId, id, after || undefined), (calls) => {
                count(calls)
                return [calls, calls.at(-1)?.id]
              })
        ).pipe(numbered("calls"))

      const lawIn = Effect.fnUntraced(function* (used: LawsUsed) {
        return jsonFile("law.json", lawOf(used, yield* lawVersions.of([...used.keys()].filter((one) => one !== ""))))
      })

      const signedManifest = Effect.fnUntraced(function* (manifest: object) {
        const file = jsonFile("manifest.json", manifest)
        const signature = yield* keys.sign(Buffer.from(file.text))
        return Stream.make(file, jsonFile("manifest.sig.json", { algorithm: "Ed25519", ...signature }))
      })

      return AuditBundle.of({ of })
    })
  )
}

/**
 * The kinds of entries of the security log about settings of the organization. The archive has those of any time, because
 * its settings are of the day on which it is made: those during the campaign follow from the changes before and after.
 */
const changesOfSettings = ["organization.update", "frequency-cap", "consent.policy", "law-exception", "disclosure"]

/** The kinds of entries about what belongs to the campaign, which may change until the archive is made. */
const changesOfRules = ["flow", "journey-rule", "label"]

/** Whether an entry is not about another campaign or another flow. */
const isAbout =
  ({ flowId, id }: Campaign) =>
  ({ action, details, target }: SecurityLogEntry) =>
    action.startsWith("flow.") ? target === flowId : (details.campaignId ?? id) === id

/** Entries of the security log that one query reads. */
const logPage = 1_000

interface ListedFile {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")

type TextFile = ArchivedFile & { readonly text: string }

const textFile = (name: string, text: string): TextFile => ({ ...fileOf(name, text), text })
const jsonFile = (name: string, value: object) => textFile(name, `${JSON.stringify(value, null, 2)}\n`)

/** Makes a file of each page with rows, a line a row. */
const numbered =
  (name: string) =>
  <A extends object | unknown>(pages: Stream.Stream<ReadonlyArray<A>>): Stream.Stream<TextFile> =>
    pages.pipe(
      Stream.filter(({ length }) => length > 0),
      Stream.zipWithIndex,
      Stream.map(([rows, index]) =>
        textFile(
          `${name}-${String(index + 1).padStart(5, "0")}.jsonl`,
          rows.map((row) => `${JSON.stringify(row)}\n`).join("")
        )
      )
    )

interface Sums {
  calls: number
  attempts: number
  conversations: number
  readonly byStatus: Record<string, number>
  optOuts: number
  /** The longest time from the end of the attempt to the entry in Do Not Contact, s. */
  slowestOptOutSeconds: number
  callsAfterOptOut: number
}

const noSums = (): Sums => ({
  ...{ calls: 0, attempts: 0, conversations: 0, byStatus: {} },
  ...{ optOuts: 0, slowestOptOutSeconds: 0, callsAfterOptOut: 0 }
})

const add = (sums: Sums, calls: ReadonlyArray<AuditedCall>) => {
  for (const { attempts, optOut, status } of calls) {
    sums.calls++
    sums.attempts += attempts.length
    // The words may be gone: by a term, an erasure, or a flow that keeps none.
    sums.conversations += attempts.filter(({ outcome }) => outcome === "CONNECTED").length
    sums.byStatus[status] = (sums.byStatus[status] ?? 0) + 1
    if (optOut === null) continue
    sums.optOuts++
    sums.slowestOptOutSeconds = Math.max(sums.slowestOptOutSeconds, optOut.secondsToEffect ?? 0)
    sums.callsAfterOptOut += optOut.callsAfter
  }
}
