import { randomBytes } from "node:crypto"
import type { TwilioStatus } from "../twilio/twilio-calls.ts"
import type { Form } from "../twilio/twilio-signature.ts"
import { conversationOfTwo, ringTone, type SoundOfCall, silence, spokenText } from "./line-sound.ts"
import type { Stream } from "./line-stream.ts"
import { callsBackAfter, ringResponseOf, targetPersona } from "./personas/all-personas.ts"
import type { LineTranscript } from "./personas/persona-audio.ts"
import type { Verb } from "./twiml.ts"

export interface CallOnTheLine {
  readonly sid: string
  readonly attemptId: string | null
  readonly to: string
  readonly from: string
  /** Name of the person who answers; unset or unknown, the number decides. */
  readonly persona?: string
  readonly ringSeconds: number
  limitSeconds: number
  verbs: ReadonlyArray<Verb>
  statusCallback: { readonly url: string; readonly events: ReadonlySet<string> } | null
  /** URL for the callback that reports who answered, once that is detected. */
  readonly recognitionCallback: string | null
  readonly createdAt: Date
  /** The call of a person who is connected with this one, as the target of a transfer. */
  readonly parent: CallOnTheLine | undefined
  /** Whether the person has called the service. */
  readonly isInbound: boolean
  /** Asked for the steps of the call in which the person calls back, if they do. */
  readonly voiceUrl?: string
  status: typeof TwilioStatus.Type
  answeredAt: Date | null
  /** Whether it was detected who answered. */
  recognized: boolean
  endedAt: Date | null
  durationSeconds: number
  /** Number of status callbacks already sent. */
  sequence: number
  /** Line time since the answer, ms. A running pause is added when it ends. */
  connectedMillis: number
  readonly record: LineCallRecord
  /** Timer of the next step while the call rings or pauses; during a stream, `stream` is set instead. */
  timer: NodeJS.Timeout | undefined
  pause: { readonly millis: number; readonly since: number } | undefined
  recognition: NodeJS.Timeout | undefined
  stream: Stream | undefined
  /** Frees what the current step holds besides `stream`: the leg of a target, or a place in a room. */
  leaveStep: (() => void) | undefined
}

/** Record of a call for `Talk.json`: its transcript, and counts of messages on its streams. */
export interface LineCallRecord extends LineTranscript {
  frames: number
  marks: number
  clears: number
  /** Twilio error codes. */
  readonly problems: Array<{ readonly atMillis: number; readonly code: number }>
}

export type LineCallRequest = Pick<
  CallOnTheLine,
  | "attemptId"
  | "to"
  | "from"
  | "persona"
  | "ringSeconds"
  | "limitSeconds"
  | "verbs"
  | "statusCallback"
  | "recognitionCallback"
  | "voiceUrl"
>

/** Twilio's name of the event that reports a status. */
export type LineEvent = "initiated" | "ringing" | "answered" | "completed"

/** Dependencies of a line's calls on the rest of the line. */
export interface LineOfCalls {
  /** Seconds of line time per second. */
  readonly speed: number
  readonly notify: (call: CallOnTheLine, event: LineEvent) => void
  readonly notifyAnsweredBy: (call: CallOnTheLine) => void
  readonly openStream: (call: CallOnTheLine, verb: StreamVerb, steps: StreamSteps) => Stream
  /** Connects the person of a call with a sound. Without it, the line supports streams only. */
  readonly openSound?: ((call: CallOnTheLine, sound: SoundOfCall, steps: StreamSteps) => Stream) | undefined
  /** Asks the service for the next steps of a call; undefined when it gives none. */
  readonly askNext: (
    call: CallOnTheLine,
    url: string,
    about: Form,
    take: (verbs: ReadonlyArray<Verb> | undefined) => void
  ) => void
}

export type DialVerb = Extract<Verb, { readonly verb: "dial" }>
export type GatherVerb = Extract<Verb, { readonly verb: "gather" }>
export type StreamVerb = Extract<Verb, { readonly verb: "stream" }>

export interface StreamSteps {
  /** Advances the line time. May end the call at its time limit. */
  readonly pass: (millis: number) => void
  readonly hangUp: () => void
  /** The stream has ended, but the call continues with the next verb. */
  readonly next: () => void
}

