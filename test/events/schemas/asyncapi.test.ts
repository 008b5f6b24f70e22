import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { asyncApi } from "../../../src/events/schemas/asyncapi.ts"
import { topicNames, topics } from "../../../src/events/schemas/topics.ts"
import { makeValidator } from "../../support/api/answer-check.ts"

const root = resolve(import.meta.dirname, "../../..")
const document: any = asyncApi("acme.prod")

describe.each(topicNames)("the AsyncAPI document of %s", (name) => {
  const channel = document.channels[name]
  const message: any = Object.values(channel.messages)[0]

  it("has the address with the installation's prefix, and a send operation", () => {
    expect([channel.address, channel.bindings.kafka.topic]).toEqual([`acme.prod.${name}`, `acme.prod.${name}`])
    const sent = Object.values<any>(document.operations).filter(
      ({ channel: { $ref } }) => $ref === `#/channels/${name}`
    )
    expect(sent.map(({ action }) => action)).toEqual(["send"])
  })

  it("has the payload of the file in schemas/", () => {
    const { $schema, ...schema } = JSON.parse(readFileSync(`${root}/schemas/${name}.json`, "utf8"))
    expect(message.payload).toEqual(schema)
  })

  it("has an example that matches the schema", () => {
    const [{ headers, payload }] = message.examples
    for (const [schema, value] of [
      [message.payload, payload],
      [message.headers, headers]
    ]) {
      const validate = makeValidator().compile(schema)
      expect(validate(value), JSON.stringify(validate.errors)).toBe(true)
    }
    expect(message.bindings.kafka.key).toEqual({
      type: "string",
      description: topics[name].key,
      examples: [topics[name].keyOf(payload)]
    })
  })

  it("describes the headers of a CloudEvent", () => {
    const [{ headers }] = message.examples
    expect(Object.keys(headers)).toEqual(message.headers.required)
    const validate = makeValidator().compile(message.headers)
    for (const header of message.headers.required) {
      const { [header]: _, ...rest } = headers
      expect(validate(rest), header).toBe(false)
    }
    for (const wrong of [{ ce_type: "other.v1" }, { ce_specversion: "0.3" }, { "content-type": "text/plain" }]) {
      expect(validate({ ...headers, ...wrong })).toBe(false)
    }
    // Further headers, such as those of a tracer, are allowed.
    expect(validate({ ...headers, traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" })).toBe(true)
  })
})

it("the AsyncAPI document names no broker", () => {
  expect(Object.keys(document)).not.toContain("servers")
})
