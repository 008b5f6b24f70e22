import { Context, type Effect, type Redacted, Schema } from "effect"
import type { AnsweredBy, CallOutcome } from "../domain/calls/Call.ts"
import type { AttemptUrls } from "./CallUrls.ts"
import type { CallStep, DialEnd, InboundCall } from "./call-steps.ts"
import type { MediaCodec } from "./MediaCodec.ts"

/** The carrier will never accept a call to this number. */
export class InvalidNumber extends Schema.TaggedError<InvalidNumber>()("InvalidNumber", { reason: Schema.String }) {}

/** The call was certainly not placed, for lack of capacity, rate or time. A later attempt may succeed. */
export class CarrierBusy extends Schema.TaggedError<CarrierBusy>()("CarrierBusy", {
  reason: Schema.String,
  retryAfterMillis: Schema.Finite
}) {}

/** The call was certainly not placed, for a reason that waiting does not cure. */
export class CarrierRefused extends Schema.TaggedError<CarrierRefused>()("CarrierRefused", {
  reason: Schema.String,
  /** The carrier refuses the account or its token, so every other call of the account would be refused, too. */
  refusesAccount: Schema.optionalKey(Schema.Boolean)
}) {}

/** The call was certainly not placed, because the carrier does not let the account call from the number. */
export class CallerNotAllowed extends Schema.TaggedError<CallerNotAllowed>()("CallerNotAllowed", {
  reason: Schema.String
}) {}

/** The carrier gave no answer, or an unclear one: the request may or may not have been carried out. */
export class NoClearAnswer extends Schema.TaggedError<NoClearAnswer>()("NoClearAnswer", { reason: Schema.String }) {}

/** A callback that is not from the carrier or not valid: its signature or its form is wrong. */
export class BadCallback extends Schema.TaggedError<BadCallback>()("BadCallback", { reason: Schema.String }) {}

/** The carrier does not accept the token of an account, or keeps the account closed. */
export class AccountRefused extends Schema.TaggedError<AccountRefused>()("AccountRefused", { reason: Schema.String }) {}

/** Certain reasons for which a call was not placed. */
export type NotPlaced = InvalidNumber | CarrierBusy | CarrierRefused | CallerNotAllowed

export interface CallToPlace {
  /** The service's own id; it comes back with every callback about the call. */
  readonly attemptId: string
  /** Number to call, in E.164. */
  readonly to: string
  /** The number that the person sees, in E.164. */
  readonly from: string
  /** The account from which the call is placed; left out: that of the installation. */
  readonly account?: string
  /**
   * Name of the person on the simulated line, from the metadata of the contact. Other carriers ignore it.
   */
  readonly persona?: string
  readonly ringSeconds: number
  /** URLs for status callbacks and for the media stream. */
  readonly urls: AttemptUrls
  /** Maximum length of the call, seconds. The carrier enforces it, even when this service is down. */
  readonly limitSeconds: number
  /** On the clock of `performance.now()`: after this moment the request is not sent any more. */
  readonly deadline: number
}

/** How a call ended. */
export interface CallEnd {
  readonly outcome: typeof CallOutcome.Type
  /** Seconds from answer to end; 0 unless connected. */
  readonly durationSeconds: number
  readonly answeredBy: typeof AnsweredBy.Type | null
}

/** An event of a call, as the carrier reports it. Events may arrive late, twice and out of order. */
export type CallEvent = {
  readonly attemptId: string
  /** The account of an organization that has sent the event; left out for that of the installation. */
  readonly ownAccount?: string
  readonly callSid: string
} & (
  | { readonly kind: "placed" | "ringing" }
  | { readonly kind: "answered"; readonly answeredBy: typeof AnsweredBy.Type | null }
  /** The carrier has detected who or what answered, some seconds after the answer. */
  | { readonly kind: "recognized"; readonly answeredBy: typeof AnsweredBy.Type }
  | ({ readonly kind: "ended" } & CallEnd)
)

/** State of a call at the carrier. */
export type CarrierCall = { readonly callSid: string } & (
  | { readonly state: "ringing" | "answered" }
  | { readonly state: "ended"; readonly event: Extract<CallEvent, { readonly kind: "ended" }> }
)

/** A callback as it was received: `url` is the URL given to the carrier, `form` in order, header names lower case. */
export interface ReceivedCallback {
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly form: ReadonlyArray<readonly [name: string, value: string]>
}

