import type { LiveEvent, LiveLine, LiveOf } from "../../domain/calls/LiveCampaign.ts"

/** A live call with its latest lines. */
export interface LiveCall extends Omit<LiveOf<"call">, "type"> {
  readonly lines: ReadonlyArray<LiveLine>
}

/** Returns the events between two reads of the live calls. */
export const liveChanges = (
  before: ReadonlyArray<LiveCall>,
  now: ReadonlyArray<LiveCall>
): ReadonlyArray<LiveEvent> => {
  const known = new Map(before.map((call) => [keyOf(call), call]))
  const live = new Set(now.map(({ callId }) => callId))
  return [
    ...before.filter(({ callId }) => !live.has(callId)).map(({ callId }) => ({ type: "left" as const, callId })),
    ...now.flatMap((call) => changesOf(known.get(keyOf(call)), call))
  ]
}

// Includes the attempt, because another attempt of the same call is another conversation.
const keyOf = ({ attempt, callId }: LiveCall) => `${callId} ${attempt}`

const changesOf = (before: LiveCall | undefined, { lines, ...call }: LiveCall): ReadonlyArray<LiveEvent> => {
  const texts = new Map(before?.lines.map(({ line, role, text }) => [line, `${role} ${text}`]))
  return [
    ...(before?.state === call.state ? [] : [{ type: "call" as const, ...call }]),
    ...lines
      .filter(({ line, role, text }) => texts.get(line) !== `${role} ${text}`)
      .map((line) => ({ type: "said" as const, callId: call.callId, ...line }))
  ]
}
