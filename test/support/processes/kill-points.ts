import { writeSync } from "node:fs"
import http from "node:http"
import { Socket } from "node:net"

/** The point at which a process kills itself. */
export interface KillPoint {
  /** Name of the step; without it, any step counts. */
  readonly step?: string
  /** Before the step is sent, after it was sent, or when its answer has arrived and was not read yet. */
  readonly moment: KillMoment
  /** Number of times that the step passes before; without it, the process lives on. */
  readonly after?: number
}

/** Lets a process live, and print the steps that it reaches. */
export const livesOn: KillPoint = { moment: "sent" }

export type KillMoment = "before" | "sent" | "answered"

/**
 * Makes this process print each step that it reaches for the first time, and kill itself at the
 * given point. Its last line on standard output then names the step.
 */
export const dieAt = (death: KillPoint, databasePort: number): void => {
  let passed = 0
  const reached = new Set<string>()
  const arrives = (step: string) => {
    if (!reached.has(step)) writeSync(1, `${reachedMark}${step}\n`)
    reached.add(step)
    if (death.step !== undefined && death.step !== step) return false
    return passed++ === death.after
  }
  const die = (step: string) => {
    writeSync(1, `died ${JSON.stringify({ step, moment: death.moment })}\n`)
    process.kill(process.pid, "SIGKILL")
  }
  watchStatements(databasePort, death.moment, arrives, die)
  watchRequests(death.moment, arrives, die)
}

/** The steps that a process reached, by the lines that it printed. */
export const reachedIn = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.filter((line) => line.startsWith(reachedMark)).map((line) => line.slice(reachedMark.length))

const reachedMark = "reached "

type Arrives = (step: string) => boolean
type Die = (step: string) => void

const watchStatements = (databasePort: number, moment: KillMoment, arrives: Arrives, die: Die) => {
  const readers = new WeakMap<Socket, (bytes: Uint8Array) => ReadonlyArray<string>>()
  const write = Socket.prototype.write as (...given: Array<unknown>) => boolean
  Socket.prototype.write = function (this: Socket, chunk: unknown, ...others: Array<unknown>) {
    if (this.remotePort !== databasePort || !(chunk instanceof Uint8Array)) return write.call(this, chunk, ...others)
    const stepsIn = readers.get(this) ?? readSteps()
    readers.set(this, stepsIn)
    const step = stepsIn(chunk).find(arrives)
    if (step !== undefined && moment === "before") die(step)
    if (step !== undefined && moment === "answered") this.prependOnceListener("data", () => die(step))
    const written = write.call(this, chunk, ...others)
    if (step !== undefined && moment === "sent") die(step)
    return written
  } as typeof Socket.prototype.write
}

const watchRequests = (moment: KillMoment, arrives: Arrives, die: Die) => {
  const request = http.request as (...given: Array<unknown>) => http.ClientRequest
  const watched = (url: URL, options: http.RequestOptions, ...others: Array<unknown>) => {
    const outgoing = request(url, options, ...others)
    const step = stepOfRequest(options.method ?? "GET", url.pathname)
    const end = outgoing.end.bind(outgoing) as (...given: Array<unknown>) => http.ClientRequest
    outgoing.end = ((...given: Array<unknown>) => {
      if (!arrives(step)) return end(...given)
      if (moment === "before") die(step)
      if (moment === "sent") outgoing.once("finish", () => die(step))
      if (moment === "answered") outgoing.prependOnceListener("response", () => die(step))
      return end(...given)
    }) as typeof outgoing.end
    return outgoing
  }
  http.request = watched as typeof http.request
}

const stepOfRequest = (method: string, path: string) => {
  if (path.endsWith("/Calls.json")) return method === "POST" ? "carrier: place" : "carrier: look up an attempt"
  return method === "POST" ? "carrier: hang up" : "carrier: look up a call"
}

/** Reads the messages sent to Postgres over one connection, and returns the names of their steps. */
const readSteps = () => {
  const prepared = new Map<string, string>()
  let bound = ""
  let work = ""

  const nameOf = (text: string) => {
    const statement = text.replace(/\s+/g, " ")
    if (/^begin/i.test(statement)) work = ""
    if (/^commit/i.test(statement)) return `${work}: commit`
    if (/^rollback/i.test(statement)) return `${work}: roll back`
    for (const [pattern, begun] of purposes) if (pattern.test(statement)) work = begun
    const [, name] = statements.find(([pattern]) => pattern.test(statement)) ?? []
    return name === undefined ? "other" : /:/.test(name) ? name : `${work}: ${name}`
  }

  return (bytes: Uint8Array): ReadonlyArray<string> => {
    const steps: Array<string> = []
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    // Messages of the protocol have a letter, a length and a body. The first ones have no letter.
    for (let at = 0; at + 5 <= buffer.length && buffer[at] !== 0; at += 1 + buffer.readUInt32BE(at + 1)) {
      const [first = "", second = ""] = buffer
        .subarray(at + 5, at + 1 + buffer.readUInt32BE(at + 1))
        .toString("latin1")
        .split("\0")
      const kind = String.fromCharCode(buffer[at] ?? 0)
      if (kind === "P") prepared.set(first, second)
      if (kind === "B") bound = prepared.get(second) ?? ""
      if (kind === "E") steps.push(nameOf(bound))
      if (kind === "Q") steps.push(nameOf(first))
    }
    return steps
  }
}

