import { Effect, type Scope } from "effect"
import type { StreamedAttempt } from "../../calls/attempts/Attempts.ts"
import type { LiveConversations } from "../../calls/conversations/LiveConversations.ts"
import type { TranscriptRecord, Transcripts } from "../../calls/conversations/Transcripts.ts"
import type { MachineRecord } from "../../domain/calls/MachineRecord.ts"
import type { BilledUsage } from "../../domain/costs/Usage.ts"
import type { LiveLine } from "../../domain/views/LiveCampaign.ts"
import type { SpeechToText } from "../../providers/contract/SpeechToText.ts"
import type { Brief, Briefs } from "../brief/Briefs.ts"
import type { Conversation } from "../conversation/conversation.ts"
import { type ConversationSoFar, earlierPart } from "./earlier-part.ts"

/** Replaces what a session of a call reads from the database and stores there, when a person tries a flow. */
export interface Trial {
  readonly brief: Effect.Effect<Brief | undefined>
  /** The person types: they may be silent for as long as they like. */
  readonly isTyped: () => boolean
  /** Returns the recognizer of the trial, which may use the one of calls. */
  readonly hearing: (recognizer: SpeechToText["Service"]) => SpeechToText["Service"]
  /** Shows the conversation while the scope lasts. */
  readonly show: (conversation: ShownConversation) => Effect.Effect<void, never, Scope.Scope>
  readonly noteOptOut: Effect.Effect<void>
  readonly end: (record: TranscriptRecord) => Effect.Effect<void>
}

/** The state of a conversation under way. */
export interface ShownConversation {
  readonly phase: () => Conversation["phase"]
  readonly lines: () => ReadonlyArray<LiveLine>
  readonly turns: () => TranscriptRecord["turns"]
}

/** Where the brief of a session comes from, and where its results go. */
interface SessionRecords extends Pick<Trial, "brief" | "show" | "noteOptOut"> {
  /** The part of the conversation before a transfer that no target took; undefined if there was none. */
  readonly before: Effect.Effect<ConversationSoFar | undefined>
  readonly noteHeard: Effect.Effect<void>
  /** Stores that a message on a voicemail begins. */
  readonly noteMessage: (machine: MachineRecord) => Effect.Effect<void>
  readonly noteCatchUp: SessionRecords["end"]
  /** Completes when the carrier has detected a machine. */
  readonly awaitMachine: Effect.Effect<void>
  readonly end: (record: TranscriptRecord, usage: ReadonlyArray<BilledUsage>) => Effect.Effect<void>
}

interface Stores {
  readonly briefs: Briefs["Service"]
  readonly transcripts: Transcripts["Service"]
  readonly liveConversations: LiveConversations["Service"]
}

/** Returns the records of a call, which are rows of the database, or those of a trial, which stores nothing. */
export const recordsOf = (attempt: StreamedAttempt, trial: Trial | undefined, stores: Stores): SessionRecords => {
  if (trial !== undefined)
    return {
      before: Effect.undefined,
      noteHeard: Effect.void,
      noteMessage: () => Effect.void,
      noteCatchUp: () => Effect.void,
      awaitMachine: Effect.never,
      ...trial
    }
  const { briefs, liveConversations, transcripts } = stores
  return {
    brief: briefs.of(attempt),
    before: attempt.isReturn === true ? Effect.map(transcripts.soFar(attempt), earlierPart) : Effect.undefined,
    show: ({ lines }) => liveConversations.show(attempt, lines),
    noteHeard: transcripts.noteHeard(attempt),
    noteMessage: (machine) => transcripts.noteMessage(attempt, machine),
    noteOptOut: transcripts.noteOptOut(attempt),
    noteCatchUp: (record, usage) => transcripts.noteCatchUp(attempt, record, usage),
    awaitMachine: transcripts.awaitMachine(attempt),
    end: (record, usage) => transcripts.end(attempt, record, usage)
  }
}
