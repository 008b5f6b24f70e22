// A model of calls and campaigns of one organization, written from the specification and without a
// database. Times are milliseconds on the database clock; time passes by moving everything into the
// past.

export interface Settings {
  readonly callsPerMinute: number
  readonly maxConcurrentCalls: number
  readonly callTimeoutMinutes: number
  readonly scheduledInMinutes: number | null
  readonly endsInMinutes: number | null
  readonly policy: Policy
}

export interface Policy {
  readonly maxRetries: number
  readonly retryDelayMinutes: number
  readonly retryDelaysMinutes: ReadonlyArray<number>
  readonly retryWithinWindow: boolean
}

export const outcomes = [
  "CONNECTED",
  "NO_ANSWER",
  "BUSY",
  "VOICEMAIL",
  "UNREACHABLE",
  "INVALID_NUMBER",
  "TIMEOUT",
  "CARRIER_ERROR",
  "DISPATCH_UNKNOWN"
] as const
export type Outcome = (typeof outcomes)[number]

export const actions = [
  "RETRY",
  "SUPPRESS_CAMPAIGN",
  "SUPPRESS_ORG_WIDE",
  "FLAG_REVIEW",
  "COMMITMENT_REMINDER",
  "MARK_COMPLETED"
] as const
export type Action = (typeof actions)[number]

/** The labels of campaigns, each with the suppression that it causes. */
export const labels = {
  "Not Reachable": null,
  "Do Not Call": "SUPPRESS_ORG_WIDE",
  "Wrong Number": "SUPPRESS_CAMPAIGN",
  Negative: "SUPPRESS_CAMPAIGN",
  Neutral: null,
  Positive: null
} as const
export type Label = keyof typeof labels

/**
 * The finding of a conversation. `callback` is the number of minutes until the requested callback, or "unsure" if its
 * time is unclear; `promise` is the promised day.
 */
export interface Finding {
  readonly label: Label | null
  readonly promise: string | null
  readonly callback: number | "unsure" | null
}

export interface Rule {
  readonly action: Action
  readonly delay: number | null
}

export interface End {
  readonly outcome: Outcome
  readonly seconds: number
}

export type Answer = "placed" | "busy" | "invalid" | "refused" | "noWord"
export type Found = "notPlaced" | "noWord" | "ringing" | "answered" | End

export interface Call {
  id: string
  contact: number
  phone: string
  status: string
  attempts: number
  extra: number
  priority: number
  next: number | null
  failureReason: string | null
  label: string | null
  source: string | null
  undetermined: boolean
  journeyAction: string | null
  flagged: boolean
  suppression: string | null
  suppressionReason: string | null
  deferrals: number
  deferralReason: string | null
  connected: boolean
  outcome: string | null
  duration: number
  sid: string | null
  callbacks: number
  callbackAt: number | null
  callbackAdjusted: boolean
  /** The promised day, if the next or current attempt is a reminder of it, and the end of that day. */
  reminderFor: string | null
  reminderUntil: number | null
  inReview: boolean
  awaitsTagUntil: number | null
  startedAt: number | null
  completedAt: number | null
}

export interface Attempt {
  id: string
  call: string
  campaign: string
  no: number
  phone: string
  epoch: number
  reserved: number
  sid: string | null
  startedAt: number
  leaseUntil: number
  endedAt: number | null
  outcome: string | null
  duration: number
  reminderFor: string | null
  /** Whether the person spoke. */
  heard: boolean
  /** When the carrier reported the answer, and when the conversation was last stored. */
  answeredAt: number | null
  notedAt: number | null
  /** Whether its contact was deleted while it rang. */
  hangUp: boolean
  /** Whether the person opted out. */
  optedOut: boolean
  /** Whether the finding of its conversation was already applied. */
  analyzed: boolean
}

export interface Campaign {
  id: string
  status: string
  reason: "quota" | "breaker" | null
  settings: Settings
  policy: Policy
  scheduledAt: number | null
  endAt: number | null
  rules: Partial<Record<Label, Rule>>
  epoch: number
  nextStartAt: number | null
  resumedAt: number | null
  calls: Array<Call>
}

export interface Contact {
  readonly id: string
  phone: string
  deleted: boolean
}

export interface World {
  quota: number
  used: number
  reserved: number
  perDay: number
  perWeek: number
  /** Minutes since midnight, Indian time. */
  window: { readonly start: number; readonly end: number } | null
  registry: Array<string>
  contacts: Array<Contact>
  ledger: Record<string, Array<number>>
  campaigns: Array<Campaign>
  attempts: Array<Attempt>
}

/** The result of a claim, as far as it can be predicted. */
export type Turn = { readonly kind: string; readonly millis?: number }

