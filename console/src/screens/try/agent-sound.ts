import { decodeMuLaw } from "../../ui/audio/mu-law.ts"

/** How the agent is heard. */
export interface AgentSound {
  readonly play: (audio: Uint8Array) => void
  /** Calls back when the sound before was played; not if it is dropped. */
  readonly mark: (onReached: () => void) => void
  readonly sentence: (text: string) => void
  /** Drops what was not played yet. */
  readonly clear: () => void
  /** Plays the rest and closes. */
  readonly end: () => void
  readonly close: () => void
}

/** Samples a second of a phone line. */
const sampleRate = 8000
/** Sound that waits before the first is played, so that a frame may be late, seconds. */
const lead = 0.08

/** Plays the voice of the agent. To be opened by a click, without which browsers stay silent. */
export const openVoice = (): AgentSound => {
  const context = new AudioContext({ sampleRate })
  void context.resume()
  const waiting = new Set<AudioBufferSourceNode>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let endsAt = 0
  const whenPlayed = (run: () => void) => {
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        run()
      },
      Math.max(0, endsAt - context.currentTime) * 1000
    )
    timers.add(timer)
  }
  const clear = () => {
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
    for (const source of waiting) source.stop()
    waiting.clear()
    endsAt = 0
  }
  return {
    play: (audio) => {
      const samples = decodeMuLaw(audio)
      const buffer = context.createBuffer(1, samples.length, sampleRate)
      buffer.copyToChannel(samples, 0)
      const source = context.createBufferSource()
      source.buffer = buffer
      source.connect(context.destination)
      source.onended = () => waiting.delete(source)
      if (endsAt < context.currentTime) endsAt = context.currentTime + lead
      source.start(endsAt)
      endsAt += buffer.duration
      waiting.add(source)
    },
    mark: whenPlayed,
    sentence: () => undefined,
    clear,
    end: () => whenPlayed(() => void context.close()),
    close: () => {
      clear()
      void context.close().catch(() => undefined)
    }
  }
}

/**
 * Speaks with the browser's own voice, where the service has a stand-in only. No mark is reached: the service goes by the
 * time that its stand-in takes.
 */
export const browserVoice = (language: string): AgentSound => {
  const stop = () => globalThis.speechSynthesis?.cancel()
  stop()
  return {
    play: () => undefined,
    mark: () => undefined,
    sentence: (text) => {
      if (globalThis.speechSynthesis === undefined) return
      const utterance = new SpeechSynthesisUtterance(text)
      utterance.lang = language
      speechSynthesis.speak(utterance)
    },
    clear: stop,
    end: () => undefined,
    close: stop
  }
}
