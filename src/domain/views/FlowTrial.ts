import { Schema } from "effect"
import type { ExplainedCall } from "../calls/Call.ts"
import { placeholderValues } from "../tools/placeholder-values.ts"
import type { LiveLine } from "./LiveCampaign.ts"

/** How a flow can be tried. */
export const TrialAbilities = Schema.Struct({
  hearsSpeech: Schema.Boolean.annotate({
    description: "Whether a recognizer hears the microphone. false: a stand-in does, which understands no person"
  }),
  speaks: Schema.Boolean.annotate({
    description: "Whether a voice speaks. false: a stand-in sounds, which no person understands"
  })
}).annotate({ identifier: "TrialAbilities" })
export type TrialAbilities = typeof TrialAbilities.Type

/** A conversation with a flow in the browser: no call, no contact, and nothing of it is stored. */
export const FlowTrial = Schema.Struct({
  id: Schema.String,
  url: Schema.String.annotate({
    description: "Path of the websocket, which opens once, within a minute, for the one who began the trial"
  }),
  limitSeconds: Schema.Int.annotate({ description: "Maximum length of the conversation, seconds" })
}).annotate({ identifier: "FlowTrial" })
export type FlowTrial = typeof FlowTrial.Type

const maxText = 2_000
const field = (length: number) => Schema.String.check(Schema.isMaxLength(length))

/** A message of the page, besides audio of the microphone: `{type: "audio", audio}`, μ-law at 8 kHz as base64. */
export const TrialInput = Schema.Union([
  /** The first message. Without `isTyped` the microphone is heard, and silence counts as in a call. */
  Schema.Struct({
    type: Schema.Literal("start"),
    isTyped: Schema.Boolean,
    /** Tries the saved draft of the flow. */
    ofDraft: Schema.optionalKey(Schema.Boolean),
    name: field(200),
    /** Values for the placeholders of the flow. */
    values: placeholderValues
  }),
  /** A whole typed sentence, which counts as heard. */
  Schema.Struct({ type: Schema.Literal("typed"), text: field(maxText) }),
  Schema.Struct({ type: Schema.Literal("pressed"), digit: Schema.String.check(Schema.isPattern(/^[0-9*#]$/)) }),
  /** All audio before this mark was played. */
  Schema.Struct({ type: Schema.Literal("mark"), name: field(100) }),
  Schema.Struct({ type: Schema.Literal("hangUp") })
])
export type TrialInput = typeof TrialInput.Type

/** A message to the page. */
export type TrialOutput =
  /** Audio of the agent: whole frames of μ-law at 8 kHz, as base64. */
  | { readonly type: "audio"; readonly audio: string }
  /** To be returned when all audio before it was played. */
  | { readonly type: "mark"; readonly name: string }
  /** The rest of the audio is not to be played: the agent was interrupted. */
  | { readonly type: "clear" }
  /** The agent begins to say this, for a page that speaks with a voice of its own. */
  | { readonly type: "sentence"; readonly text: string }
  | {
      readonly type: "phase"
      readonly phase: "greeting" | "listening" | "thinking" | "speaking" | "draining" | "ended"
    }
  | (LiveLine & { readonly type: "line" })
  /** How a turn was answered; a later message with the same number replaces the turn. */
  | { readonly type: "turn"; readonly number: number; readonly turn: ExplainedCall["turns"][number] }
  /** The person asked not to be called again. After a call their number goes to Do Not Contact; a trial has none. */
  | { readonly type: "optOut" }
  | { readonly type: "ended"; readonly failed: boolean }
