import { Option, Result, Schema } from "effect"
import { type EventRecord, eventIdOf } from "../bus/EventRecord.ts"
import { type DomainEvent, topicNames, topics } from "../schemas/topics.ts"

/** An event as a consumer receives it. */
export type ReceivedEvent = DomainEvent & {
  /** The same on every delivery of the event. */
  readonly id: string
}

/** A record is not a valid event of its topic. The message says why and never quotes the record. */
export class UnreadableRecord extends Schema.TaggedError<UnreadableRecord>()("UnreadableRecord", {
  message: Schema.String
}) {}

/** Decodes a record of one of the topics. */
export const readEvent = (record: EventRecord): Result.Result<ReceivedEvent, UnreadableRecord> => {
  const { topic, value, headers } = record
  const id = eventIdOf(record)
  if (id === undefined) return unreadable("has no ce_id of 1 to 255 characters")
  if (headers.ce_specversion !== "1.0") return unreadable("is not a CloudEvent 1.0")
  if (headers.ce_type !== topic) return unreadable("has a ce_type other than its topic")
  if (value === null) return unreadable("has no value")
  const json = Result.try(() => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(value)) as unknown)
  if (Result.isFailure(json)) return unreadable("is not JSON in UTF-8")
  const data = decoders[topic]?.(json.success) ?? Option.none()
  return Option.isNone(data)
    ? unreadable("does not have the fields of its topic")
    : Result.succeed({ topic, data: data.value, id } as ReceivedEvent)
}

const unreadable = (problem: string) => Result.fail(new UnreadableRecord({ message: `The record ${problem}` }))

const decoders = Object.fromEntries(
  topicNames.map((name) => [name, Schema.decodeUnknownOption(topics[name].schema)])
) as Record<string, (json: unknown) => Option.Option<unknown>>