const minute = 60_000
const day = 24 * 60 * minute
const week = 7 * day
const offset = 330 * minute

export const isLive = (attempt: Attempt) => attempt.endedAt === null
const waits = (call: Call) => call.status === "PENDING" || call.status === "QUEUED"
const isOver = ({ status }: Campaign) => status === "COMPLETED" || status === "CANCELLED"

export const campaignOf = (world: World, id: string): Campaign => {
  const found = world.campaigns.find((one) => one.id === id)
  if (found === undefined) throw new Error("No such campaign")
  return found
}
const callOf = (world: World, { call, campaign }: Attempt): Call => {
  const found = campaignOf(world, campaign).calls.find((one) => one.id === call)
  if (found === undefined) throw new Error("No such call")
  return found
}
export const allCalls = (world: World) => world.campaigns.flatMap(({ calls }) => calls)

// Lifecycle.

export const start = (world: World, campaign: Campaign, now: number, newId: (contact: number) => string): string => {
  if (campaign.status !== "DRAFT" && campaign.status !== "SCHEDULED") return "WrongState"
  const people = world.contacts.flatMap(({ deleted }, index) => (deleted ? [] : [index]))
  const endsTooSoon = campaign.endAt !== null && campaign.endAt <= Math.max(now, campaign.scheduledAt ?? 0)
  if (people.length === 0 || endsTooSoon) return "NotReady"
  const callable = people.filter((index) => !world.registry.includes(world.contacts[index]!.phone)).length
  if (lacksMinutes(world, callable, campaign)) return "QuotaExceeded"
  if (campaign.status === "DRAFT" && campaign.scheduledAt !== null && campaign.scheduledAt > now) {
    campaign.status = "SCHEDULED"
    return "done"
  }
  campaign.calls = people.map((contact) => newCall(world, contact, now, newId(contact)))
  campaign.resumedAt = now
  campaign.status = "IN_PROGRESS"
  return "done"
}

const lacksMinutes = ({ quota, reserved, used }: World, waiting: number, { settings }: Campaign) =>
  quota - used - reserved < Math.min(waiting, settings.maxConcurrentCalls)

const newCall = ({ contacts, registry }: World, contact: number, now: number, id: string): Call => {
  const { phone } = contacts[contact]!
  const refused = registry.includes(phone)
  return {
    id,
    contact,
    phone,
    status: refused ? "SUPPRESSED" : "PENDING",
    attempts: 0,
    extra: 0,
    priority: 2,
    next: refused ? null : now,
    failureReason: null,
    label: null,
    source: null,
    undetermined: false,
    journeyAction: null,
    flagged: false,
    suppression: refused ? "ORGANIZATION" : null,
    suppressionReason: refused ? "Do Not Contact" : null,
    deferrals: 0,
    deferralReason: null,
    connected: false,
    outcome: null,
    duration: 0,
    sid: null,
    callbacks: 0,
    callbackAt: null,
    callbackAdjusted: false,
    reminderFor: null,
    reminderUntil: null,
    inReview: false,
    awaitsTagUntil: null,
    startedAt: null,
    completedAt: null
  }
}

export const pause = (campaign: Campaign): string => {
  if (campaign.status === "PAUSED") return "done"
  if (campaign.status !== "IN_PROGRESS") return "WrongState"
  campaign.status = "PAUSED"
  return "done"
}

export const resume = (world: World, campaign: Campaign, now: number): string => {
  if (campaign.status === "IN_PROGRESS") return "done"
  if (campaign.status !== "PAUSED") return "WrongState"
  if (lacksMinutes(world, campaign.calls.filter(waits).length, campaign)) return "QuotaExceeded"
  campaign.status = "IN_PROGRESS"
  campaign.reason = null
  campaign.resumedAt = now
  return "done"
}

export const cancel = (campaign: Campaign): string => {
  if (campaign.status === "CANCELLED") return "done"
  if (campaign.status === "COMPLETED") return "WrongState"
  for (const call of campaign.calls.filter(waits)) leave(call, "SKIPPED", "Campaign Cancelled")
  campaign.status = "CANCELLED"
  campaign.reason = null
  return "done"
}

const leave = (call: Call, status: string, reason: string) => {
  call.status = status
  call.failureReason = reason
  call.next = null
}

export const changePolicy = (campaign: Campaign, policy: Partial<Policy>, endAt: number | null | undefined): string => {
  if (isOver(campaign)) return "WrongState"
  campaign.policy = { ...campaign.policy, ...policy }
  if (endAt !== undefined) campaign.endAt = endAt
  return "done"
}

