import { Effect } from "effect"
import { lacksTimezone } from "../../domain/campaigns/Campaign.ts"
import { sentence } from "../../domain/schema/problems.ts"
import { BadRequest, Conflict, Forbidden, NotFound, PaymentRequired } from "../contract/shared/errors.ts"

/** Replaces each failure of a service by its answer. A failure without an answer stays, and the compiler reports it. */
export const answered = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, Answer<E>, R> =>
  Effect.mapError(self, (failure) => {
    const tag = (failure as { readonly _tag?: unknown })._tag
    const known = typeof tag === "string" && Object.hasOwn(answers, tag)
    return (known ? answers[tag as keyof Answers](failure as never) : failure) as Answer<E>
  })

/** The type of the answer to each failure of a union. */
export type Answer<E> = E extends { readonly _tag: infer Tag extends keyof Answers }
  ? Answers[Tag] extends (failure: infer Failure) => infer Answered
    ? E extends Failure
      ? Answered
      : E
    : never
  : E
type Answers = typeof answers

/** Rejects one field of a request. */
export const rejected = ({ path, message }: { readonly path: string; readonly message: string }) => {
  const details = [{ path, message }]
  return new BadRequest({ message: sentence(details), details })
}

// The message is the same whether the thing never existed, belongs to another organization, or has an impossible id.
const missing = (thing: string) => () => new NotFound({ message: `There is no such ${thing}` })

const invalidState = (message: string) => () => new Conflict({ message, code: "INVALID_STATE" })

const inUse =
  (thing: string, remedy: string) =>
  ({ campaigns }: { readonly campaigns: ReadonlyArray<string> }) =>
    invalidState(`The ${thing} is used by ${namesOf("campaign", campaigns)}; ${remedy}`)()

const namedByFlows =
  (thing: string) =>
  ({ flows, name }: { readonly name: string; readonly flows: ReadonlyArray<string> }) =>
    invalidState(`The ${thing} ${name} is used by ${namesOf("flow", flows)}; it can be deleted when no flow names it`)()

const namesOf = (thing: string, names: ReadonlyArray<string>) => {
  const first = names.slice(0, 5).map((name) => `"${name}"`)
  const others = names.length - first.length
  return `the ${names.length === 1 ? thing : `${thing}s`} ${first.join(", ")}${others > 0 ? ` and ${others} more` : ""}`
}

