import type { LiveEvent, LiveLine, LiveOf } from "../../domain/calls/LiveCampaign.ts"

/** A live call, and what was said in it last. */
export interface LiveCall extends Omit<LiveOf<"call">, "type"> {
  readonly lines: ReadonlyArray<LiveLine>
}

/** What has become of the calls that live, since they were looked at before. */
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

// Another attempt of the same person is another talk.
const keyOf = ({ attempt, callId }: LiveCall) => `${callId} ${attempt}`

const changesOf = (before: LiveCall | undefined, { lines, ...call }: LiveCall): ReadonlyArray<LiveEvent> => {
  const texts = new Map(before?.lines.map(({ line, role, text }) => [line, `${role} ${text}`]))
  return [
    ...(before?.state === call.state ? [] : [{ type: "call" as const, ...call }]),
    ...lines
      .filter(({ line, role, text }) => texts.get(line) !== `${role} ${text}`)
      .map((said) => ({ type: "said" as const, callId: call.callId, ...said }))
  ]
}