/** Counts the starts of the last minute as if they had been made at the new pace. */
export const changePace = (
  world: World,
  campaign: Campaign,
  change: Partial<Pick<Settings, "callsPerMinute" | "maxConcurrentCalls">>,
  now: number
): string => {
  if (isOver(campaign)) return "WrongState"
  const before = campaign.settings.callsPerMinute
  campaign.settings = { ...campaign.settings, ...change }
  const after = campaign.settings.callsPerMinute
  if (after === before || campaign.nextStartAt === null) return "done"
  const starts = world.attempts
    .filter((one) => one.campaign === campaign.id && one.startedAt > now - 61_000)
    .map(({ startedAt }) => startedAt)
    .sort((one, other) => other - one)
  campaign.nextStartAt = Math.max(
    Math.min(campaign.nextStartAt - minute / before, now) + minute / after,
    ...starts.slice(0, after).map((at, index) => at + ((index + 1) * minute) / after)
  )
  return "done"
}

// Claims.

export const turn = (world: World, campaign: Campaign, epoch: number, now: number, attemptId: string): Turn => {
  if (epoch !== campaign.epoch) return { kind: "replaced" }
  if (campaign.status !== "IN_PROGRESS") return { kind: "over" }
  const waiting = campaign.calls.filter(waits)
  const live = world.attempts.filter((one) => one.campaign === campaign.id && isLive(one)).length
  if (campaign.endAt !== null && campaign.endAt <= now && waiting.length > 0) {
    for (const call of waiting) {
      if (call.attempts === 0) leave(call, "SKIPPED", "Campaign Ended")
      else leave(call, "FAILED", "Retry Expired")
    }
    return { kind: "again" }
  }
  if (waiting.length === 0) {
    const untagged = campaign.calls.some(({ awaitsTagUntil }) => awaitsTagUntil !== null && awaitsTagUntil > now)
    if (live > 0 || untagged) return { kind: "wait" }
    campaign.status = "COMPLETED"
    return { kind: "over" }
  }
  const wait = (millis: number) => ({ kind: "wait", millis: Math.min(millis, (campaign.endAt ?? Infinity) - now) })
  const [call] = waiting.filter(({ next }) => next! <= now).sort(inTurn)
  if (call === undefined) return wait(Math.min(...waiting.map(({ next }) => next!)) - now)
  if (world.quota - world.used < 1) {
    campaign.status = "PAUSED"
    campaign.reason = "quota"
    return { kind: "over" }
  }
  if (world.quota - world.used - world.reserved < 1) return { kind: "wait" }
  if (live >= campaign.settings.maxConcurrentCalls) return { kind: "wait" }
  if (campaign.nextStartAt !== null && now < campaign.nextStartAt) return wait(campaign.nextStartAt - now)
  return turnOf(world, campaign, call, now, attemptId)
}

// Callbacks, then retries, then first calls.
const inTurn = (one: Call, other: Call) =>
  one.priority - other.priority || one.next! - other.next! || (one.id < other.id ? -1 : 1)

const turnOf = (world: World, campaign: Campaign, call: Call, now: number, attemptId: string): Turn => {
  const { deleted, phone } = world.contacts[call.contact]!
  const opening = openingFor(world, campaign, call.priority === 1)
  if (deleted) {
    leave(call, "SKIPPED", "Contact Deleted")
    return { kind: "again" }
  }
  if (call.reminderUntil !== null && call.reminderUntil <= now) {
    call.status = "COMPLETED"
    call.next = null
    call.deferralReason = null
    forget(call)
    return { kind: "again" }
  }
  if (world.registry.includes(phone)) {
    suppress(call, phone)
    return { kind: "again" }
  }
  const capped = deferral(world, phone, now, opening)
  if (capped !== undefined) {
    call.next = capped.until
    call.deferralReason = capped.reason
    call.deferrals++
    return { kind: "again" }
  }
  if (opening(now) > now) {
    // Calls that are due together are postponed together, except those that a cap may defer for longer.
    const isCapped = world.perDay > 0 || world.perWeek > 0
    for (const other of campaign.calls) {
      const { deleted, phone } = world.contacts[other.contact]!
      if (!waits(other) || other.priority !== call.priority || other.next! > now) continue
      if (other === call || !(deleted || (isCapped && ledgerOf(world, phone).length > 0))) other.next = opening(now)
    }
    return { kind: "again" }
  }
  const isCalled = world.attempts.some((one) => isLive(one) && one.phone === phone)
  const isUntagged = allCalls(world).some(
    (other) => other !== call && other.phone === phone && (other.awaitsTagUntil ?? 0) > now
  )
  if (isCalled || isUntagged) {
    call.next = now + 10_000
    return { kind: "again" }
  }
  dial(world, campaign, call, now, attemptId)
  return { kind: "claimed" }
}

