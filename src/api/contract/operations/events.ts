import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DeadLetter } from "../../../domain/delivery/DeadLetter.ts"
import { pageOf, pageQuery } from "../../../domain/schema/page.ts"
import { filterText } from "../../../domain/text/text.ts"
import { operatorEndpoint, viewerEndpoint } from "../shared/endpoints.ts"
import { BadRequest, ServiceUnavailable } from "../shared/errors.ts"

const ConsumerLag = Schema.Struct({
  topic: Schema.String.annotate({ description: "Name of the topic without its prefix" }),
  group: Schema.String.annotate({
    description: "Consumer group that reads the topic; `relay` publishes events to Kafka"
  }),
  last: Schema.Int.annotate({ description: "Position of the last record of the topic" }),
  applied: Schema.Int.annotate({ description: "Position up to which the group has processed the topic" }),
  behind: Schema.Int.annotate({ description: "Number of records that the group has not processed yet" })
}).annotate({ identifier: "Lag" })
export type ConsumerLag = typeof ConsumerLag.Type

/** The `data` of a server-sent event in the stream of events. */
export interface CloudEvent {
  readonly specversion: "1.0"
  readonly id: string
  readonly source: string
  readonly type: string
  readonly time: string | undefined
  readonly datacontenttype: "application/json"
  /** The key of the record: all events of one key are in order. */
  readonly partitionkey: string
  readonly data: Readonly<Record<string, unknown>>
}

const topic = Schema.optionalKey(filterText("Only records of this topic, named without its prefix"))
const group = Schema.optionalKey(filterText("Only records that this consumer group gave up"))

const Chosen = Schema.Struct({
  topic,
  group,
  ids: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({ description: "Only these records; unknown ids are ignored" })
  )
})
  .check(
    Schema.makeFilter((chosen) =>
      Object.keys(chosen).length === 0 ? "must have at least one of topic, group and ids" : undefined
    )
  )
  .annotate({ identifier: "ChosenDeadLetters" })

export class EventsGroup extends HttpApiGroup.make("events")
  .add(
    HttpApiEndpoint.get("lag", "/lag", {
      query: pageQuery,
      success: pageOf(ConsumerLag),
      error: [BadRequest, ServiceUnavailable]
    }).pipe(viewerEndpoint("List the lag of each consumer group on each topic")),
    HttpApiEndpoint.get("deadLetters", "/dead-letters", {
      query: { ...pageQuery, topic, group },
      success: pageOf(DeadLetter),
      error: BadRequest
    }).pipe(
      viewerEndpoint("List the records that consumers gave up, newest first", "Replayed records are not listed.")
    ),
    HttpApiEndpoint.post("replay", "/dead-letters/replay", {
      payload: Chosen,
      success: Schema.Struct({ replayed: Schema.Int })
    }).pipe(
      operatorEndpoint(
        "Replay records that consumers gave up",
        `Replays the dead letters that match all of the given \`topic\`, \`group\` and \`ids\`; at least one is required. Each record
is written to its topic again, unchanged and with the same \`ce_id\`. Every group receives it; a group that has already applied
it ignores it.`
      )
    ),
    HttpApiEndpoint.get("stream", "/stream", {
      success: Schema.String.annotate({ description: "Server-sent events, without an end" }).pipe(
        HttpApiSchema.asText({ contentType: "text/event-stream" })
      )
    }).pipe(
      viewerEndpoint(
        "Stream the events of all organizations as they are published, from now on",
        `Server-sent events: \`id\` is the \`ce_id\`, \`event\` the type, which is the topic without its prefix, and \`data\` a CloudEvent
in JSON: \`{specversion, id, source, type, time, datacontenttype, partitionkey, data}\`. A comment is sent at once, and another
every 15 s. The stream ends when the server stops or loses its database: connect again. Events that happen in between are not
sent later; a client that needs every event reads the topics.`
      )
    )
  )
  .annotate(OpenApi.Title, "Events")
  .annotate(OpenApi.Description, "The events of all organizations, the lag of their consumers, and dead letters.")
  .prefix("/admin/v1/events") {}
