/** A record on a topic, in the shape of a Kafka record; the embedded bus uses it as well. */
export interface EventRecord {
  /** Name of the topic, without the prefix. */
  readonly topic: string
  readonly key: Uint8Array | null
  readonly value: Uint8Array | null
  readonly headers: Readonly<Record<string, string>>
}

/** A record as a consumer receives it. */
export interface ReceivedRecord extends EventRecord {
  /** Position of the record on its topic, as text. Its form depends on the bus. */
  readonly origin: string
  readonly at: Date
}

/**
 * Returns the id of the event in a record, which is the same on every delivery; undefined when it
 * is missing or invalid.
 */
export const eventIdOf = ({ headers: { ce_id } }: EventRecord): string | undefined =>
  ce_id !== undefined && /^[^\0]{1,255}$/.test(ce_id) ? ce_id : undefined