const forget = (call: Call) => {
  call.reminderFor = null
  call.reminderUntil = null
}

const suppress = (call: Call, phone: string) => {
  call.status = "SUPPRESSED"
  call.phone = phone
  call.suppression = "ORGANIZATION"
  call.suppressionReason = "Do Not Contact"
  call.next = null
}

/** Returns the first moment in the window at or after a time; retries may ignore the window. */
const openingFor =
  ({ window }: World, { policy }: Campaign, isRetry: boolean) =>
  (from: number): number => {
    if (window === null || (isRetry && !policy.retryWithinWindow)) return from
    const midnight = Math.floor((from + offset) / day) * day - offset
    const [opens, closes] = [midnight + window.start * minute, midnight + window.end * minute]
    if (from < opens) return opens
    return from < closes ? from : opens + day
  }

const deferral = (
  { ledger, perDay, perWeek }: World,
  phone: string,
  now: number,
  opening: (from: number) => number
): { readonly until: number; readonly reason: string } | undefined => {
  const calls = (ledger[phone] ?? []).filter((at) => at > now - week).sort((one, other) => one - other)
  const dayOf = (at: number) => Math.floor((at + offset) / day)
  const today = calls.filter((at) => dayOf(at) === dayOf(now))
  const found: Array<{ until: number; reason: string }> = []
  if (perDay > 0 && today.length >= perDay) {
    found.push({ until: opening((dayOf(now) + 1) * day - offset), reason: "Frequency Cap - Daily" })
  }
  if (perWeek > 0 && calls.length >= perWeek) {
    found.push({ until: opening(calls[calls.length - perWeek]! + week), reason: "Frequency Cap - Weekly" })
  }
  // The reason with the later date.
  return found.sort((one, other) => other.until - one.until)[0]
}

const dial = (world: World, campaign: Campaign, call: Call, now: number, attemptId: string) => {
  const { callTimeoutMinutes, callsPerMinute } = campaign.settings
  const reserved = Math.min(callTimeoutMinutes, world.quota - world.used - world.reserved)
  const { phone } = world.contacts[call.contact]!
  world.reserved += reserved
  world.ledger[phone] = [...ledgerOf(world, phone).filter((at) => at > now - week), now]
  campaign.nextStartAt = Math.max(campaign.nextStartAt ?? 0, now) + minute / callsPerMinute
  Object.assign(call, {
    phone,
    status: "IN_PROGRESS",
    attempts: call.attempts + 1,
    extra: call.extra + (call.reminderFor === null ? 0 : 1),
    next: null,
    failureReason: null,
    deferralReason: null,
    outcome: null,
    duration: 0,
    sid: null,
    startedAt: now,
    completedAt: null
  } satisfies Partial<Call>)
  world.attempts.push({
    id: attemptId,
    call: call.id,
    campaign: campaign.id,
    no: call.attempts,
    phone,
    epoch: campaign.epoch,
    reserved,
    sid: null,
    startedAt: now,
    leaseUntil: now + (40 + reserved * 60 + 60) * 1_000,
    endedAt: null,
    outcome: null,
    duration: 0,
    reminderFor: call.reminderFor,
    heard: false,
    answeredAt: null,
    notedAt: null,
    hangUp: false,
    optedOut: false,
    analyzed: false
  })
}

const ledgerOf = (world: World, phone: string) => {
  world.ledger[phone] ??= []
  return world.ledger[phone]
}

// Reports of the carrier.

export const answer = (
  world: World,
  attempt: Attempt,
  response: Answer,
  sid: string,
  waitMillis: number,
  now: number
): "asked" | "not asked" => {
  if (!isLive(attempt)) return "not asked"
  // Since the claim the campaign may have stopped, or the number may have been put on Do Not Contact.
  if (campaignOf(world, attempt.campaign).status !== "IN_PROGRESS" || world.registry.includes(attempt.phone)) {
    undo(world, attempt, 0, now)
    return "not asked"
  }
  if (response === "placed") hear(attempt, sid)
  else if (response === "busy") undo(world, attempt, waitMillis, now)
  else if (response === "invalid") end(world, attempt, { outcome: "INVALID_NUMBER", seconds: 0 }, null, now)
  else if (response === "refused") end(world, attempt, { outcome: "CARRIER_ERROR", seconds: 0 }, null, now)
  return "asked"
}

/** The call rings or is answered, which its row does not show before the end. */
export const hear = (attempt: Attempt, sid: string, answeredAt: number | null = null) => {
  if (!isLive(attempt)) return
  attempt.sid = sid
  attempt.answeredAt ??= answeredAt
}

/**
 * The call was certainly not placed: undo the attempt. A call in which a person was heard was
 * placed, whatever the carrier reports.
 */
