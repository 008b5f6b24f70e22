import { describe, expect, test } from "vitest"
import {
  bodyTemplateProblem,
  fillBody,
  fillUrl,
  unknownPlaceholders,
  urlTemplateProblem
} from "../../../src/domain/tools/request-template.ts"
import { makeRandom } from "../../support/random.ts"

const values = (
  argument: Readonly<Record<string, unknown>> = {},
  metadata: Readonly<Record<string, unknown>> = {}
) => ({
  argument,
  contact: { name: "Asha Rao", firstName: "Asha", metadata },
  call: { id: "c1" }
})

describe("a URL template", () => {
  test.each([
    "https://crm.example",
    "https://crm.example:8443/a/{{argument.day}}?of={{contact.metadata.birth-city}}",
    "http://crm.example?q={{ call.id }}"
  ])("%s is one", (template) => expect(urlTemplateProblem(template)).toBeUndefined())

  test.each([
    ["{{argument.scheme}}://crm.example/", /full URL/],
    ["https://{{argument.host}}/", /full URL/],
    ["https://crm.example{{argument.rest}}", /full URL/],
    ["https://crm.example:{{argument.port}}/", /full URL/],
    ["https://crm.example\\@evil.example/", /full URL/],
    ["ftp://crm.example/", /full URL/],
    ["/slots", /full URL/],
    ["https://crm.example/{day}", /brace/],
    ["https://crm.example/{{argument.day}", /brace/],
    ["https://crm.example/#x", /fragment/]
  ])("%s is none", (template, problem) => expect(urlTemplateProblem(template)).toMatch(problem))

  test("is filled with encoded values", () => {
    const filled = fillUrl(
      "https://crm.example/{{argument.day}}/x?q={{contact.name}}&r={{argument.none}}",
      values({ day: "a/b?c#d%" })
    )
    expect(filled).toEqual({ url: "https://crm.example/a%2Fb%3Fc%23d%25/x?q=Asha%20Rao&r=" })
  })

  test.each([".", "..", "%2e", "%2E%2e"])("is not filled with %s, which would change its path", (day) => {
    const filled = fillUrl("https://crm.example/slots/{{argument.day}}/x", values({ day }))
    if ("url" in filled) expect(new URL(filled.url).pathname).toMatch(/^\/slots\/[^/]+\/x$/)
    else expect(filled.problem).toContain("{{argument.day}} cannot be")
  })

  test("is not filled without a value that its path needs", () => {
    expect(fillUrl("https://crm.example/{{argument.day}}", values())).toEqual({
      problem: "argument.day has no value, and the path of the request needs one"
    })
  })

  test("leads to the host and the path that it names, whatever the values are", () => {
    const random = makeRandom(Number(process.env.TEST_SEED))
    const letters = [..."./\\?#%@:&=;+ \n\t\0{}[]\"'2eEfF", "\ud800", "é", "。", "．", "/../", "{{call.id}}"]
    for (let round = 0; round < 2_000; round++) {
      const text = () =>
        Array.from({ length: 1 + Math.floor(random() * 6) }, () => letters[Math.floor(random() * letters.length)]).join(
          ""
        )
      const filled = fillUrl(
        "https://crm.example/a/{{argument.one}}/b-{{argument.one}}?q={{argument.two}}",
        values({ one: text(), two: text() })
      )
      if ("problem" in filled) continue
      const { hash, origin, pathname, searchParams } = new URL(filled.url)
      expect([origin, hash, [...searchParams.keys()]], filled.url).toEqual(["https://crm.example", "", ["q"]])
      expect(pathname, filled.url).toMatch(/^\/a\/[^/]+\/b-[^/]+$/)
    }
  })
})

describe("a body template", () => {
  test("becomes JSON with values of their own type, and texts within texts", () => {
    const template = `{"day":"{{argument.day}}","n":"{{ argument.count }}","list":["{{argument.list}}", 1],
      "text":"for {{contact.firstName}} of {{contact.metadata.city}}","none":"{{argument.none}}"}`
    const filled = fillBody(template, values({ day: 'x","admin":"y', count: 3, list: [1, 2] }, { city: "Pune" }))
    expect(JSON.parse(filled)).toEqual({
      day: 'x","admin":"y',
      n: 3,
      list: [[1, 2], 1],
      text: "for Asha of Pune",
      none: null
    })
  })

  test("keeps the numbers of the template as they are written", () => {
    const template = '{"account":12345678901234567890,"limit":10.50,"name":"x"}'
    expect(fillBody(template, values())).toBe(template)
  })

  test("does not fill a value that looks like a placeholder", () => {
    const filled = fillBody('{"a":"{{argument.a}} {{argument.b}}"}', values({ a: "{{argument.b}}", b: "secret" }))
    expect(JSON.parse(filled)).toEqual({ a: "{{argument.b}} secret" })
  })

  test("reads own properties only", () => {
    const filled = fillBody('["{{argument.constructor}}","{{contact.metadata.__proto__}}"]', values())
    expect(JSON.parse(filled)).toEqual([null, null])
  })

  test("must be JSON", () => {
    expect(bodyTemplateProblem('{"day": {{argument.day}}}')).toMatch(/must be JSON/)
    expect(bodyTemplateProblem('{"day": "{{argument.day}}"}')).toBeUndefined()
  })
})

test("placeholders must name an argument, or what every request knows", () => {
  const template = "{{argument.day}}{{argument.hour}}{{contact.name}}{{contact.metadata.a.b}}{{call.id}}{{call.epoch}}"
  expect(unknownPlaceholders(`${template}{{contact.organizationId}}{{other.x}}`, ["day"])).toEqual([
    "argument.hour",
    "call.epoch",
    "contact.organizationId",
    "other.x"
  ])
})
