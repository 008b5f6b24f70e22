import type { CallOnTheLine, StreamSteps, StreamVerb } from "./line-calls.ts"
import type { Faults } from "./line-faults.ts"
import { openStream, type Stream } from "./line-stream.ts"
import { makeTalker } from "./line-talk.ts"
import { frameMillis, makeWheel } from "./line-wheel.ts"

// A socket is dropped within so many frames: from one to twenty seconds of talk.
const soonest = 50
const latest = 1_000

/** The media streams of a line's calls: what is played goes into a person's ear, and what they say goes back. */
export const makeStreams = (options: {
  readonly accountSid: string
  readonly authToken: string
  readonly speed: number
  readonly faults: Faults
}) => {
  const { accountSid, authToken, faults, speed } = options
  const wheel = makeWheel(speed)
  const open = new Set<Stream>()
  const talkers = new WeakMap<CallOnTheLine, ReturnType<typeof makeTalker>>()

  const talkerOf = (call: CallOnTheLine) => {
    const talker = talkers.get(call) ?? makeTalker(call.to, call.talk)
    talkers.set(call, talker)
    return talker
  }

  return {
    open: (call: CallOnTheLine, { parameters, url }: StreamVerb, steps: StreamSteps): Stream => {
      const talker = talkerOf(call)
      const stream = openStream({
        url,
        parameters,
        accountSid,
        callSid: call.sid,
        authToken,
        speed,
        wheel,
        cutAfter: faults.happens("dropped")
          ? soonest + Math.floor(faults.random() * (latest - soonest))
          : Number.POSITIVE_INFINITY,
        live: (played) => {
          const { audio, hangsUp } = talker.live(played, call.talkedMillis)
          call.talk.frames++
          steps.pass(frameMillis)
          if (hangsUp) steps.hangUp()
          return audio
        },
        onMark: () => {
          call.talk.marks++
        },
        onClear: () => {
          call.talk.clears++
        },
        onProblem: (code) => {
          call.talk.problems.push({ atMillis: call.talkedMillis, code })
        },
        onEnd: steps.next,
        onGone: () => open.delete(stream)
      })
      open.add(stream)
      return stream
    },
    stop: () => {
      for (const stream of open) stream.destroy()
    }
  }
}