const undo = (world: World, attempt: Attempt, waitMillis: number, now: number) => {
  if (!isLive(attempt) || attempt.sid !== null || attempt.heard) return
  const campaign = campaignOf(world, attempt.campaign)
  const call = callOf(world, attempt)
  world.attempts = world.attempts.filter((one) => one !== attempt)
  world.reserved -= attempt.reserved
  world.ledger[attempt.phone] = ledgerOf(world, attempt.phone).filter((at) => at !== attempt.startedAt)
  call.attempts--
  if (call.reminderFor !== null) call.extra--
  const [last] = world.attempts.filter((one) => one.call === call.id).sort((one, other) => other.no - one.no)
  call.sid = last?.sid ?? null
  call.outcome = last?.outcome ?? null
  call.duration = last?.duration ?? 0
  call.startedAt = last?.startedAt ?? null
  call.completedAt = last?.endedAt ?? null
  // A call waiting in a cancelled campaign would wait forever.
  if (campaign.status === "CANCELLED") return leave(call, "SKIPPED", "Campaign Cancelled")
  call.status = call.attempts === 0 && call.priority === 2 ? "PENDING" : "QUEUED"
  call.next = now + waitMillis
}

export const lookUp = (world: World, attempt: Attempt, found: Found, sid: string, now: number) => {
  if (found === "notPlaced") {
    // Until then the request that places the call may be in progress.
    if (attempt.sid !== null || now - attempt.startedAt > 8_500) {
      end(world, attempt, { outcome: "DISPATCH_UNKNOWN", seconds: 0 }, null, now)
    }
    return
  }
  if (typeof found === "object") return end(world, attempt, found, sid, now)
  if (attempt.leaseUntil <= now) {
    // A call that the carrier knows was placed.
    const outcome = attempt.sid === null && found === "noWord" ? "DISPATCH_UNKNOWN" : "TIMEOUT"
    return end(world, attempt, { outcome, seconds: 0 }, null, now)
  }
  if (found !== "noWord" && attempt.sid === null) hear(attempt, sid)
}

const reasons: Readonly<Record<Outcome, string | null>> = {
  CONNECTED: null,
  NO_ANSWER: "No Answer",
  BUSY: "Busy",
  VOICEMAIL: "Voicemail",
  UNREACHABLE: "Unreachable",
  INVALID_NUMBER: "Invalid Number",
  TIMEOUT: "Timeout",
  CARRIER_ERROR: "Carrier Error",
  DISPATCH_UNKNOWN: "Dispatch Unknown"
}
const isUnanswered = (outcome: string) => ["NO_ANSWER", "BUSY", "VOICEMAIL", "UNREACHABLE"].includes(outcome)
const isCarriers = (outcome: string | null) => ["CARRIER_ERROR", "TIMEOUT", "DISPATCH_UNKNOWN"].includes(outcome ?? "")
const isGuess = (outcome: string | null) => outcome === "TIMEOUT" || outcome === "DISPATCH_UNKNOWN"

/** A person who was heard had a conversation, for as long as is known. */
const settled = ({ answeredAt, heard, notedAt }: Attempt, { outcome, seconds }: End): End => {
  if (outcome === "CONNECTED")
    return seconds < 10 && !heard ? { outcome: "NO_ANSWER", seconds: 0 } : { outcome, seconds }
  if (!heard || !isCarriers(outcome)) return { outcome, seconds: 0 }
  const known = answeredAt === null || notedAt === null ? 0 : Math.floor((notedAt - answeredAt) / 1_000)
  return { outcome: "CONNECTED", seconds: seconds || Math.max(1, known) }
}

export const end = (world: World, attempt: Attempt, reported: End, sid: string | null, now: number): void => {
  const call = callOf(world, attempt)
  const campaign = campaignOf(world, attempt.campaign)
  // An attempt that was given up may later turn out to have ended differently; a carrier failure
  // adds nothing.
  const isLate = isGuess(attempt.outcome) && !isCarriers(reported.outcome) && attempt.no === call.attempts
  const isReminder = attempt.reminderFor !== null
  const mayChange = ["QUEUED", "FAILED", ...(isReminder ? ["COMPLETED"] : [])].includes(call.status)
  if (!isLive(attempt) && !(isLate && mayChange)) return
  if (isLive(attempt)) world.reserved -= attempt.reserved

  const { outcome: settledAs, seconds: duration } = settled(attempt, reported)
  const isListed = settledAs !== "CONNECTED" && world.registry.includes(attempt.phone)
  // The carrier reports our own hang-up as an error.
  const wasHungUp = (isListed || attempt.hangUp) && settledAs === "CARRIER_ERROR" && attempt.answeredAt === null
  const outcome = wasHungUp ? "NO_ANSWER" : settledAs
  Object.assign(attempt, { endedAt: now, outcome, duration, sid: sid ?? attempt.sid })
  world.used += Math.ceil(duration / 60)
  Object.assign(call, { completedAt: now, outcome, duration, next: null, sid: attempt.sid ?? call.sid })
  const isSilentReminder = isReminder && !attempt.heard
  if (!isSilentReminder || attempt.optedOut) tag(call, { label: null, undetermined: false, journeyAction: null })
  call.failureReason = null
  call.awaitsTagUntil = null
  forget(call)
  if (outcome === "CONNECTED") {
    call.status = "COMPLETED"
    call.connected = true
    if (!isSilentReminder) call.undetermined = !attempt.heard
    if (attempt.heard) call.awaitsTagUntil = now + 10 * minute
  }
  if (attempt.optedOut) optOut(world, call, attempt)
  else if (outcome !== "CONNECTED") notConnected(world, campaign, call, attempt, outcome, now)
  if (isCarriers(outcome)) breaker(world, campaign, now)
}

