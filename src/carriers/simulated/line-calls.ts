import { randomBytes } from "node:crypto"
import type { TwilioStatus } from "../twilio-calls.ts"
import { personAt } from "./person.ts"

export interface CallOnTheLine {
  readonly sid: string
  readonly attemptId: string | null
  readonly to: string
  readonly from: string
  readonly ringSeconds: number
  readonly limitSeconds: number
  readonly statusCallback: { readonly url: string; readonly events: ReadonlySet<string> } | null
  readonly createdAt: Date
  status: typeof TwilioStatus.Type
  answeredAt: Date | null
  endedAt: Date | null
  durationSeconds: number
  /** How many callbacks were sent. */
  sequence: number
  timer: NodeJS.Timeout | undefined
}

export type CallToTake = Pick<
  CallOnTheLine,
  "attemptId" | "to" | "from" | "ringSeconds" | "limitSeconds" | "statusCallback"
>

/** The event of Twilio that a status is told as. */
export type LineEvent = "initiated" | "ringing" | "answered" | "completed"

// An ended call is remembered until so many others have ended.
const remembered = 20_000
const secondsToRinging = 0.5

/** All calls of a line, each with one timer: the person's next step. Seconds are the line's, `speed` of them in a second. */
export const makeLineCalls = (speed: number, tell: (call: CallOnTheLine, event: LineEvent) => void) => {
  const calls = new Map<string, CallOnTheLine>()
  const ofAttempt = new Map<string, Array<CallOnTheLine>>()
  const ended = new Set<CallOnTheLine>()
  const givenUp = new Set<string>()

  const after = (call: CallOnTheLine, seconds: number, step: () => void) => {
    call.timer = setTimeout(step, (seconds * 1_000) / speed)
  }

  const take = (asked: CallToTake): CallOnTheLine => {
    const call: CallOnTheLine = {
      ...asked,
      sid: `CA${randomBytes(16).toString("hex")}`,
      createdAt: new Date(),
      status: "queued",
      answeredAt: null,
      endedAt: null,
      durationSeconds: 0,
      sequence: 0,
      timer: undefined
    }
    calls.set(call.sid, call)
    if (call.attemptId !== null) ofAttempt.set(call.attemptId, [call, ...(ofAttempt.get(call.attemptId) ?? [])])
    after(call, 0, () => initiate(call))
    return call
  }

  const initiate = (call: CallOnTheLine) => {
    call.status = "initiated"
    tell(call, "initiated")
    const person = personAt(call.to)
    if (person.does === "busy" || person.does === "failed") {
      return after(call, person.afterSeconds, () => end(call, person.does))
    }
    after(call, secondsToRinging, () => ring(call))
  }

  const ring = (call: CallOnTheLine) => {
    call.status = "ringing"
    tell(call, "ringing")
    const person = personAt(call.to)
    if (person.does === "answer" && person.afterSeconds < call.ringSeconds) {
      return after(call, person.afterSeconds, () => answer(call, person.talkSeconds))
    }
    after(call, Math.min(person.afterSeconds, call.ringSeconds), () => end(call, "no-answer"))
  }

  const answer = (call: CallOnTheLine, talkSeconds: number) => {
    call.status = "in-progress"
    call.answeredAt = new Date()
    tell(call, "answered")
    const seconds = Math.min(talkSeconds, call.limitSeconds)
    after(call, seconds, () => end(call, "completed", seconds))
  }

  const end = (call: CallOnTheLine, status: CallOnTheLine["status"], durationSeconds = 0) => {
    clearTimeout(call.timer)
    call.timer = undefined
    call.status = status
    call.endedAt = new Date()
    call.durationSeconds = Math.round(durationSeconds)
    tell(call, "completed")
    ended.add(call)
    if (ended.size > remembered) forgetOldest()
  }

  const forgetOldest = () => {
    for (const call of ended) {
      ended.delete(call)
      calls.delete(call.sid)
      if (call.attemptId !== null) ofAttempt.delete(call.attemptId)
      return
    }
  }

  const giveUp = (attemptId: string) => {
    givenUp.add(attemptId)
    for (const oldest of givenUp) {
      if (givenUp.size <= remembered) return
      givenUp.delete(oldest)
    }
  }

  return {
    take,
    find: (sid: string) => calls.get(sid),
    /**
     * The calls of an attempt, the newest first. One that has none is given up: who was told so must be able to rely on
     * it, also when the request that places the call is still on its way.
     */
    findAttempt: (attemptId: string): ReadonlyArray<CallOnTheLine> => {
      const found = ofAttempt.get(attemptId) ?? []
      if (found.length === 0) giveUp(attemptId)
      return found
    },
    isGivenUp: (attemptId: string) => givenUp.has(attemptId),
    hangUp: (call: CallOnTheLine) => {
      if (call.answeredAt === null) return end(call, "canceled")
      const talked = Math.max(0, Date.now() - call.answeredAt.getTime()) / 1_000
      end(call, "completed", talked * speed)
    },
    /** The line dies with its calls. */
    stop: () => {
      for (const { timer } of calls.values()) clearTimeout(timer)
    }
  }
}
