import { frameMillis } from "../../audio/frames.ts"
import type { CallOnTheLine, StreamSteps, StreamVerb } from "./line-calls.ts"
import type { Faults } from "./line-faults.ts"
import type { SoundOfCall } from "./line-sound.ts"
import { openStream, type Stream } from "./line-stream.ts"
import { makeWheel } from "./line-wheel.ts"
import { makePersonaAudio } from "./personas/persona-audio.ts"

// A dropped socket is cut after this many frames: after 1 to 20 seconds of conversation.
const soonest = 50
const latest = 1_000

/** Opens the media streams of a line's calls, and connects each to the persona of its call. */
export const makeStreams = (options: {
  readonly accountSid: string
  readonly authToken: string
  readonly speed: number
  readonly faults: Faults
}) => {
  const { accountSid, authToken, faults, speed } = options
  const wheel = makeWheel(speed)
  const open = new Set<Stream>()
  const personas = new WeakMap<CallOnTheLine, ReturnType<typeof makePersonaAudio>>()

  const personaOf = (call: CallOnTheLine) => {
    const persona =
      personas.get(call) ?? makePersonaAudio(call.isInbound ? call.from : call.to, call.record, call.persona)
    personas.set(call, persona)
    return persona
  }

  return {
    open: (call: CallOnTheLine, { parameters, url }: StreamVerb, steps: StreamSteps): Stream => {
      const persona = personaOf(call)
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
          const { audio, hangsUp, presses } = persona.live(played, call.connectedMillis)
          if (presses !== undefined) stream.press?.(presses)
          call.record.frames++
          steps.pass(frameMillis)
          if (hangsUp) steps.hangUp()
          return audio
        },
        onMark: () => {
          call.record.marks++
        },
        onClear: () => {
          call.record.clears++
        },
        onProblem: (code) => {
          call.record.problems.push({ atMillis: call.connectedMillis, code })
        },
        onEnd: steps.next,
        onGone: () => open.delete(stream)
      })
      open.add(stream)
      return stream
    },
    /** Connects the persona of a call with a sound, without a media stream. */
    openSound: (call: CallOnTheLine, { hear, next, press }: SoundOfCall, steps: StreamSteps): Stream => {
      const persona = personaOf(call)
      let isLive = true
      const stop = () => {
        isLive = false
        leave()
        open.delete(stream)
      }
      const frame = () => {
        const played = next()
        if (played === "over") {
          stop()
          return steps.next()
        }
        const { audio, hangsUp, presses } = persona.live(played, call.connectedMillis)
        call.record.frames++
        hear?.(audio)
        steps.pass(frameMillis)
        if (isLive && presses !== undefined) press?.(presses)
        if (isLive && hangsUp) steps.hangUp()
      }
      const leave = wheel.join((frames) => {
        for (let one = 0; one < frames && isLive; one++) frame()
      })
      const stream: Stream = { hangUp: stop, destroy: stop }
      open.add(stream)
      return stream
    },
    stop: () => {
      for (const stream of open) stream.destroy()
    }
  }
}