/** An opt-out is stored for the end of the attempt, and applies after it. */
export const say = (world: World, attempt: Attempt, what: "word" | "optOut", now: number) => {
  const isNew = what === "optOut" && !attempt.optedOut
  if (!attempt.heard || (what === "optOut" && isLive(attempt))) attempt.notedAt = now
  attempt.heard = true
  if (!isNew) return
  attempt.optedOut = true
  if (isLive(attempt)) return
  const call = callOf(world, attempt)
  if (attempt.no === call.attempts) optOut(world, call, attempt)
  else enterRegistry(world, attempt.phone)
}

const optOut = (world: World, call: Call, { phone }: Attempt) => {
  const label = "Do Not Call"
  Object.assign(call, {
    status: "SUPPRESSED",
    failureReason: null,
    suppression: "ORGANIZATION",
    suppressionReason: label,
    next: null,
    label,
    source: "auto",
    undetermined: false,
    journeyAction: "SUPPRESS_ORG_WIDE",
    awaitsTagUntil: null,
    reminderFor: null,
    reminderUntil: null
  } satisfies Partial<Call>)
  enterRegistry(world, phone)
}

const tag = (call: Call, { label, ...rest }: Pick<Call, "label" | "undetermined" | "journeyAction">) => {
  Object.assign(call, { label, source: label === null ? null : "system", ...rest })
}

const notConnected = (
  world: World,
  campaign: Campaign,
  call: Call,
  attempt: Attempt,
  outcome: Outcome,
  now: number
) => {
  const label = isUnanswered(outcome) ? "Not Reachable" : null
  if (world.registry.includes(attempt.phone)) {
    tag(call, { label, undetermined: label === null, journeyAction: null })
    return suppress(call, attempt.phone)
  }
  // The promise stands, and the person is reminded of it once.
  if (attempt.reminderFor !== null) {
    call.status = "COMPLETED"
    return
  }
  const rule = label === null ? null : (campaign.rules[label] ?? null)
  const fail = (reason: string | null, journeyAction: string | null) => {
    tag(call, { label, undetermined: label === null, journeyAction })
    call.status = "FAILED"
    call.failureReason = reason
  }
  if (rule !== null && rule.action !== "RETRY") {
    fail(reasons[outcome], rule.action)
    if (rule.action === "FLAG_REVIEW") flag(call)
    if (rule.action === "SUPPRESS_ORG_WIDE") enterRegistry(world, attempt.phone)
    return
  }
  const isUsedUp = call.attempts - call.extra > campaign.policy.maxRetries
  if (isUsedUp || outcome === "INVALID_NUMBER" || isOver(campaign)) {
    return fail(reasons[outcome], rule === null ? null : "MARK_COMPLETED")
  }
  if (world.contacts[call.contact]!.deleted) {
    tag(call, { label, undetermined: false, journeyAction: null })
    return leave(call, "SKIPPED", "Contact Deleted")
  }
  const delay = rule?.delay ?? policyDelay(campaign, call)
  const at = openingFor(world, campaign, true)(now + delay * minute)
  if (campaign.endAt !== null && at >= campaign.endAt) {
    return fail("Retry Expired", rule === null ? null : "MARK_COMPLETED")
  }
  tag(call, { label, undetermined: false, journeyAction: rule === null ? null : "RETRY" })
  call.status = "QUEUED"
  call.next = at
  call.priority = 1
}

const policyDelay = ({ policy }: Campaign, { attempts, extra }: Call) => {
  const { retryDelayMinutes, retryDelaysMinutes: delays } = policy
  return delays[Math.min(Math.max(1, attempts - extra), delays.length) - 1] ?? retryDelayMinutes
}

