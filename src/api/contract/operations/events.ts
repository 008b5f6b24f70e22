import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DeadLetter } from "../../../domain/delivery/DeadLetter.ts"
import { pageOf, pageQuery } from "../../../domain/schema/page.ts"
import { BadRequest, ServiceUnavailable } from "../shared/errors.ts"
import { AdminAuth, Failures, JsonBody } from "../shared/middleware.ts"

const ConsumerLag = Schema.Struct({
  topic: Schema.String.annotate({ description: "Without the prefix" }),
  group: Schema.String.annotate({ description: "Who reads the topic; relay is what brings events to Kafka" }),
  last: Schema.Int.annotate({ description: "How far the topic goes" }),
  applied: Schema.Int.annotate({ description: "How far the group has come" }),
  behind: Schema.Int.annotate({ description: "How many records wait for the group" })
}).annotate({ identifier: "Lag" })
export type ConsumerLag = typeof ConsumerLag.Type

/** What `data` holds in the stream of events. */
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

// What no topic and no group can be called.
const name = (description: string) =>
  Schema.optionalKey(
    Schema.String.annotate({ description }).check(
      Schema.makeFilter((text) =>
        text.length > 255
          ? "must have at most 255 characters"
          : text.includes("\0")
            ? "must not contain a NUL character"
            : undefined
      )
    )
  )

const topic = name("Only those of this topic, named without the prefix")
const group = name("Only those that this consumer group gave up")

const Chosen = Schema.Struct({
  topic,
  group,
  ids: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({ description: "Only these; those that are unknown are passed over" })
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
    }).annotate(OpenApi.Summary, "How far each consumer group has come on each topic"),
    HttpApiEndpoint.get("deadLetters", "/dead-letters", {
      query: { ...pageQuery, topic, group },
      success: pageOf(DeadLetter),
      error: BadRequest
    })
      .annotate(OpenApi.Summary, "List the records that consumers gave up, newest first")
      .annotate(OpenApi.Description, "Those that were replayed are not among them."),
    HttpApiEndpoint.post("replay", "/dead-letters/replay", {
      payload: Chosen,
      success: Schema.Struct({ replayed: Schema.Int })
    })
      .annotate(OpenApi.Summary, "Put records that were given up onto their topics again")
      .annotate(
        OpenApi.Description,
        `Takes the dead letters that fit all that is given, of \`topic\`, \`group\` and \`ids\`; at least one is needed. Each record
goes onto its topic again as it was, with the same \`ce_id\`: every group gets it, and a group that has already acted on it
does not act again.`
      )
      .middleware(JsonBody),
    HttpApiEndpoint.get("stream", "/stream", {
      success: Schema.String.annotate({ description: "Server-sent events, without an end" }).pipe(
        HttpApiSchema.asText({ contentType: "text/event-stream" })
      )
    })
      .annotate(OpenApi.Summary, "Every event of all organizations as it is published, from now on")
      .annotate(
        OpenApi.Description,
        `Server-sent events: \`id\` is the \`ce_id\`, \`event\` the type, which is the topic without its prefix, and \`data\` a CloudEvent
in JSON: \`{specversion, id, source, type, time, datacontenttype, partitionkey, data}\`. A comment comes at once, and another
every 15 s. When the server stops, or loses its database, the stream ends: connect again. What happens meanwhile is not sent
later; who needs every event reads the topics.`
      )
  )
  .annotate(OpenApi.Title, "Events")
  .annotate(
    OpenApi.Description,
    "What happens in all organizations, how far it has been acted on, and what was given up."
  )
  .middleware(AdminAuth)
  .middleware(Failures)
  .prefix("/admin/v1/events") {}