/** Abilities that some carriers have with answered calls: to connect them with other people, and to take calls of people. */
export interface LiveCalls {
  /** Replaces the remaining steps of an answered call. "over": the call has ended. */
  readonly redirect: (
    call: { readonly account: string; readonly callSid: string },
    steps: ReadonlyArray<CallStep>,
    /** Maximum length of the whole call from now on, seconds since its answer. */
    limitSeconds: number
  ) => Effect.Effect<"redirected" | "over", NoClearAnswer>
  /** Has the end of an answered call reported to a URL, and limits its length, as the service has not placed it. */
  readonly reportEnd: (
    call: { readonly account: string; readonly callSid: string },
    statusUrl: string,
    limitSeconds: number
  ) => Effect.Effect<void, NoClearAnswer>
  /** Writes the answer to a carrier that asks for the next steps of a call. */
  readonly document: (steps: ReadonlyArray<CallStep>) => string
  /** Verifies and decodes the report that a target's connection is over. */
  readonly readDialEnd: (callback: ReceivedCallback) => Effect.Effect<DialEnd, BadCallback>
  /** The language of the carrier's own voice for texts of a language; undefined if it has none. */
  readonly voiceFor: (language: string) => string | undefined
  /** Verifies and decodes the report that a person has called. */
  readonly readInbound: (callback: ReceivedCallback) => Effect.Effect<InboundCall, BadCallback>
  /** Verifies and decodes the report of the key that such a person has pressed; null if they pressed none. */
  readonly readKey: (
    callback: ReceivedCallback
  ) => Effect.Effect<InboundCall & { readonly key: string | null }, BadCallback>
}

/** Questions about the accounts that organizations have at the carrier themselves. */
export interface AccountChecks {
  /** Succeeds if the account places calls with the token. */
  readonly account: (account: {
    readonly accountId: string
    readonly authToken: Redacted.Redacted
  }) => Effect.Effect<void, AccountRefused | NoClearAnswer>
  /** Whether an account may call from a number; null: the account of the installation. */
  readonly mayCall: (accountId: string | null, number: string) => Effect.Effect<boolean, NoClearAnswer>
}

/** Places, looks up and ends calls, and verifies callbacks and media streams of the carrier. */
export class Carrier extends Context.Service<
  Carrier,
  {
    readonly name: "simulated" | "twilio"
    /** Whether calls reach real phones. */
    readonly isReal: boolean
    /**
     * Account in which calls are placed. It is stored with each attempt and passed back with it,
     * because another node or an earlier run may have placed the call.
     */
    readonly account: string
    /** The account of an organization in the form of `account`, by its id; null: that of the installation. */
    readonly accountOf: (accountId: string | null) => string
    /** Calls per second that the carrier accepts from all nodes together; null when there is no limit. */
    readonly callsPerSecond: number | null
    /**
     * Clock of a conversation: above speed 1 the simulated carrier's frames run faster than the
     * wall clock.
     */
    readonly conversationClock: "wall" | "frames"
    readonly media: MediaCodec
    /** The number of the installation that a person sees when an organization has none of its own. */
    readonly callerId: (to: string) => string
    /** All numbers of the installation. */
    readonly callerIds: ReadonlyArray<string>
    /** Null if the carrier cannot connect a call with another person: flows that transfer calls cannot start then. */
    readonly live: LiveCalls | null
    /** Null if organizations can have no accounts at the carrier. */
    readonly checks: AccountChecks | null
    /** Checks that the carrier answers, and describes the account in a few words. */
    readonly examine: Effect.Effect<string, NoClearAnswer>
    readonly originate: (call: CallToPlace) => Effect.Effect<{ readonly callSid: string }, NotPlaced | NoClearAnswer>
    /**
     * Looks up the call of an attempt. "NOT_PLACED" is certain: there is no such call and never
     * will be. Without a `callSid`, some carriers can find a call only by its number and time, so
     * it may be the call of another attempt.
     */
    readonly lookUp: (attempt: {
      readonly account: string
      readonly attemptId: string
      readonly callSid: string | null
      readonly to: string
      /** The number that the person sees; null for attempts of early releases. */
      readonly from: string | null
      readonly startedAt: Date
    }) => Effect.Effect<CarrierCall | "NOT_PLACED", NoClearAnswer>
    /** Ends a call. Succeeds also when the call is over or does not exist. */
    readonly hangUp: (call: {
      readonly account: string
      readonly callSid: string
    }) => Effect.Effect<void, NoClearAnswer>
    /**
     * Verifies and decodes a callback.
     */
    readonly readCallback: (
      callback: ReceivedCallback & { readonly attemptId: string }
    ) => Effect.Effect<CallEvent, BadCallback>
    /**
     * Verifies that the carrier opens a media stream. `url` is the complete URL that the carrier
     * was given, `account` that of the call if it is not the installation's.
     */
    readonly checkStream: (opening: {
      readonly url: string
      readonly account?: string
      readonly headers: Readonly<Record<string, string | undefined>>
    }) => Effect.Effect<void, BadCallback>
  }
>()("carillon/carriers/Carrier") {}
