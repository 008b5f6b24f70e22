import { type TranscriptRecord, Transcripts } from "../../../src/calls/conversations/Transcripts.ts"
import { Analyses } from "../../../src/calls/outcomes/Analyses.ts"
import { Decisions } from "../../../src/calls/outcomes/Decisions.ts"
import type { CallResults } from "../../../src/domain/calls/CallResult.ts"
import type { TestServer } from "../api/test-server.ts"
import { rowsOf } from "../data/calls.ts"

/** A conversation of half a minute, in which a question is answered from a document. */
const said = (words: string): TranscriptRecord["transcript"] => [
  line("agent", 0, "Hello Ada, this is Maya from Sunrise Solar. Would you like a free visit of an engineer?"),
  line("person", 5_400, "Hm, what would such a visit cost me?"),
  line("agent", 8_900, "Nothing at all. It takes about forty minutes, and nobody has to decide anything on that day."),
  line("person", 15_800, words),
  line("person", 17_900, "On a Friday, if you can."),
  line("agent", 20_600, "Wonderful. A colleague will write to you about the Friday. Goodbye, Ada!")
]

const line = (role: "agent" | "person", startMs: number, text: string) => ({
  role,
  text,
  startMs,
  endMs: startMs + text.length * 60,
  interrupted: startMs === 8_900
})

const turn = (
  at: Date,
  [endOfTurnMs, retrievalMs, firstTokenMs, firstAudioMs]: readonly [number, number | null, number, number],
  chunkIds: ReadonlyArray<string> = []
): TranscriptRecord["turns"][number] => ({
  at,
  endOfTurnMs,
  finalMs: 180,
  retrievalMs,
  firstTokenMs,
  firstAudioMs,
  totalMs: endOfTurnMs + firstAudioMs,
  chunkIds,
  llmProvider: "HOSTED_API",
  model: null,
  language: null,
  interrupted: false,
  speculative: { used: false, discarded: 1 },
  why: "a question"
})

interface Recorded {
  readonly name?: string
  /** The words of the person that are the evidence for the label. */
  readonly words?: string
  readonly minutesAgo?: number
  readonly inReview?: boolean
  readonly chunkIds?: ReadonlyArray<string>
  readonly results?: CallResults
  /** Why the call has no label. */
  readonly undetermined?: string
  readonly fields?: Readonly<Record<string, unknown>>
}

/** Inserts calls as they are after their conversations, with everything that their pages show. */
export const recordedCallsOf = (server: TestServer, organization: { readonly id: number }) => {
  const rows = rowsOf(server)

  /** Inserts a campaign with two labels. */
  const campaign = async (name = "Spring: a free visit") => {
    const id = await rows.campaign(organization.id, { name, search: name.toLowerCase() })
    const label = (fields: object) => rows.label(organization.id, id, { ...fields })
    return {
      id,
      name,
      interested: await label({ name: "Interested", folded_name: "interested", color: "#1f9d55", is_positive: true }),
      refused: await label({ name: "Not interested", folded_name: "not interested", color: "#c2410c", sort_order: 1 })
    }
  }

  const call = async (
    of: Awaited<ReturnType<typeof campaign>>,
    {
      name = "Ada Moore",
      words = "Yes, please do come.",
      minutesAgo = 5,
      inReview = false,
      chunkIds = [],
      results,
      undetermined,
      fields = {}
    }: Recorded
  ) => {
    const startedAt = new Date(Date.now() - minutesAgo * 60_000)
    const later = (ms: number) => new Date(startedAt.getTime() + ms)
    const id = await rows.call(organization.id, of.id, {
      contact_name: name,
      status: "COMPLETED",
      outcome: "CONNECTED",
      duration: 27,
      attempts: 1,
      started_at: startedAt,
      completed_at: later(40_000),
      ...(undetermined === undefined
        ? { intent_label_id: of.interested, intent_source: "auto" }
        : { intent_undetermined: true }),
      ...(inReview && {
        flagged_for_review: true,
        in_review_since: later(60_000),
        review_reason: "A journey rule flags every Interested"
      }),
      ...fields
    })
    const attemptId = await rows.attempt(organization.id, id, {
      started_at: startedAt,
      answered_at: later(9_000),
      ended_at: later(40_000),
      duration_seconds: 27,
      answered_by: "human",
      call_sid: "CA0123456789abcdef"
    })
    const attempt = { id: attemptId, organizationId: organization.id, callId: id }
    const turns = [turn(later(16_000), [420, 90, 380, 560], chunkIds), turn(later(29_000), [510, null, 1_240, 1_460])]
    await server.run(
      Transcripts.use(({ end }) =>
        end(attempt, { transcript: said(words), turns, heard: true, optedOut: false, failed: false })
      )
    )
    await server.run(
      Analyses.use(({ store }) =>
        store(attempt, {
          labelId: undetermined === undefined ? of.interested : null,
          isGivenUp: false,
          details: {
            undetermined: undetermined ?? null,
            evidence: words,
            confidence: 0.93,
            callbackSaid: null,
            variables: { day: "Friday" },
            ...(results !== undefined && { results })
          }
        })
      )
    )
    await server.run(
      Decisions.use(({ record }) =>
        record(
          organization.id,
          id,
          [
            { gate: "campaign", verdict: "PASS", detail: null },
            { gate: "window", verdict: "WAIT", detail: "The calling hours open at 2030-01-01T09:00:00.000Z" }
          ],
          later(-60_000)
        )
      )
    )
    await server.run(
      Decisions.use(({ record }) =>
        record(
          organization.id,
          id,
          [
            { gate: "campaign", verdict: "PASS", detail: null },
            { gate: "quota", verdict: "PASS", detail: "482 minutes left" },
            { gate: "dnc", verdict: "PASS", detail: null },
            { gate: "window", verdict: "PASS", detail: null },
            { gate: "slot", verdict: "PASS", detail: null }
          ],
          startedAt
        )
      )
    )
    return id
  }

  return { rows, campaign, call }
}
