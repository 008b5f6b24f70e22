import type { LinePart } from "./line-parts.ts"

export interface LinePlayer {
  readonly play: (part: LinePart) => void
  readonly close: () => void
}

/** Samples a second on a phone line. The browser converts all parts together, so that none begins with a click. */
const sampleRate = 8000
/** Audio that waits before the first is played, so that a part may be late, seconds. */
const lead = 0.3
/** Parts that would be played later than this are left out, seconds: a listener hears the present. */
const longestDelay = 1

/** Plays the person on the left and the agent on the right. To be opened by a click, without which browsers stay silent. */
export const openLinePlayer = (): LinePlayer => {
  const context = new AudioContext({ sampleRate })
  void context.resume()
  let endsAt = 0
  return {
    play: ({ person, agent }) => {
      const now = context.currentTime
      if (endsAt > now + longestDelay) return
      if (endsAt < now) endsAt = now + lead
      const buffer = context.createBuffer(2, person.length, sampleRate)
      buffer.copyToChannel(person, 0)
      buffer.copyToChannel(agent, 1)
      const source = context.createBufferSource()
      source.buffer = buffer
      source.connect(context.destination)
      source.start(endsAt)
      endsAt += buffer.duration
    },
    close: () => void context.close()
  }
}
