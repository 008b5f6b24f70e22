/** What stands on a topic: a Kafka record, also on the embedded bus. */
export interface EventRecord {
  /** Without the prefix. */
  readonly topic: string
  readonly key: Uint8Array | null
  readonly value: Uint8Array | null
  readonly headers: Readonly<Record<string, string>>
}

/** A record as a consumer gets it. */
export interface ReceivedRecord extends EventRecord {
  /** Where on its topic it stands. */
  readonly origin: string
  readonly at: Date
}

/** The id of the event in a record, the same each time that it comes; undefined when it has none to rely on. */
export const eventIdOf = ({ headers: { ce_id } }: EventRecord): string | undefined =>
  ce_id !== undefined && /^[^\0]{1,255}$/.test(ce_id) ? ce_id : undefined
