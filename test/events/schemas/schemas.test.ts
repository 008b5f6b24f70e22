import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { describe, expect, it, onTestFinished } from "@effect/vitest"
import { Schema } from "effect"
import { breaksBetween } from "../../../scripts/schema-compatibility.ts"
import { asyncApi } from "../../../src/events/schemas/asyncapi.ts"
import { jsonSchemaOf } from "../../../src/events/schemas/json-schemas.ts"
import { type TopicName, topicNames, topics } from "../../../src/events/schemas/topics.ts"
import { makeValidator } from "../../support/api/answer-check.ts"

const root = resolve(import.meta.dirname, "../../..")
const read = (path: string) => JSON.parse(readFileSync(path, "utf8"))
const fileOf = (name: TopicName) => read(join(root, `schemas/${name}.json`))
const exampleOf = (name: TopicName): any =>
  asyncApi("x").channels[name]?.messages[topics[name].title]?.examples[0]?.payload

describe("the schemas in schemas/", () => {
  it("exist for exactly the topics", () => {
    expect(readdirSync(join(root, "schemas")).sort()).toEqual(topicNames.map((name) => `${name}.json`).sort())
  })

  it.each(topicNames)("do not break old consumers, and are current: %s", (name) => {
    const now = jsonSchemaOf(name)
    expect(breaksBetween(fileOf(name), now), "breaks old consumers: make a new version of the topic").toEqual([])
    expect(JSON.stringify(fileOf(name)), "is not current: run npm run schemas").toBe(JSON.stringify(now))
  })

  describe.each(topicNames)("the schema of %s", (name) => {
    const schema = fileOf(name)
    const validate = makeValidator().compile(schema)
    const codec: Schema.Codec<any, any> = topics[name].schema
    const example = exampleOf(name)

    it.prop("accepts every encoded event, which is decoded to the same data", { generated: codec }, ({ generated }) => {
      const event = withFourDigitYears(generated)
      const wire = JSON.parse(JSON.stringify(Schema.encodeSync(codec)(event)))
      expect(validate(wire), JSON.stringify(validate.errors)).toBe(true)
      expect(Schema.decodeUnknownSync(codec)(wire)).toEqual(event)
    })

    it("accepts the example, and nothing with an additional or missing field", () => {
      expect(validate(example), JSON.stringify(validate.errors)).toBe(true)
      expect(validate({ ...example, unknown: 1 })).toBe(false)
      expect(Object.keys(schema.properties)).toEqual(Object.keys(example))
      for (const field of Object.keys(example)) {
        const { [field]: _, ...rest } = example
        expect(validate(rest), field).toBe(!schema.required.includes(field))
      }
    })

    it("refuses an unmasked phone number, null in other fields, and a time of another form", () => {
      for (const [field, { type, format }] of Object.entries<any>(schema.properties)) {
        expect(validate({ ...example, [field]: null }), field).toBe(type.includes("null"))
        if (field === "phoneNumber") expect(validate({ ...example, phoneNumber: "+919876543210" })).toBe(false)
        if (format === "date-time") expect(validate({ ...example, [field]: "31.1.2030" }), field).toBe(false)
      }
    })

    it("describes each field", () => {
      for (const [field, { description }] of Object.entries<any>(schema.properties)) {
        expect(description, field).toMatch(/\S/)
      }
    })
  })
})

// Limits times to those whose year has four digits.
const withFourDigitYears = (event: object) =>
  Object.fromEntries(
    Object.entries(event).map(([field, value]) => [
      field,
      value instanceof Date ? new Date(Math.abs(value.getTime()) % 253_402_300_800_000) : value
    ])
  )

