import { Context, type Effect, Schema } from "effect"
import type { AnsweredBy, CallOutcome } from "../domain/calls/Call.ts"
import type { AttemptUrls } from "./CallUrls.ts"
import type { MediaCodec } from "./MediaCodec.ts"

/** The carrier takes no call to this number, now or later. */
export class InvalidNumber extends Schema.TaggedError<InvalidNumber>()("InvalidNumber", { reason: Schema.String }) {}

/** Certainly not placed, for want of capacity, rate or time; later it may be. */
export class CarrierBusy extends Schema.TaggedError<CarrierBusy>()("CarrierBusy", {
  reason: Schema.String,
  retryAfterMillis: Schema.Finite
}) {}

/** Certainly not placed, for a reason that waiting does not mend. */
export class CarrierRefused extends Schema.TaggedError<CarrierRefused>()("CarrierRefused", { reason: Schema.String }) {}

/** No answer that says what happened: what was asked for may have been done. */
export class NoClearAnswer extends Schema.TaggedError<NoClearAnswer>()("NoClearAnswer", { reason: Schema.String }) {}

/** No word of the carrier: the signature or the form is wrong. */
export class BadCallback extends Schema.TaggedError<BadCallback>()("BadCallback", { reason: Schema.String }) {}

export interface CallToPlace {
  /** Ours; it comes back with everything that the carrier says about the call. */
  readonly attemptId: string
  /** E.164. */
  readonly to: string
  readonly ringSeconds: number
  /** Where the carrier says what becomes of the call, and where it brings its sound. */
  readonly urls: AttemptUrls
  /** The carrier itself ends the call after this long, whatever becomes of us. */
  readonly limitSeconds: number
  /** On the clock of `performance.now()`: afterwards the request leaves no more. */
  readonly deadline: number
}

/** How a call ended. */
export interface CallEnd {
  readonly outcome: typeof CallOutcome.Type
  /** Seconds from answer to end; 0 unless connected. */
  readonly durationSeconds: number
  readonly answeredBy: typeof AnsweredBy.Type | null
}

/** What the carrier says about a call. It may come late, twice and out of order. */
export type CallEvent = {
  readonly attemptId: string
  readonly callSid: string
} & (
  | { readonly kind: "placed" | "ringing" }
  | { readonly kind: "answered"; readonly answeredBy: typeof AnsweredBy.Type | null }
  /** The carrier has made out who picked up; it takes some seconds. */
  | { readonly kind: "recognized"; readonly answeredBy: typeof AnsweredBy.Type }
  | ({ readonly kind: "ended" } & CallEnd)
)

/** Where a call stands at the carrier. */
export type CarrierCall = { readonly callSid: string } & (
  | { readonly state: "ringing" | "answered" }
  | { readonly state: "ended"; readonly event: Extract<CallEvent, { readonly kind: "ended" }> }
)

/** Places, looks up and ends calls, and checks what the carrier says of its own accord. */
export class Carrier extends Context.Service<
  Carrier,
  {
    readonly name: "simulated" | "twilio"
    /** A call reaches a person's phone. */
    readonly isReal: boolean
    /**
     * Where calls are placed. It is kept with each attempt and given back with it: another node or an earlier run may have
     * placed the call.
     */
    readonly account: string
    /** How many calls a second it takes from all of us together; null when that is no matter. */
    readonly callsPerSecond: number | null
    /** What a talk's time is measured by: above speed 1 the simulated carrier's frames are faster than the clock. */
    readonly conversationClock: "wall" | "frames"
    readonly media: MediaCodec
    /** Asks the carrier for a sign of life, and says in a few words what answers. */
    readonly examine: Effect.Effect<string, NoClearAnswer>
    readonly originate: (
      call: CallToPlace
    ) => Effect.Effect<{ readonly callSid: string }, InvalidNumber | CarrierBusy | CarrierRefused | NoClearAnswer>
    /**
     * "NOT_PLACED" is a certainty: the call is not there and never will be. Without a `callSid` some carriers find a call by
     * its number and time alone: it may be that of another attempt.
     */
    readonly lookUp: (attempt: {
      readonly account: string
      readonly attemptId: string
      readonly callSid: string | null
      readonly to: string
      readonly startedAt: Date
    }) => Effect.Effect<CarrierCall | "NOT_PLACED", NoClearAnswer>
    /** Ends a call. One that is over, or was never there, is ended. */
    readonly hangUp: (call: {
      readonly account: string
      readonly callSid: string
    }) => Effect.Effect<void, NoClearAnswer>
    /** `url` is the whole URL as the carrier was given it, `form` the fields in their order, `headers` in lower case. */
    readonly readCallback: (callback: {
      readonly url: string
      readonly headers: Readonly<Record<string, string | undefined>>
      readonly form: ReadonlyArray<readonly [name: string, value: string]>
      readonly attemptId: string
    }) => Effect.Effect<CallEvent, BadCallback>
    /** Whether it is the carrier that opens a media stream; `url` is the whole URL as the carrier was given it. */
    readonly checkStream: (opening: {
      readonly url: string
      readonly headers: Readonly<Record<string, string | undefined>>
    }) => Effect.Effect<void, BadCallback>
  }
>()("carillon/carriers/Carrier") {}
