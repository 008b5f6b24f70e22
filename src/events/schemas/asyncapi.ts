import { jsonSchemaOf } from "./json-schemas.ts"
import { type TopicName, topicNames, topics } from "./topics.ts"

/** Builds the AsyncAPI document, which describes the topics for data teams. */
export const asyncApi = (topicPrefix: string) => ({
  asyncapi: "3.0.0",
  info: { title: "Carillon events", version: "1.0.0", description },
  defaultContentType: "application/json",
  channels: Object.fromEntries(topicNames.map((name) => [name, channelOf(name, topicPrefix)])),
  operations: Object.fromEntries(topicNames.map((name) => [`send-${name}`, operationOf(name)]))
})

const description = `Events of campaigns and calls as Kafka records: CloudEvents 1.0 in binary mode with JSON values.

- **At least once.** A record may be delivered again with the same \`ce_id\`: skip records that you have seen.
- **In order per key.** All events of one key are in the order in which they happened, except for repeated deliveries.
- **Fields may be added.** Ignore unknown fields. Any other change makes a new version of the topic, beside the old one.
- **Dead letters.** A record that a consumer group of Carillon cannot handle is copied to \`<topic>.<group>.dlq\`, with
  its origin in the headers.

Phone numbers are masked. Times are ISO 8601 in UTC.`

const channelOf = (name: TopicName, topicPrefix: string) => {
  const { title, description } = topics[name]
  const address = `${topicPrefix}.${name}`
  return {
    address,
    title,
    description,
    messages: { [title]: messageOf(name) },
    bindings: { kafka: { topic: address, bindingVersion } }
  }
}

const operationOf = (name: TopicName) => ({
  action: "send",
  channel: { $ref: `#/channels/${name}` },
  summary: topics[name].description
})

const messageOf = (name: TopicName) => {
  const { title, description, key, keyOf } = topics[name]
  // Without `$schema`, a payload has AsyncAPI's own dialect, in which it means the same.
  const { $schema: _, ...payload } = jsonSchemaOf(name)
  const example = examples[name]
  return {
    name,
    title,
    summary: description,
    contentType: "application/json",
    headers: headersOf(name),
    payload,
    bindings: {
      kafka: { key: { type: "string", description: key, examples: [keyOf(example as never)] }, bindingVersion }
    },
    examples: [{ headers: exampleHeaders(name), payload: example }]
  }
}

const bindingVersion = "0.5.0"

const headersOf = (name: TopicName) => ({
  type: "object",
  properties: {
    ce_id: { type: "string", description: "Id of the event; the same on every delivery" },
    ce_source: { type: "string", description: "The sender's PUBLIC_URL if it is set, otherwise carillon" },
    ce_type: { type: "string", const: name, description: "Name of the topic without its prefix" },
    ce_specversion: { type: "string", const: "1.0" },
    ce_time: { type: "string", format: "date-time", description: "Time when the event was written, in UTC" },
    "content-type": { type: "string", const: "application/json" }
  },
  required: ["ce_id", "ce_source", "ce_type", "ce_specversion", "ce_time", "content-type"]
})

const exampleHeaders = (name: TopicName) => ({
  ce_id: "01a1fe02-37a1-7000-9005-977b1224e801",
  ce_source: "https://carillon.example.com",
  ce_type: name,
  ce_specversion: "1.0",
  ce_time: "2030-01-31T09:31:40.512Z",
  "content-type": "application/json"
})

const examplePerson = {
  organizationId: "1",
  campaignId: "01a1fdf0-5c1e-7000-8b6a-0e6d3f2f9a10",
  callId: "01a1fdf4-0a4d-7000-b1c3-7f4b8a0d5e21",
  contactId: "01a1fdb2-91f3-7000-a0d7-35c9e4b86f32",
  phoneNumber: "+9198******10"
}

const examples: { readonly [Name in TopicName]: (typeof topics)[Name]["schema"]["Encoded"] } = {
  "call-ended.v1": {
    ...examplePerson,
    attempt: 1,
    kind: "OUTBOUND",
    callSid: "CA3f0e1d2c3b4a59687786959483726150",
    status: "COMPLETED",
    outcome: "CONNECTED",
    failureReason: null,
    durationSeconds: 74,
    answeredBy: "human",
    startedAt: "2030-01-31T09:30:14.203Z",
    endedAt: "2030-01-31T09:31:40.498Z",
    cost: "0.038400",
    costCurrency: "USD",
    usage: [
      {
        kind: "ear",
        purpose: "conversation",
        vendor: "google-speech",
        model: "telephony",
        estimated: false,
        quantity: 73_900,
        cost: "0.019707",
        currency: "USD"
      },
      {
        kind: "carrier",
        purpose: "conversation",
        vendor: "twilio",
        model: "+91",
        estimated: false,
        quantity: 120,
        cost: "0.018693",
        currency: "USD"
      }
    ],
    machine: null
  },
  "call-tagged.v1": {
    ...examplePerson,
    attempt: 1,
    intentLabelId: "01a1fd90-2b7c-7000-9e41-6a5d8c7b0f43",
    intentLabelName: "Needs Information",
    isPositive: false,
    intentSource: "auto",
    intentUndetermined: false,
    journeyAction: "RETRY",
    status: "QUEUED",
    nextAttemptAt: "2030-01-31T13:30:00.000Z",
    reminderFor: null,
    results: { budget: 1500, plan: "Gold" },
    corrected: false,
    correction: 0
  },
  "call-suppressed.v1": {
    ...examplePerson,
    attempt: 1,
    scope: "ORGANIZATION",
    reason: "Do Not Call",
    intentLabelId: "01a1fd90-2b7c-7000-9e41-6a5d8c7b0f54"
  },
  "person-erased.v1": {
    organizationId: "1",
    contactId: "01a1fdb2-91f3-7000-a0d7-35c9e4b86f32",
    phoneNumber: "+9198******10",
    callIds: ["01a1fdf4-0a4d-7000-b1c3-7f4b8a0d5e21"],
    at: "2030-01-31T09:31:40.498Z"
  },
  "campaign-changed.v1": {
    organizationId: "1",
    campaignId: "01a1fdf0-5c1e-7000-8b6a-0e6d3f2f9a10",
    from: "IN_PROGRESS",
    to: "PAUSED",
    reason: null,
    at: "2030-01-31T09:31:40.498Z"
  }
}
