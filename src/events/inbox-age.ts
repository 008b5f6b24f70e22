/** Days for which the inbox knows that an event was applied. */
export const inboxDays = 30

/** Header with the time at which an operator replayed a dead letter: its age counts from then. */
export const replayedAtHeader = "dlq_replayed_at"

// A day less than the inbox keeps, so that neither clocks that differ nor a long delivery matter.
const oldestMillis = (inboxDays - 1) * 86_400_000

/**
 * Whether an event is so old that the inbox may have forgotten it. Kafka delivers such events again
 * when it has lost the offsets of a group; they must not act a second time.
 */
export const isOlderThanInbox = (
  { headers }: { readonly headers: Readonly<Record<string, string>> },
  now: number
): boolean => {
  const writtenAt = Date.parse(headers[replayedAtHeader] ?? headers.ce_time ?? "")
  return now - writtenAt > oldestMillis
}
