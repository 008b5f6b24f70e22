import { useEffect, useRef, useState } from "react"

/** The playback of a recording. Times are those of the transcript, ms. */
export interface Playback {
  /** Undefined until it was played. */
  readonly at: number | undefined
  readonly isPlaying: boolean
  readonly toggle: () => void
  /** Plays from this time on. */
  readonly playFrom: (millis: number) => void
  readonly seek: (millis: number) => void
  readonly problem: string | undefined
}

/** Plays a recording that begins at this time of the call, while the component is shown. */
export const useRecording = (url: string | undefined, fromMs: number): Playback => {
  const audio = useRef<HTMLAudioElement>(undefined)
  const [at, setAt] = useState<number>()
  const [isPlaying, setPlaying] = useState(false)
  const [problem, setProblem] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file is another element
  useEffect(
    () => () => {
      audio.current?.pause()
      audio.current = undefined
      setAt(undefined)
      setPlaying(false)
      setProblem(undefined)
    },
    [url]
  )

  const opened = () => {
    if (audio.current !== undefined || url === undefined) return audio.current
    const element = new Audio(url)
    element.ontimeupdate = () => setAt(fromMs + element.currentTime * 1000)
    element.onplay = () => setPlaying(true)
    element.onpause = () => setPlaying(false)
    element.onended = () => setPlaying(false)
    element.onerror = () => setProblem("The recording cannot be played: it may have been deleted")
    audio.current = element
    return element
  }
  const play = (element: HTMLAudioElement | undefined) => {
    // A refusal is reported by `onerror`.
    void element?.play().catch(() => setPlaying(false))
  }
  const seek = (millis: number) => {
    const element = opened()
    if (element === undefined) return
    element.currentTime = Math.max(0, millis - fromMs) / 1000
    setAt(Math.max(fromMs, millis))
  }
  return {
    at,
    isPlaying,
    problem,
    seek,
    playFrom: (millis) => {
      seek(millis)
      play(audio.current)
    },
    toggle: () => {
      const element = opened()
      if (element?.paused === false) element.pause()
      else play(element)
    }
  }
}