// The purpose of a transaction is recognized by one of its statements.
const purposes: ReadonlyArray<readonly [RegExp, string]> = [
  [/from campaign_pace where campaign_id = \S+ and epoch/, "look"],
  [/[ ,]claimed as \(/, "claim"],
  [/select resumed_at/, "control"],
  [/from calls c join attempts a/, "settle"],
  [/a\.stream_opened_at, a\.started_at\) as/, "tag"],
  [/a\.is_callback\b/, "count"],
  [/delete from attempts/, "undo"]
]

const statements: ReadonlyArray<readonly [RegExp, string]> = [
  [/from campaign_pace where campaign_id = \S+ and epoch/, "lock the campaign"],
  [/as pool_numbers/, "read the conditions"],
  [/cross join lateral/, "read the heads"],
  [/insert into phone_ledger/, "lock the number"],
  [/next_attempt_at <= clock_timestamp\(\) for no key update of c/, "lock the call"],
  [/from do_not_contact/, "read Do Not Contact"],
  [/[ ,]claimed as \(/, "begin the attempt"],
  [/insert into call_decisions/, "store the decision"],
  [/reserve_minutes\(/, "reserve minutes"],
  [/update calls (c )?set next_attempt_at = \S+, scheduled_at/, "postpone"],
  [/update campaign_pace set epoch/, "actor: take over"],
  [/from attempts where campaign_id = \S+ and ended_at is null/, "actor: read live attempts"],
  [/update attempts set call_sid = \S+ where/, "acknowledge: placed"],
  [/coalesce\(answered_at/, "acknowledge: answered"],
  [/from calls c join attempts a/, "lock the attempt"],
  [/update attempts set ended_at/, "close the attempt"],
  [/from intent_labels l left join journey_rules/, "read Not Reachable"],
  [/update calls set (outcome = |status = \S+, failure_reason)/, "change the call"],
  [/insert into inbox/, "policy: record the event"],
  [/from analyses/, "read the analysis"],
  [/insert into analyses/, "store the analysis"],
  [/insert into do_not_contact/, "enter Do Not Contact"],
  [/a\.is_callback\b/, "read the attempt"],
  [/insert into answer_times/, "count the answer"],
  [/insert into outbox/, "write the events"],
  [/delete from attempts/, "delete the attempt"],
  [/update phone_ledger set calls = calls\[/, "remove the number"],
  [/update calls set attempts = greatest\(last/, "revert the call"],
  [/insert into usage_deltas \(organization_id, minutes_reserved, day/, "release minutes"],
  [/update campaigns set status/, "change the campaign"]
]

/** The steps at which a dialer is killed. */
export const dialerSteps: ReadonlyArray<string> = [
  ...["lock the campaign", "read the conditions", "read the heads", "lock the number", "lock the call"].map(
    (name) => `look: ${name}`
  ),
  ...["read Do Not Contact", "store the decision", "postpone", "commit"].map((name) => `look: ${name}`),
  ...["begin the attempt", "reserve minutes", "commit"].map((name) => `claim: ${name}`),
  "carrier: place",
  "carrier: look up an attempt",
  "carrier: look up a call",
  "actor: take over",
  "actor: read live attempts",
  "acknowledge: placed",
  "acknowledge: answered",
  ...["lock the attempt", "read Not Reachable", "close the attempt", "write the events", "commit"].map(
    (name) => `settle: ${name}`
  ),
  ...["delete the attempt", "remove the number", "revert the call", "release minutes", "commit"].map(
    (name) => `undo: ${name}`
  ),
  "control: change the campaign",
  "control: commit"
]

/**
 * The steps at which the worker that tags calls is killed. One transaction tags a call and counts
 * its answer.
 */
export const tagSteps: ReadonlyArray<string> = [
  "policy: record the event",
  ...[
    "lock the number",
    "lock the attempt",
    "read the analysis",
    "store the analysis",
    "change the call",
    "write the events"
  ].map((name) => `tag: ${name}`),
  "tag: enter Do Not Contact",
  ...["read the attempt", "count the answer", "commit"].map((name) => `count: ${name}`)
]