const flag = (call: Call) => {
  call.flagged = true
  call.inReview = true
}

/** The finding of a conversation is delivered, in time or late. */
export const tagConversation = (world: World, attempt: Attempt, finding: Finding): void => {
  if (attempt.endedAt === null || attempt.outcome !== "CONNECTED" || attempt.optedOut || attempt.analyzed) return
  attempt.analyzed = true
  const call = callOf(world, attempt)
  const campaign = campaignOf(world, attempt.campaign)
  const rule = finding.label === null ? undefined : campaign.rules[finding.label]
  const byRule = rule?.action.startsWith("SUPPRESS") ? rule.action : null
  const suppression = (finding.label === null ? null : labels[finding.label]) ?? byRule
  if (attempt.no !== call.attempts || call.status !== "COMPLETED" || call.source === "auto") {
    if (suppression === "SUPPRESS_ORG_WIDE") enterRegistry(world, attempt.phone)
    return
  }
  Object.assign(call, {
    label: finding.label,
    source: finding.label === null ? null : "auto",
    undetermined: finding.label === null,
    journeyAction: finding.label === null ? null : (rule?.action ?? "MARK_COMPLETED"),
    awaitsTagUntil: null,
    callbackAt: null,
    callbackAdjusted: false
  } satisfies Partial<Call>)
  if (suppression !== null) {
    call.journeyAction = suppression
    call.status = "SUPPRESSED"
    call.suppression = suppression === "SUPPRESS_ORG_WIDE" ? "ORGANIZATION" : "CAMPAIGN"
    call.suppressionReason = finding.label
    if (suppression === "SUPPRESS_ORG_WIDE") enterRegistry(world, attempt.phone)
    return
  }
  const isMissed = campaign.status === "COMPLETED" && typeof finding.callback === "number" && call.callbacks < 3
  if (rule?.action === "FLAG_REVIEW" || finding.callback === "unsure" || isMissed) flag(call)
  const mayDial = !isOver(campaign)
  if (mayDial && typeof finding.callback === "number" && call.callbacks < 3) {
    if (rule?.action === "RETRY") call.journeyAction = "MARK_COMPLETED"
    callBack(world, campaign, call, attempt.endedAt + finding.callback * minute)
  } else if (rule?.action === "COMMITMENT_REMINDER") {
    if (mayDial && finding.promise !== null) remind(world, campaign, call, attempt.endedAt, finding.promise)
  } else if (rule?.action === "RETRY") {
    const isLeft = call.attempts - call.extra <= campaign.policy.maxRetries
    if (mayDial && isLeft) retryConversation(world, campaign, call, attempt.endedAt, rule)
    else call.journeyAction = "MARK_COMPLETED"
  }
  if (waits(call) && world.registry.includes(attempt.phone)) suppress(call, attempt.phone)
}

const callBack = (world: World, campaign: Campaign, call: Call, wanted: number) => {
  if (world.contacts[call.contact]!.deleted) return leave(call, "SKIPPED", "Contact Deleted")
  const at = openingFor(world, campaign, false)(wanted)
  if (campaign.endAt !== null && at >= campaign.endAt) return leave(call, "FAILED", "Retry Expired")
  Object.assign(call, { status: "QUEUED", priority: 0, next: at, callbackAt: at, callbackAdjusted: at > wanted })
  call.callbacks++
  call.extra++
}

/** On the day before, or the last open day before that: at the time of the promise, unless that was at night. */
const remind = (world: World, campaign: Campaign, call: Call, endedAt: number, promise: string) => {
  const reminded = new Set(world.attempts.filter((one) => one.call === call.id).map(({ reminderFor }) => reminderFor))
  reminded.delete(null)
  if (world.contacts[call.contact]!.deleted || reminded.has(promise) || reminded.size >= 3) return
  const midnight = Date.parse(`${promise}T00:00:00Z`) - offset
  const today = Math.floor((endedAt + offset) / day) * day - offset
  if (midnight > today + 60 * day) return
  const usual =
    endedAt - today >= 9 * 60 * minute && endedAt - today < 20 * 60 * minute ? endedAt - today : 600 * minute
  const opening = openingFor(world, campaign, false)
  for (let start = midnight - day; start > today; start -= day) {
    const open = [opening(start + usual), opening(start)].find((at) => at < start + day)
    if (open === undefined) continue
    if (campaign.endAt !== null && open >= campaign.endAt) return
    Object.assign(call, { status: "QUEUED", priority: 0, next: open })
    Object.assign(call, { reminderFor: promise, reminderUntil: midnight + day })
    return
  }
}