// By the tag of the failure.
const answers = {
  AdminTokenNotFound: missing("admin token"),
  ApiKeyNotFound: missing("API key"),
  AudienceNotFound: missing("audience"),
  CallNotFound: missing("call"),
  CampaignNotFound: missing("campaign"),
  ContactNotFound: missing("contact"),
  DeliveryNotFound: missing("write-back event"),
  DoNotContactNotFound: missing("Do Not Contact entry"),
  CallerIdNotFound: missing("caller id"),
  CarrierAccountNotFound: missing("carrier account"),
  DocumentNotFound: missing("document"),
  EncryptionKeyNotFound: missing("encryption key"),
  FlowNotFound: missing("flow"),
  FlowVersionNotFound: missing("version of the flow"),
  ImportNotFound: missing("import"),
  IntentLabelNotFound: missing("intent label"),
  JourneyRuleNotFound: missing("journey rule"),
  KnowledgeBaseNotFound: missing("knowledge base"),
  McpServerNotFound: missing("MCP server"),
  ModelNotFound: missing("language model of the organization"),
  NumberListNotFound: missing("list of numbers"),
  NumberUploadNotFound: missing("upload of numbers"),
  OrganizationNotFound: missing("organization"),
  PasskeyNotFound: missing("passkey"),
  PersonNotFound: missing("person"),
  ProviderNotFound: missing("provider of single sign-on"),
  RecordingNotFound: missing("recording"),
  SessionEnded: missing("session"),
  LawExceptionNotFound: missing("exception"),
  ToolHeadersNotFound: missing("set of headers"),
  TransferTargetNotFound: missing("transfer target"),
  TrialNotFound: () =>
    new NotFound({
      message: "There is no such trial, or it was opened before, is too old or is another's: begin a new one"
    }),

  // Unlike all other things, a knowledge base of another organization is not hidden.
  ForeignKnowledgeBase: () => new Forbidden({ message: "The knowledge base belongs to a different organization" }),

  AudienceInUse: inUse("audience", "it can be deleted when each of these is over or cancelled"),
  CarrierAccountInUse: ({ message }: { readonly message: string }) => new Conflict({ message, code: "ACCOUNT_IN_USE" }),
  EncryptionKeyInUse: ({ message }: { readonly message: string }) => new Conflict({ message, code: "KEY_IN_USE" }),
  FlowConflict: ({ message }: { readonly message: string }) => new Conflict({ message, code: "FLOW_CHANGED" }),
  FlowInUse: inUse("flow", "it can be deleted when each of these is over, cancelled or, as a draft, has another flow"),
  McpServerFailed: ({ message }: { readonly message: string }) =>
    new Conflict({ message: `The MCP server did not list its tools: ${message}`, code: "MCP_SERVER_FAILED" }),
  McpServerInUse: namedByFlows("MCP server"),
  ModelInUse: namedByFlows("language model"),
  NoPendingCallback: invalidState("No callback is pending for this call"),
  NotCorrectable: ({ message }: { readonly message: string }) => invalidState(message)(),
  NotAnalyzable: ({ message }: { readonly message: string }) => invalidState(message)(),
  NotGivenUp: ({ status }: { readonly status: "PENDING" | "DELIVERED" }) =>
    invalidState(status === "PENDING" ? "This event waits to be delivered already" : "This event was delivered")(),
  ToolHeadersInUse: namedByFlows("set of headers"),
  TooManyListeners: ({ message }: { readonly message: string }) =>
    new Conflict({ message, code: "TOO_MANY_LISTENERS" }),
  NotUnderWay: invalidState("The call is not under way"),
  NotInReview: invalidState("This call is not in the review queue"),
  NotSuppressed: invalidState("This call is not suppressed"),
  OnDoNotContact: invalidState("The number is on Do Not Contact: remove it from Do Not Contact first"),
  CallUnfinished: ({ message }: { readonly message: string }) => invalidState(message)(),
  WrongState: ({ message }: { readonly message: string }) => invalidState(message)(),

  CustomLabelConflict: ({ name }: { readonly name: string }) =>
    new Conflict({
      message: `The labels of this use case have the name of the custom label "${name}": rename or delete that one first`,
      code: "LABEL_NAME_TAKEN"
    }),
  LabelNameTaken: ({ name }: { readonly name: string }) =>
    new Conflict({ message: `The campaign has a label "${name}" already`, code: "LABEL_NAME_TAKEN" }),
  AccountIncomplete: ({ path }: { readonly path: string }) =>
    rejected({ path, message: "is required, because there is no account with this e-mail address yet" }),
  AlreadyMember: () =>
    new Conflict({ message: "The person has a role in the organization already: change it", code: "ALREADY_MEMBER" }),
  CodeRefused: () => rejected({ path: "code", message: "is wrong, is too old or was used before" }),
  CodeRequired: () => rejected({ path: "code", message: "is required" }),
  ConfirmationRequired: ({ hasPassword }: { readonly hasPassword: boolean }) =>
    new Forbidden({
      message: hasPassword
        ? "You signed in more than 10 minutes ago: enter your password"
        : "You signed in more than 10 minutes ago: sign out and in again first",
      code: "CONFIRMATION_REQUIRED"
    }),
  PasswordRefused: () => rejected({ path: "current", message: "is not your password" }),
  PasswordsUnavailable: () =>
    new Conflict({
      message:
        "Passwords need Node 24.7 or later on the server: sign in another way, or ask who runs it to update Node",
      code: "PASSWORDS_UNAVAILABLE"
    }),
  SecondFactorIsOn: () =>
    new Conflict({ message: "There is a second factor already: remove it first", code: "SECOND_FACTOR_IS_ON" }),
  EmailIsSet: () => new Conflict({ message: "The e-mail address of a person cannot be changed", code: "EMAIL_IS_SET" }),
  EmailTaken: () => new Conflict({ message: "Another person has this e-mail address", code: "EMAIL_TAKEN" }),
  InvitationForAnother: () =>
    new Conflict({
      message: "The invitation is for another e-mail address: sign out, and open the link again",
      code: "INVITATION_FOR_ANOTHER"
    }),
  InvitationRefused: () =>
    new NotFound({ message: "The invitation was used before, was withdrawn or has expired: ask for another" }),
  LastWayToSignIn: () =>
    new Conflict({
      message: "Without this passkey you could not sign in: set a password or add another passkey first",
      code: "LAST_WAY_TO_SIGN_IN"
    }),
  LastSuperAdmin: () =>
    new Conflict({ message: "This is the last SUPER_ADMIN: make another person one first", code: "LAST_SUPER_ADMIN" }),
  SignInToAccept: () =>
    new Conflict({
      message: "There is an account with the e-mail address of the invitation: sign in, and open the link again",
      code: "SIGN_IN_TO_ACCEPT"
    }),
  PhoneNumberTaken: () =>
    new Conflict({ message: "A contact with this phone number already exists", code: "PHONE_NUMBER_TAKEN" }),

  DraftRefused: rejected,
  FlowVersionRefused: ({ missing, version }: { readonly missing: ReadonlyArray<string>; readonly version: number }) =>
    new BadRequest({
      message: `The campaign cannot use version ${version} of its flow: ${missing.join("; ")}`,
      details: missing.map((message) => ({ path: "", message }))
    }),
  CallerIdRefused: rejected,
  CarrierAccountRefused: rejected,
  LabelRefused: rejected,
  SpeechProfileRefused: rejected,
  NoVoice: rejected,
  ModelRefused: rejected,
  ToolRefused: rejected,
  TransferRefused: rejected,
  LawExceptionRefused: rejected,
  NoTarget: () => new BadRequest({ message: "There is no target: set webhookUrl with PUT /v1/write-back/config" }),
  NotReady: ({ missing }: { readonly missing: ReadonlyArray<string> }) =>
    new BadRequest({
      message: `The campaign cannot start: ${missing.join("; ")}`,
      details: missing.map((message) => ({ path: "", message }))
    }),
  TooManyTrials: ({ most }: { readonly most: number }) =>
    new Conflict({
      message: `${most} trials of the organization are under way, and no more may be: end one of them first`,
      code: "TOO_MANY_TRIALS"
    }),
  TimezoneMissing: () =>
    new BadRequest({
      message: `timezone ${lacksTimezone}`,
      details: [{ path: "timezone", message: lacksTimezone }]
    }),
  WriteBackConfigInvalid: ({ path, problem }: { readonly path: string; readonly problem: string }) =>
    rejected({ path, message: problem }),

  LimitReached: ({ message }: { readonly message: string }) => new PaymentRequired({ message, code: "LIMIT_REACHED" }),
  SpendCapReached: ({ message }: { readonly message: string }) =>
    new PaymentRequired({ message, code: "SPEND_CAP_REACHED" }),
  SpendCapRefused: ({ message }: { readonly message: string }) =>
    new BadRequest({ message, details: [{ path: "monthly.currency", message }] }),
  QuotaExceeded: ({ needed, remaining }: { readonly needed: number; readonly remaining: number }) =>
    new PaymentRequired({ message: `Not enough minutes of quota: ${needed} needed, ${remaining} remaining` })
}
