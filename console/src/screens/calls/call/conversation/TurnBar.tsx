import { Dot } from "../../../../ui/Badge.tsx"
import { classes } from "../../../../ui/class-names.ts"
import { Icon } from "../../../../ui/Icon.tsx"
import { number } from "../../../../ui/words/format.ts"
import { languageName } from "../../../../ui/words/language-name.ts"
import type { Chunk } from "../explained-call.ts"
import type { Turn } from "./recorded.ts"
import { delayOf, partsOf } from "./turns.ts"

interface TurnBarProps {
  readonly turn: Turn
  readonly chunks: ReadonlyArray<Chunk>
  /** The delay at which a bar is full, ms. */
  readonly longest: number
}

/** How long the agent took to answer, as a bar of its parts; the rest of the turn's record below it, when it is opened. */
export const TurnBar = ({ turn, chunks, longest }: TurnBarProps) => {
  const delay = delayOf(turn)
  const parts = partsOf(turn)
  return (
    <details className="group rounded-lg hover:bg-sunken/60 open:bg-sunken/60">
      <summary className="flex cursor-pointer list-none items-center gap-2 rounded-lg px-2 py-1 text-muted text-xs [&::-webkit-details-marker]:hidden">
        <span className="transition-transform group-open:rotate-90">
          <Icon name="chevron" size={14} />
        </span>
        <span className="w-34 shrink-0 whitespace-nowrap">
          {delay === undefined ? "No reply was heard" : `Answered in ${milliseconds(delay)}`}
        </span>
        <span aria-hidden="true" className="flex h-2 min-w-8 flex-1 overflow-hidden rounded-full bg-sunken">
          {parts.map(({ name, color, ms }) => (
            <span
              key={name}
              title={`${name}: ${milliseconds(ms)}`}
              className="h-full border-surface not-first:border-l"
              style={{ width: `${Math.min(100, (ms / longest) * 100)}%`, background: `var(${color})` }}
            />
          ))}
        </span>
        {turn.chunkIds.length > 0 && (
          <span className="inline-flex items-center gap-1" title="Chunks of documents that the model received">
            <Icon name="knowledge" size={14} />
            {turn.chunkIds.length}
            <span className="sr-only">chunks</span>
          </span>
        )}
      </summary>
      <div className="flex flex-col gap-3 px-3 pt-1 pb-3 text-xs">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr_auto_1fr]">
          {parts.map(({ name, color, ms }) => (
            <div key={name} className="contents">
              <dt className="inline-flex items-center gap-1.5 text-muted">
                <Dot color={`var(${color})`} />
                {name}
              </dt>
              <dd>{ms === 0 ? "–" : milliseconds(ms)}</dd>
            </div>
          ))}
          {turn.finalMs !== null && <Fact name="Text was final after" value={milliseconds(turn.finalMs)} />}
          <Fact name="Model" value={turn.model ?? models[turn.llmProvider ?? ""] ?? "–"} />
          {turn.language !== null && <Fact name="Answered in" value={languageName(turn.language)} />}
          {turn.speculative !== null && <Fact name="Prepared early" value={prepared(turn.speculative)} />}
          {turn.interrupted && <Fact name="Interrupted" value="by the person" />}
          {turn.why && <Fact name="Why" value={turn.why} isWide />}
        </dl>
        {turn.chunkIds.length > 0 && <Chunks ids={turn.chunkIds} chunks={chunks} />}
      </div>
    </details>
  )
}

const models: Readonly<Record<string, string>> = { HOSTED_API: "OpenAI", PLATFORM_INFERENCE: "own server" }

const prepared = ({ used, discarded }: NonNullable<Turn["speculative"]>) =>
  [used ? "a reply that was used" : "", discarded > 0 ? `${discarded} in vain` : ""].filter(Boolean).join(", ") || "no"

const milliseconds = (ms: number) => `${number(Math.round(ms))} ms`

const Fact = ({
  name,
  value,
  isWide = false
}: {
  readonly name: string
  readonly value: string
  readonly isWide?: boolean
}) => (
  <div className="contents">
    <dt className={classes("text-muted", isWide && "sm:col-start-1")}>{name}</dt>
    <dd className={classes("min-w-0", isWide && "sm:col-span-3")}>{value}</dd>
  </div>
)

const Chunks = ({ ids, chunks }: { readonly ids: ReadonlyArray<string>; readonly chunks: ReadonlyArray<Chunk> }) => {
  const found = chunks.filter(({ chunkId }) => ids.includes(chunkId))
  const missing = ids.length - found.length
  return (
    <div className="flex flex-col gap-2">
      <h4 className="font-medium">Chunks that the model received</h4>
      {found.map(({ chunkId, filename, text }) => (
        <figure key={chunkId} className="rounded-lg border border-line bg-surface p-2">
          <figcaption className="mb-1 font-medium text-muted">{filename}</figcaption>
          <blockquote className="whitespace-pre-line">{text}</blockquote>
        </figure>
      ))}
      {missing > 0 && (
        <p className="text-muted">{missing === 1 ? "One was" : `${missing} were`} deleted with their document.</p>
      )}
    </div>
  )
}
