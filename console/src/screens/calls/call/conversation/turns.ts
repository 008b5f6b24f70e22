import type { Line, Turn } from "./recorded.ts"

/** A part of the time between the person's last sound and the agent's first. */
export interface TurnPart {
  readonly name: string
  readonly ms: number
  /** The name of a colour of the theme. */
  readonly color: string
}

/** The parts of a turn's delay in their order. Work that was done before the turn ended takes no time of it. */
export const partsOf = ({ endOfTurnMs, retrievalMs, firstTokenMs, firstAudioMs }: Turn): ReadonlyArray<TurnPart> => {
  let reached = 0
  const until = (name: string, color: string, at: number | null): TurnPart => {
    const ms = Math.max(0, (at ?? 0) - reached)
    reached += ms
    return { name, color, ms }
  }
  return [
    { name: "End of turn", color: "--line-strong", ms: Math.max(0, endOfTurnMs ?? 0) },
    until("Knowledge", "--info", retrievalMs),
    until("Model", "--accent", firstTokenMs),
    until("Voice", "--good", firstAudioMs)
  ]
}

/** The whole delay of a turn, ms; undefined if no reply was heard. */
export const delayOf = ({ firstAudioMs, totalMs, endOfTurnMs }: Turn): number | undefined =>
  totalMs ?? (firstAudioMs === null ? undefined : (endOfTurnMs ?? 0) + firstAudioMs)

/**
 * Finds the line of the transcript before which each turn belongs, by the index of the line. The record does not say it:
 * the times of turns are those of a clock, the times of lines those of the sound.
 */
export const placeTurns = (
  lines: ReadonlyArray<Line>,
  turns: ReadonlyArray<Turn>
): ReadonlyMap<number, ReadonlyArray<Turn>> => {
  const answers = lines.flatMap(({ role }, index) =>
    role === "agent" && lines[index - 1]?.role === "person" ? [index] : []
  )
  const sounding = turns.filter((turn) => delayOf(turn) !== undefined)
  const placeOf = sounding.length === answers.length ? (no: number) => answers[no] : byTime(lines, sounding, answers)
  const placed = new Map<number, ReadonlyArray<Turn>>()
  let no = 0
  let last = 0
  for (const turn of turns) {
    // A turn without a reply stands where the next reply is.
    const place = Math.max(last, placeOf(no) ?? lines.length)
    if (delayOf(turn) !== undefined) {
      no += 1
      last = place
    }
    placed.set(place, [...(placed.get(place) ?? []), turn])
  }
  return placed
}

/** Lays the clock of the turns over that of the lines, so that the first and the last replies agree. */
const byTime = (lines: ReadonlyArray<Line>, turns: ReadonlyArray<Turn>, answers: ReadonlyArray<number>) => {
  const heardAt = ({ at, firstAudioMs }: Turn) => Date.parse(at) + (firstAudioMs ?? 0)
  const startOf = (index: number | undefined) => lines[index ?? 0]?.startMs ?? 0
  const [first, last] = [turns[0], turns.at(-1)]
  if (first === undefined || last === undefined || answers.length === 0) return () => undefined
  const begin = startOf(answers[0])
  const span = heardAt(last) - heardAt(first)
  const rate = span === 0 ? 1 : (startOf(answers.at(-1)) - begin) / span
  return (no: number) => {
    const turn = turns[no]
    if (turn === undefined) return undefined
    const wanted = begin + (heardAt(turn) - heardAt(first)) * rate
    const distance = (index: number) => Math.abs(startOf(index) - wanted)
    return answers.reduce((best, index) => (distance(index) < distance(best) ? index : best), answers[0] ?? 0)
  }
}
