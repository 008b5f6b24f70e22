import { useEffect, useRef, useState } from "react"
import { Button } from "../Button.tsx"
import { levelOf, makePartReader } from "./line-parts.ts"
import { openLinePlayer } from "./line-player.ts"

interface ListenProps {
  /** Whether there is anything to hear; what is heard already is played to its end. */
  readonly isLive: boolean
  /** Opens the audio of the line; fails with a message for the person. */
  readonly open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
}

type State =
  | { readonly kind: "idle" | "over" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "listening"; readonly person: number; readonly agent: number }

/** Plays both sides of a line while the component is shown, and shows how loud each is. */
export const Listen = ({ isLive, open }: ListenProps) => {
  const [state, setState] = useState<State>({ kind: "idle" })
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  const start = async () => {
    const leaving = new AbortController()
    const player = openLinePlayer()
    stop.current = () => {
      leaving.abort()
      player.close()
      stop.current = undefined
    }
    setState({ kind: "listening", person: 0, agent: 0 })
    try {
      const partsIn = makePartReader()
      const reader = (await open(leaving.signal)).getReader()
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        for (const part of partsIn(next.value)) {
          player.play(part)
          setState({ kind: "listening", person: levelOf(part.person), agent: levelOf(part.agent) })
        }
      }
      setState({ kind: "over" })
    } catch (error) {
      const message = error instanceof Error && error.name !== "TypeError" ? error.message : "The connection is lost"
      setState(leaving.signal.aborted ? { kind: "idle" } : { kind: "failed", message })
    }
    // The last parts are still to be played.
    if (!leaving.signal.aborted) setTimeout(() => stop.current?.(), 1500)
  }
  if (state.kind === "listening") {
    return (
      <fieldset
        aria-label="Listening"
        className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl bg-sunken px-3 py-2 text-text"
      >
        <Side name="Person" ear="left" level={state.person} color="bg-good" />
        <Side name="Agent" ear="right" level={state.agent} color="bg-accent" />
        <Button small icon="stop" className="ml-auto" onClick={() => stop.current?.()}>
          Stop listening
        </Button>
      </fieldset>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {isLive && (
        <Button icon="listen" onClick={() => void start()}>
          Listen
        </Button>
      )}
      {state.kind === "over" && (
        <p role="status" className="text-muted text-sm">
          The audio has ended.
        </p>
      )}
      {state.kind === "failed" && (
        <p role="alert" className="text-bad text-sm">
          {state.message}
        </p>
      )}
    </div>
  )
}

interface SideProps {
  readonly name: string
  readonly ear: string
  readonly level: number
  readonly color: string
}

const Side = ({ name, ear, level, color }: SideProps) => (
  <div className="flex min-w-36 flex-1 items-center gap-2 text-sm">
    <span className="whitespace-nowrap">
      {name} <span className="text-muted text-xs">{ear}</span>
    </span>
    <meter className="sr-only" aria-label={`Loudness: ${name.toLowerCase()}`} min={0} max={100} value={level} />
    <div aria-hidden="true" className="h-2 flex-1 overflow-hidden rounded-full bg-line">
      <div
        className={`h-full rounded-full transition-[width] duration-200 motion-reduce:transition-none ${color}`}
        style={{ width: `${level}%` }}
      />
    </div>
  </div>
)