describe("decoding an event", () => {
  const times = [
    ["call-ended.v1", "startedAt"],
    ["call-ended.v1", "endedAt"],
    ["call-tagged.v1", "nextAttemptAt"],
    ["campaign-changed.v1", "at"]
  ] as const

  it.each(times)("fails on an invalid time: %s %s", (name, field) => {
    const decode = Schema.decodeUnknownResult(topics[name].schema as Schema.Codec<any, any>)
    for (const text of ["", "5", "2030", "March 7", "2030-02-31T00:00:00.000Z", "2030-01-31T00:00:00+05:30", 5]) {
      expect(decode({ ...exampleOf(name), [field]: text })._tag, String(text)).toBe("Failure")
    }
    expect(decode(exampleOf(name))).toMatchObject({ success: { [field]: new Date(exampleOf(name)[field]) } })
  })

  it.each(times)("is not needed for an invalid time, which cannot be encoded: %s %s", (name, field) => {
    const codec: Schema.Codec<any, any> = topics[name].schema
    const event = Schema.decodeUnknownSync(codec)(exampleOf(name))
    for (const time of [new Date(Number.NaN), new Date("+010000-01-01T00:00:00Z"), "2030-01-31T00:00:00.000Z"]) {
      expect(Schema.encodeUnknownResult(codec)({ ...event, [field]: time })._tag).toBe("Failure")
    }
  })

  it.each(topicNames)("ignores fields that were added later: %s", (name) => {
    const decode = Schema.decodeUnknownSync(topics[name].schema as Schema.Codec<any, any>)
    expect(decode({ ...exampleOf(name), added: 1 })).toEqual(decode(exampleOf(name)))
  })
})

describe("breaksBetween", () => {
  const mutate = (change: (schema: any) => void) => {
    const schema = structuredClone(jsonSchemaOf("call-ended.v1"))
    change(schema)
    return schema
  }
  const now = jsonSchemaOf("call-ended.v1")
  const without = (names: Array<string>, name: string) => names.splice(names.indexOf(name), 1)

  it.each<[string, (schema: any) => void, string]>([
    [
      "a field that is gone",
      ({ properties, required }) => {
        delete properties.outcome
        without(required, "outcome")
      },
      "outcome: is gone"
    ],
    ["another type", ({ properties: { attempt } }) => Object.assign(attempt, { type: "string" }), "attempt: type was"],
    ["a wider type", ({ properties: { attempt } }) => Object.assign(attempt, { type: "number" }), "attempt: type was"],
    [
      "null",
      ({ properties: { endedAt } }) => Object.assign(endedAt, { type: ["string", "null"] }),
      "endedAt: type was"
    ],
    [
      "no null any more",
      ({ properties: { callSid } }) => Object.assign(callSid, { type: "string" }),
      "callSid: type was"
    ],
    ["a new value", ({ properties: { status } }) => status.enum.push("NEW"), "status: enum was"],
    [
      "a new value beside null",
      ({ properties: { answeredBy } }) => answeredBy.enum.push("pet"),
      "answeredBy: enum was"
    ],
    ["a value that is gone", ({ properties: { status } }) => status.enum.pop(), "status: enum was"],
    ["any value", ({ properties: { status } }) => delete status.enum, "status: enum was"],
    [
      "a few values",
      ({ properties: { callId } }) => Object.assign(callId, { enum: ["1"] }),
      "callId: enum was not there"
    ],
    ["one value", ({ properties: { callId } }) => Object.assign(callId, { const: "1" }), "callId: const was not there"],
    [
      "another pattern",
      ({ properties: { phoneNumber } }) => Object.assign(phoneNumber, { pattern: "^\\+[0-9]+$" }),
      "phoneNumber: pattern was"
    ],
    ["no pattern", ({ properties: { phoneNumber } }) => delete phoneNumber.pattern, "phoneNumber: pattern was"],
    [
      "another format",
      ({ properties: { endedAt } }) => Object.assign(endedAt, { format: "date" }),
      "endedAt: format was"
    ],
    ["no format", ({ properties: { endedAt } }) => delete endedAt.format, "endedAt: format was"],
    [
      "a lower bound",
      ({ properties: { attempt } }) => Object.assign(attempt, { minimum: -1 }),
      "attempt: minimum was 0"
    ],
    [
      "a new bound",
      ({ properties: { attempt } }) => Object.assign(attempt, { maximum: 9 }),
      "attempt: maximum was not"
    ],
    ["a required field less", ({ required }) => without(required, "outcome"), "outcome: was required, is optional"],
    [
      "a new required field",
      ({ properties, required }) => {
        properties.added = { type: "string" }
        required.push("added")
      },
      "added: is new, so it must be optional"
    ],
    [
      "fields of any name",
      (schema) => Object.assign(schema, { additionalProperties: true }),
      "additionalProperties was"
    ],
    ["another name", (schema) => Object.assign(schema, { $id: "urn:carillon:x" }), "the event: $id was"],
    ["another kind of thing", (schema) => Object.assign(schema, { type: "array" }), "the event: type was"]
  ])("reports %s", (_, change, expected) => {
    expect(breaksBetween(now, mutate(change))).toEqual([expect.stringContaining(expected)])
  })

  it("reports an optional field that became required, which old events may lack", () => {
    const old = mutate(({ required }) => without(required, "outcome"))
    expect(breaksBetween(old, now)).toEqual(["outcome: was optional, is required"])
  })

  it("reports every break at once", () => {
    const changed = mutate((schema) => {
      delete schema.properties.callSid
      schema.properties.attempt.type = "number"
    })
    expect(breaksBetween(now, changed)).toHaveLength(2)
  })

  it.each<[string, (schema: any) => void]>([
    ["nothing", () => undefined],
    ["a new optional field", ({ properties }) => Object.assign(properties, { added: { type: "string" } })],
    ["another description", (schema) => Object.assign(schema, { title: "Other", description: "Other" })],
    ["another description of a field", ({ properties: { status } }) => Object.assign(status, { description: "Other" })],
    ["no description of a field", ({ properties: { status } }) => delete status.description],
    ["other examples", ({ properties: { phoneNumber } }) => Object.assign(phoneNumber, { examples: ["+1234*67"] })],
    ["another order of fields", ({ required }) => required.reverse()],
    ["another order of values", ({ properties: { status } }) => status.enum.reverse()],
    ["another order of types", ({ properties: { callSid } }) => callSid.type.reverse()]
  ])("accepts %s", (_, change) => {
    expect(breaksBetween(now, mutate(change))).toEqual([])
  })
})

