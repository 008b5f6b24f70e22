import { Fragment, useMemo } from "react"
import { Dot } from "../../../../ui/Badge.tsx"
import { classes } from "../../../../ui/class-names.ts"
import { duration, number } from "../../../../ui/words/format.ts"
import { findEvidence, findResult, joinEvidence, pieces, type Range } from "../evidence.ts"
import type { ExplainedCall } from "../explained-call.ts"
import type { Line, Turn } from "./recorded.ts"
import { TurnBar } from "./TurnBar.tsx"
import { delayOf, partsOf, placeTurns } from "./turns.ts"
import type { Playback } from "./use-recording.ts"

/** Minimum delay that fills a bar, ms: a fast call has no long bars. */
const leastScale = 1500

interface ConversationProps {
  readonly call: Pick<ExplainedCall, "transcript" | "turns" | "chunks" | "analysis" | "results">
  /** Plays the recording of the conversation, which begins at a time of the transcript, ms. */
  readonly playback?: Playback
  readonly recordedFrom?: number
}

/** The words of a conversation with their times, the delay of each reply, and the evidence for label and results marked. */
export const Conversation = ({ call, playback, recordedFrom = 0 }: ConversationProps) => {
  const { analysis, chunks, results, transcript, turns } = call
  const ofLabel = useMemo(() => findEvidence(transcript, analysis?.evidence ?? ""), [transcript, analysis?.evidence])
  const marked = useMemo(() => {
    const quotes = Object.values(results).flatMap(({ evidence }) => evidence ?? [])
    return joinEvidence([ofLabel, ...quotes.map((quote) => findResult(transcript, quote))])
  }, [ofLabel, results, transcript])
  const placed = useMemo(() => placeTurns(transcript, turns), [transcript, turns])
  const longest = Math.max(leastScale, ...turns.map((turn) => delayOf(turn) ?? 0))
  const firstMarked = Math.min(...ofLabel.keys())
  const bars = (place: number) =>
    placed.get(place)?.map((turn) => <TurnBar key={turn.at} turn={turn} chunks={chunks} longest={longest} />)
  return (
    <div className="flex flex-col gap-3">
      {turns.length > 0 && <Legend turns={turns} />}
      <ol className="flex flex-col gap-2">
        {transcript.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a finished conversation do not change
          <Fragment key={index}>
            {placed.has(index) && <li>{bars(index)}</li>}
            <Spoken
              line={line}
              ranges={marked.get(index) ?? []}
              id={index === firstMarked ? evidenceId : undefined}
              playFrom={line.endMs > recordedFrom ? playback?.playFrom : undefined}
              isPlaying={playback?.at !== undefined && line.startMs <= playback.at && playback.at < line.endMs}
            />
          </Fragment>
        ))}
        {placed.has(transcript.length) && <li>{bars(transcript.length)}</li>}
      </ol>
    </div>
  )
}

/** The id of the first marked line. */
export const evidenceId = "evidence"

interface SpokenProps {
  readonly line: Line
  readonly ranges: ReadonlyArray<Range>
  readonly id: string | undefined
  /** Plays the recording from a time on; undefined if there is none of this line. */
  readonly playFrom: Playback["playFrom"] | undefined
  readonly isPlaying: boolean
}

const Spoken = ({ line, ranges, id, playFrom, isPlaying }: SpokenProps) => {
  const isAgent = line.role === "agent"
  const time = duration(Math.floor(line.startMs / 1000))
  return (
    <li
      id={id}
      className={classes("flex scroll-mt-24 gap-3", isAgent ? "pr-6 sm:pr-16" : "flex-row-reverse pl-6 sm:pl-16")}
    >
      {playFrom === undefined ? (
        <span className="w-9 shrink-0 pt-2 text-muted text-xs">{time}</span>
      ) : (
        <button
          type="button"
          aria-label={`Play from ${time}`}
          onClick={() => playFrom(line.startMs)}
          className="w-9 shrink-0 self-start pt-2 text-left text-accent text-xs hover:underline"
        >
          {time}
        </button>
      )}
      <div
        className={classes(
          "min-w-0 rounded-2xl px-3 py-2",
          isAgent ? "rounded-tl-sm bg-sunken" : "rounded-tr-sm bg-accent-soft",
          isPlaying && "ring-2 ring-accent"
        )}
        aria-current={isPlaying || undefined}
      >
        <span className="sr-only">{isAgent ? "Agent: " : "Person: "}</span>
        <span dir="auto">
          {pieces(line.text, ranges).map(({ text, isMarked }, index) =>
            isMarked ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line do not change
              <mark key={index} className="rounded bg-warn-soft px-0.5 text-text ring-1 ring-warn/50">
                {text}
              </mark>
            ) : (
              text
            )
          )}
        </span>
        {line.interrupted && <span className="ml-2 whitespace-nowrap text-muted text-xs">— interrupted</span>}
      </div>
    </li>
  )
}

const Legend = ({ turns }: { readonly turns: ReadonlyArray<Turn> }) => {
  const delays = turns.flatMap((turn) => delayOf(turn) ?? []).sort((one, other) => one - other)
  const median = delays[Math.floor((delays.length - 1) / 2)]
  const [sample] = turns
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted text-xs">
      {median !== undefined && (
        <span>
          Half of the replies within {number(Math.round(median))} ms, the slowest after{" "}
          {number(Math.round(delays.at(-1) ?? 0))} ms
        </span>
      )}
      {sample !== undefined &&
        partsOf(sample).map(({ name, color }) => (
          <span key={name} className="inline-flex items-center gap-1.5">
            <Dot color={`var(${color})`} />
            {name}
          </span>
        ))}
    </div>
  )
}
