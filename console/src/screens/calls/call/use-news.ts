import { useEvents } from "../../../api/events.ts"
import type { ExplainedCall } from "./explained-call.ts"

/** The part of a live event that names the call which has changed. */
interface News {
  readonly type: string
  readonly callId?: string
}

const changing: ReadonlyArray<string> = ["call", "ended", "tagged", "suppressed"]

/** Reads a call again when something happens to it: also after its end another person may correct its label. */
export const useNews = (callId: string, call: ExplainedCall | undefined, onNews: () => void): void => {
  // The stream begins with the calls that are live: this one is news only if the page does not know it.
  const isKnown = (type: string) => type === "call" && call?.status === "IN_PROGRESS"
  useEvents<News>(
    "/admin/v1/organizations/:id/campaigns/:campaignId/live",
    { campaignId: call?.campaignId ?? "" },
    {
      enabled: call !== undefined,
      onEvent: (event) => {
        if (event.callId === callId && changing.includes(event.type) && !isKnown(event.type)) onNews()
      }
    }
  )
}