/** Number of ended calls that are remembered. */
const remembered = 20_000
/** Delay of the ringing, seconds of line time. */
const secondsToRinging = 0.5
/** Delay of the detection who answered, seconds of line time. */
const secondsToRecognition = 1.5

/**
 * Runs all calls of a line. Each has one timer for the next step of the person or of the document.
 * Seconds are line time.
 */
export const makeLineCalls = ({ askNext, openSound, openStream, speed, notify, notifyAnsweredBy }: LineOfCalls) => {
  const rooms = new Map<string, ReadonlyArray<CallOnTheLine>>()
  const calls = new Map<string, CallOnTheLine>()
  const ofAttempt = new Map<string, Array<CallOnTheLine>>()
  const ended = new Set<CallOnTheLine>()
  const givenUp = new Set<string>()
  const callsToCome = new Set<NodeJS.Timeout>()
  /** Called when the leg of a target has ended. */
  const legs = new Map<CallOnTheLine, () => void>()
  /** Called when the meeting of a call is over. */
  const ends = new Map<CallOnTheLine, () => void>()

  const later = (seconds: number, step: () => void) => setTimeout(step, (seconds * 1_000) / speed)

  const after = (call: CallOnTheLine, seconds: number, step: () => void) => {
    call.timer = later(seconds, step)
  }

  const accept = (request: LineCallRequest, parent?: CallOnTheLine): CallOnTheLine => {
    const call = newCall(request, { parent, isInbound: false })
    if (call.attemptId !== null) ofAttempt.set(call.attemptId, [call, ...(ofAttempt.get(call.attemptId) ?? [])])
    after(call, 0, () => initiate(call))
    return call
  }

  const newCall = (request: LineCallRequest, kind: Pick<CallOnTheLine, "parent" | "isInbound">): CallOnTheLine => {
    const call: CallOnTheLine = {
      ...request,
      ...kind,
      sid: `CA${randomBytes(16).toString("hex")}`,
      createdAt: new Date(),
      status: "queued",
      answeredAt: null,
      recognized: false,
      endedAt: null,
      durationSeconds: 0,
      sequence: 0,
      connectedMillis: 0,
      record: { said: [], heard: [], frames: 0, marks: 0, clears: 0, problems: [] },
      timer: undefined,
      pause: undefined,
      recognition: undefined,
      stream: undefined,
      leaveStep: undefined
    }
    calls.set(call.sid, call)
    return call
  }

  const initiate = (call: CallOnTheLine) => {
    call.status = "initiated"
    notify(call, "initiated")
    const { afterSeconds, does } = ringResponseOf(call.to, call.persona)
    if (does === "busy" || does === "failed") return after(call, afterSeconds, () => end(call, does))
    after(call, secondsToRinging, () => ring(call))
  }

  const ring = (call: CallOnTheLine) => {
    call.status = "ringing"
    notify(call, "ringing")
    const { afterSeconds, does } = ringResponseOf(call.to, call.persona)
    if (does === "answer" && afterSeconds < call.ringSeconds) return after(call, afterSeconds, () => answer(call))
    after(call, Math.min(afterSeconds, call.ringSeconds), () => end(call, "no-answer"))
  }

  const answer = (call: CallOnTheLine) => {
    call.status = "in-progress"
    call.answeredAt = new Date()
    notify(call, "answered")
    if (call.recognitionCallback === null) call.recognized = true
    else call.recognition = later(secondsToRecognition, () => recognize(call))
    if (call.parent !== undefined) return join(call, call.parent)
    perform(call, 0)
  }

  const recognize = (call: CallOnTheLine) => {
    call.recognized = true
    notifyAnsweredBy(call)
  }

  const perform = (call: CallOnTheLine, index: number) => {
    const verb = call.verbs[index]
    const next = () => perform(call, index + 1)
    if (verb?.verb === "pause") return pause(call, verb.seconds, next)
    if (verb?.verb === "stream") return connect(call, verb, next)
    if (openSound !== undefined) {
      if (verb?.verb === "dial")
        return "room" in verb.to ? meet(call, verb, verb.to.room, next) : dial(call, verb, next)
      if (verb?.verb === "say") return sound(call, spokenText(verb.text, 0), next)
      if (verb?.verb === "gather") return gather(call, verb, next)
    }
    end(call, "completed")
  }

  /** Lets the person hear a sound until it is over. */
  const sound = (call: CallOnTheLine, what: SoundOfCall, next: () => void = () => {}) => {
    call.stream = openSound?.(call, what, {
      pass: (millis) => pass(call, millis),
      hangUp: () => end(call, "completed"),
      next: () => {
        call.stream = undefined
        next()
      }
    })
  }

  const quiet = (call: CallOnTheLine) => {
    call.stream?.hangUp()
    call.stream = undefined
  }

  /** Ends the current step of the call. */
  const stopStep = (call: CallOnTheLine) => {
    clearTimeout(call.timer)
    call.timer = undefined
    if (call.pause !== undefined) {
      const { millis, since } = call.pause
      call.connectedMillis += Math.min(millis, (performance.now() - since) * speed)
      call.pause = undefined
    }
    quiet(call)
    const leave = call.leaveStep
    call.leaveStep = undefined
    leave?.()
  }

  /** Asks the service how the call continues; the person waits in silence. */
  const ask = (call: CallOnTheLine, action: string | null, about: Form, next: () => void) => {
    stopStep(call)
    if (action === null) return next()
    sound(call, silence)
    askNext(call, action, about, (verbs) => {
      if (call.endedAt !== null) return
      stopStep(call)
      if (verbs === undefined) return end(call, "completed")
      call.verbs = verbs
      perform(call, 0)
    })
  }

  const gather = (call: CallOnTheLine, { action, seconds, text }: GatherVerb, next: () => void) =>
    sound(
      call,
      spokenText(text, seconds, (digit) => ask(call, action, [["Digits", digit]], next)),
      next
    )

  /** Rings a target. The person hears it ring, and the target once it has answered. */
  const dial = (call: CallOnTheLine, verb: DialVerb, next: () => void) => {
    const to = "target" in verb.to ? verb.to.target : ""
    const leg = accept(
      {
        attemptId: null,
        to,
        persona: targetPersona,
        from: verb.callerId || call.from,
        ringSeconds: verb.ringSeconds,
        limitSeconds: verb.limitSeconds,
        verbs: [],
        statusCallback: null,
        recognitionCallback: null
      },
      call
    )
    sound(call, ringTone())
    call.leaveStep = () => end(leg, leg.answeredAt === null ? "canceled" : "completed")
    legs.set(leg, () => {
      const isOver = call.endedAt !== null
      call.leaveStep = undefined
      const about: Form = [
        ["DialCallSid", leg.sid],
        ["DialCallStatus", leg.status],
        ...(leg.answeredAt === null ? [] : [["DialCallDuration", String(leg.durationSeconds)] as const])
      ]
      if (!isOver) return ask(call, verb.action, about, next)
      // Like Twilio, reports the end also when it was the person who hung up.
      if (verb.action !== null) askNext(call, verb.action, about, () => {})
    })
  }

  /** Connects the person with the target that has answered. */
  const join = (leg: CallOnTheLine, call: CallOnTheLine) => {
    const [ofPerson, ofTarget] = conversationOfTwo()
    quiet(call)
    sound(call, ofPerson)
    sound(leg, ofTarget)
  }

  /** Waits in a room for another call; the first that leaves it ends the meeting. */
  const meet = (call: CallOnTheLine, verb: DialVerb, room: string, next: () => void) => {
    const [other, ...more] = rooms.get(room) ?? []
    if (more.length > 0) return next()
    rooms.set(room, other === undefined ? [call] : [other, call])
    sound(call, silence)
    ends.set(call, () => ask(call, verb.action, [["DialCallStatus", "answered"]], next))
    call.leaveStep = () => {
      ends.delete(call)
      const left = (rooms.get(room) ?? []).filter((one) => one !== call)
      rooms.delete(room)
      for (const one of left) ends.get(one)?.()
    }
    if (other === undefined) return
    quiet(call)
    quiet(other)
    const [ofOne, ofOther] = conversationOfTwo()
    sound(call, ofOne)
    sound(other, ofOther)
  }

  const pause = (call: CallOnTheLine, seconds: number, next: () => void) => {
    const millis = Math.min(seconds * 1_000, call.limitSeconds * 1_000 - call.connectedMillis)
    call.pause = { millis, since: performance.now() }
    after(call, millis / 1_000, () => {
      call.pause = undefined
      if (!pass(call, millis)) next()
    })
  }

  const connect = (call: CallOnTheLine, verb: StreamVerb, next: () => void) => {
    call.stream = openStream(call, verb, {
      pass: (millis) => pass(call, millis),
      hangUp: () => end(call, "completed"),
      next: () => {
        call.stream = undefined
        next()
      }
    })
  }

  /** Advances the line time. Returns whether the call ended at its limit. */
  const pass = (call: CallOnTheLine, millis: number): boolean => {
    call.connectedMillis += millis
    if (call.connectedMillis < call.limitSeconds * 1_000) return false
    end(call, "completed")
    return true
  }

  const end = (call: CallOnTheLine, status: CallOnTheLine["status"]) => {
    if (call.endedAt !== null) return
    if (status === "no-answer") callBack(call)
    clearTimers(call)
    quiet(call)
    call.status = status
    call.endedAt = new Date()
    call.durationSeconds = Math.round(call.connectedMillis / 1_000)
    const leave = call.leaveStep
    call.leaveStep = undefined
    leave?.()
    notify(call, "completed")
    legs.get(call)?.()
    legs.delete(call)
    ended.add(call)
    if (ended.size > remembered) forgetOldest()
  }

  /** The person sees the missed call, and calls the number that they see. */
  const callBack = ({ from, persona, to, voiceUrl }: CallOnTheLine) => {
    const seconds = callsBackAfter(persona)
    if (seconds === undefined || voiceUrl === undefined) return
    const timer = later(seconds, () => {
      callsToCome.delete(timer)
      callIn({ to: from, from: to, ...(persona !== undefined && { persona }) }, voiceUrl)
    })
    callsToCome.add(timer)
  }

  /** A person calls the service, which says what happens in the call. */
  const callIn = (request: Pick<LineCallRequest, "to" | "from" | "persona">, url: string) => {
    const call = newCall(
      {
        ...request,
        attemptId: null,
        ringSeconds: 60,
        limitSeconds: 14_400,
        verbs: [],
        statusCallback: null,
        recognitionCallback: null
      },
      { parent: undefined, isInbound: true }
    )
    call.status = "ringing"
    askNext(call, url, [], (verbs) => {
      if (verbs === undefined) return end(call, "failed")
      call.verbs = verbs
      answer(call)
    })
  }

  const clearTimers = (call: CallOnTheLine) => {
    clearTimeout(call.timer)
    clearTimeout(call.recognition)
    call.timer = undefined
    call.recognition = undefined
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
    accept,
    find: (sid: string) => calls.get(sid),
    /**
     * Returns the calls of an attempt, the newest first. An attempt without a call is given up: the
     * client must be able to rely on that answer, even when the request that places the call is
     * still on its way.
     */
    findAttempt: (attemptId: string): ReadonlyArray<CallOnTheLine> => {
      const found = ofAttempt.get(attemptId) ?? []
      if (found.length === 0) giveUp(attemptId)
      return found
    },
    isGivenUp: (attemptId: string) => givenUp.has(attemptId),
    hangUp: (call: CallOnTheLine) => {
      if (call.answeredAt === null) return end(call, "canceled")
      stopStep(call)
      end(call, "completed")
    },
    /** Replaces the remaining steps of an answered call. */
    redirect: (call: CallOnTheLine, verbs: ReadonlyArray<Verb>) => {
      stopStep(call)
      call.verbs = verbs
      perform(call, 0)
    },
    callIn,
    /** Stops all timers, so that calls end with the line. */
    stop: () => {
      for (const call of calls.values()) clearTimers(call)
      for (const timer of callsToCome) clearTimeout(timer)
    }
  }
}