describe("npm run schemas", () => {
  const makeFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), "carillon-schemas-"))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    return folder
  }
  const run = (cwd: string) => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts/write-schemas.ts")], {
      cwd,
      encoding: "utf8"
    })
    return { status, stderr }
  }
  const written = (folder: string) =>
    readdirSync(join(folder, "schemas")).map((file) => read(join(folder, "schemas", file)))
  const change = (path: string, to: (schema: any) => void) => {
    const schema = read(path)
    to(schema)
    writeFileSync(path, JSON.stringify(schema))
  }

  it("writes files that are missing or have other descriptions", () => {
    const folder = makeFolder()
    expect(run(folder)).toEqual({ status: 0, stderr: "" })
    expect(written(folder)).toEqual(written(root))
    change(join(folder, "schemas/call-ended.v1.json"), (schema) => {
      schema.description = "Other"
    })
    expect(run(folder)).toEqual({ status: 0, stderr: "" })
    expect(written(folder)).toEqual(written(root))
  })

  it("reports changes that would break old consumers, and then writes nothing", () => {
    const folder = makeFolder()
    cpSync(join(root, "schemas"), join(folder, "schemas"), { recursive: true })
    change(join(folder, "schemas/call-ended.v1.json"), (schema) => {
      schema.description = "Other"
    })
    change(join(folder, "schemas/call-tagged.v1.json"), ({ properties, required }) => {
      properties.mood = { type: "string" }
      required.push("mood")
    })
    change(join(folder, "schemas/campaign-changed.v1.json"), ({ properties }) => properties.from.enum.pop())
    writeFileSync(join(folder, "schemas/call-dreamt.v1.json"), "{}")
    const before = written(folder)
    const { status, stderr } = run(folder)
    expect(status).toBe(1)
    expect(stderr.trimEnd().split("\n")).toEqual([
      "Old consumers would not survive this; make a new version of the topic.",
      "schemas/call-dreamt.v1.json: there is no such topic any more",
      "schemas/call-tagged.v1.json: mood: is gone",
      expect.stringMatching(/^schemas\/campaign-changed\.v1\.json: from: enum was \[.*\], is \[.*\]$/)
    ])
    expect(written(folder)).toEqual(before)
  })
})