const retryConversation = (world: World, campaign: Campaign, call: Call, endedAt: number, { delay }: Rule) => {
  if (world.contacts[call.contact]!.deleted) return leave(call, "SKIPPED", "Contact Deleted")
  const at = openingFor(world, campaign, true)(endedAt + (delay ?? policyDelay(campaign, call)) * minute)
  if (campaign.endAt !== null && at >= campaign.endAt) {
    call.journeyAction = "MARK_COMPLETED"
    return leave(call, "FAILED", "Retry Expired")
  }
  Object.assign(call, { status: "QUEUED", priority: 1, next: at })
}

/** A call that waited a day for its tag is undetermined. */
export const giveUp = (world: World, now: number): void => {
  for (const call of allCalls(world)) {
    if (call.awaitsTagUntil === null || call.awaitsTagUntil + (24 * 60 - 10) * minute > now) continue
    Object.assign(call, { awaitsTagUntil: null, undetermined: true, callbackAt: null, callbackAdjusted: false })
  }
}

/** At least half of twenty or more outcomes within five minutes. */
const breaker = (world: World, campaign: Campaign, now: number) => {
  const since = Math.max(now - 5 * minute, campaign.resumedAt ?? 0)
  const ended = world.attempts.filter((one) => one.campaign === campaign.id && (one.endedAt ?? 0) > since)
  const failed = ended.filter((one) => isCarriers(one.outcome)).length
  if (campaign.status !== "IN_PROGRESS" || ended.length < 20 || failed * 2 < ended.length) return
  campaign.status = "PAUSED"
  campaign.reason = "breaker"
}

// Moves of users.

export const enterRegistry = (world: World, phone: string) => {
  if (!world.registry.includes(phone)) world.registry.push(phone)
  const hasNumber = ({ contact }: Call) => world.contacts[contact]!.phone === phone && !world.contacts[contact]!.deleted
  for (const call of allCalls(world).filter(waits)) {
    if (call.phone === phone || hasNumber(call)) suppress(call, call.phone)
  }
}

export const deleteContact = (world: World, index: number): string => {
  const contact = world.contacts[index]!
  if (contact.deleted) return "ContactNotFound"
  contact.deleted = true
  for (const attempt of world.attempts) {
    if (callOf(world, attempt).contact === index && isLive(attempt) && attempt.answeredAt === null)
      attempt.hangUp = true
  }
  for (const call of allCalls(world)) {
    if (call.contact === index && waits(call)) leave(call, "SKIPPED", "Contact Deleted")
  }
  return "done"
}

export const changeNumber = ({ contacts }: World, index: number, phone: string): string => {
  const contact = contacts[index]!
  if (contact.deleted) return "ContactNotFound"
  if (contacts.some((other) => other !== contact && !other.deleted && other.phone === phone)) return "PhoneNumberTaken"
  contact.phone = phone
  return "done"
}

export const fulfil = (call: Call): string => {
  if (!waits(call) || call.callbackAt === null) return "NoPendingCallback"
  leave(call, "SKIPPED", "Callback Fulfilled")
  return "done"
}

export const restore = (world: World, campaign: Campaign, call: Call, now: number): string => {
  if (call.status !== "SUPPRESSED") return "NotSuppressed"
  const contact = world.contacts[call.contact]!
  if (world.registry.includes(contact.deleted ? call.phone : contact.phone)) return "OnDoNotContact"
  call.suppression = null
  call.suppressionReason = null
  call.priority = call.attempts > 0 ? 1 : 2
  forget(call)
  call.extra = Math.max(call.extra, call.attempts - campaign.policy.maxRetries)
  if (isOver(campaign)) leave(call, "SKIPPED", "Campaign Ended")
  else if (contact.deleted) leave(call, "SKIPPED", "Contact Deleted")
  else {
    call.status = campaign.status === "IN_PROGRESS" ? "QUEUED" : "PENDING"
    call.failureReason = null
    call.next = now
  }
  return "done"
}

/** Time passes: everything moves into the past by this much. */
export const pass = (world: World, millis: number) => {
  const back = <T extends object>(row: T, ...names: ReadonlyArray<keyof T>) => {
    for (const name of names) {
      const at = row[name] as number | null
      if (at !== null) (row[name] as number) = at - millis
    }
  }
  for (const campaign of world.campaigns) back(campaign, "scheduledAt", "endAt", "nextStartAt", "resumedAt")
  for (const call of allCalls(world)) {
    back(call, "next", "callbackAt", "reminderUntil", "awaitsTagUntil", "startedAt", "completedAt")
  }
  for (const attempt of world.attempts) {
    back(attempt, "startedAt", "leaseUntil", "endedAt", "answeredAt", "notedAt")
  }
  for (const [phone, calls] of Object.entries(world.ledger)) world.ledger[phone] = calls.map((at) => at - millis)
}
