import { assert, describe, it } from "@effect/vitest"
import { Duration, Option, Redacted, Schema } from "effect"
import { errorText, redact, redactField, redactText } from "../../../src/platform/secrets/redact.ts"

const fragments = [
  ..." ,;:=\"'`\\{}[]()<>&?/+@%-_",
  "\n",
  '\\"',
  "Bearer ",
  "authorization: ",
  '"x-api-key":"',
  "password=",
  "token => ",
  "{secret:",
  "credential: {",
  "phone=",
  "https://",
  "user:pass@",
  "%2B",
  "sk_live_",
  "adm_live_",
  "whsec_",
  "+1 ",
  "2026-11-20T10:00:00+05:30"
]
const Noise = Schema.Array(Schema.Union([Schema.Literals(fragments), Schema.String])).pipe(
  Schema.check(Schema.isMaxLength(8))
)
const E164 = Schema.String.check(Schema.isPattern(/^\+[1-9]\d{6,14}$/))
const ApiKey = Schema.String.check(Schema.isPattern(/^sk_live_[A-Za-z0-9]{32}$/))
const AdminToken = Schema.String.check(Schema.isPattern(/^adm_live_[A-Za-z0-9]{32}$/))
const WebhookSecret = Schema.String.check(Schema.isPattern(/^whsec_[A-Za-z0-9+/]{43}=$/))
const Opaque = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9]{20,40}$/))
const SecretName = Schema.Literals([
  "x-api-key",
  "X-Api-Key",
  "apiKey",
  "authorization",
  "Authorization",
  "credential",
  "credentials",
  "password",
  "token",
  "accessToken",
  "ADMIN_TOKEN",
  "client_secret",
  "webhookSecret",
  "set-cookie",
  "ENCRYPTION_KEY"
])

describe("redactText", () => {
  it.prop(
    "lets no planted number, key or secret through, wherever it stands",
    [Noise, Schema.Union([E164, ApiKey, AdminToken, WebhookSecret]), Noise],
    ([before, planted, after]) => {
      const text = redactText(before.join("") + planted + after.join(""))
      assert.notInclude(text, planted)
      assert.notInclude(text, planted.replace(/^\+|^sk_live_|^adm_live_|^whsec_/, ""))
    }
  )

  it.prop(
    "hides what follows the name of a secret",
    [Noise, SecretName, Schema.Literals([": ", "=", " = ", '": "', "' => '", '\\": \\"', ": Bearer ", " := "]), Opaque],
    ([before, name, between, secret]) => {
      const opening = between.at(-1) ?? ""
      // An open quote in the text before would belong to that text, not to the secret.
      const start = before.join("").replace(/["'`\\]/g, "")
      assert.notInclude(redactText(`${start} ${name}${between}${secret}${/["']/.test(opening) ? opening : ""}`), secret)
    }
  )

  it.prop(
    "changes nothing more when applied twice",
    [Noise, Schema.Union([E164, ApiKey, SecretName, Schema.String]), Noise],
    ([before, planted, after]) => {
      const once = redactText(before.join("") + planted + after.join(""))
      assert.strictEqual(redactText(once), once)
    }
  )

  it.prop(
    "leaves ids, times and amounts alone",
    [
      Schema.String.check(Schema.isUUID()),
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4e12 })),
      Schema.Int,
      Schema.Finite,
      Schema.BigInt
    ],
    ([id, time, count, amount, nanos]) => {
      const iso = new Date(time).toISOString()
      for (const text of [
        `contact ${id} at ${iso}`,
        `${count} rows in ${amount} ms`,
        `id=${id} count: ${count}`,
        `{"id":"${id}","at":"${iso}"}`,
        `${nanos}`
      ]) {
        if (!/[+]\d{7}/.test(text)) assert.strictEqual(redactText(text), text)
      }
    }
  )

  it("keeps the beginning and the last two digits of a number", () => {
    const cases = [
      ["+919812345610", "+9198******10"],
      ["call +14155552671.", "call +1415*****71."],
      ["short +1234567", "short +1****67"],
      ["?search=%2B919812345610", "?search=%2B9198******10"],
      ["+91 98123 45610", "+9198******10"],
      ["+1 (415) 555-2671, twice", "+1415*****71, twice"],
      ["+919812345610 2026-11-20T10:00:00Z", "+9198******10 2026-11-20T10:00:00Z"],
      ['"phoneNumber":"919812345610"', '"phoneNumber":"9198******10"']
    ] as const
    for (const [text, redacted] of cases) assert.strictEqual(redactText(text), redacted)
  })

  it("hides secrets and leaves the rest readable", () => {
    const cases = [
      ['{"password":"a\\"b","id":1}', '{"password":"<redacted>","id":1}'],
      ['{\\"secret\\":\\"x y\\",\\"id\\":2}', '{\\"secret\\":\\"<redacted>\\",\\"id\\":2}'],
      ["Authorization: Basic dXNlcjpwYXNz\nHost: a", "Authorization: <redacted>\nHost: a"],
      ["sent Bearer abc.def-ghi to it", "sent Bearer <redacted> to it"],
      ["postgres://carillon:p@ss@db:5432/x", "postgres://<redacted>@db:5432/x"],
      ["GET /v1/transcripts/9f8e7d6c?x=1", "GET /v1/transcripts/<redacted>?x=1"],
      ['{"token":null,"hasCredential":true,"id":7}', '{"token":null,"hasCredential":true,"id":7}'],
      ["credentials: {a: {b: 'x'}, c: 'y'}", "credentials: <redacted>"],
      ["key -----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY----- end", "key <redacted> end"],
      ["OpenAI sk-proj-abcdefghijklmnop", "OpenAI sk-<redacted>"]
    ] as const
    for (const [text, redacted] of cases) assert.strictEqual(redactText(text), redacted)
  })

  it("leaves plain text as it is", () => {
    for (const text of [
      "apiKeyId: 550e8400-e29b-41d4-a716-446655440000",
      "maxTokens: 512, prompt_tokens=80",
      "ENCRYPTION_KEY must be id:base64",
      "a task-management-for-everyone-here",
      "between 2026-11-20 10:00:00+00 and 2026-11-21T10:00:00+0530 12 calls",
      "took 00:00:12.345, 17 % of 1234567890123 bytes",
      "https://example.com/a@b?c=d"
    ]) {
      assert.strictEqual(redactText(text), text)
    }
  })

  // With quadratic instead of linear time, this would exceed the time limit of the test.
  it("completes on long hostile texts", () => {
    const pieces = [
      "token",
      "token ",
      "+1 ",
      "\\",
      "://a",
      "bearer ",
      'password="',
      "phone=1 ",
      "1-",
      'secret=\\"',
      "a.",
      "a=== "
    ]
    for (const piece of pieces) {
      for (const start of ["", "password= ", "authorization"])
        redactText(`${start + piece.repeat(1_000_000 / piece.length)}   `)
    }
  })
})

describe("redact", () => {
  it.prop(
    "lets nothing through from any depth",
    [Schema.Union([E164, ApiKey, AdminToken]), Schema.Array(Schema.Literals(["list", "field", "error", "map", "key"]))],
    ([planted, path]) => {
      const value = path.reduceRight<unknown>((inner, step) => {
        if (step === "list") return [1, inner]
        if (step === "error") return new Error(`for ${JSON.stringify(inner)}`, { cause: inner })
        if (step === "map") return new Map([["a", inner]])
        if (step === "key") return { [`of ${JSON.stringify(inner)}`]: true }
        return { at: new Date(0), inner }
      }, planted)
      assert.notInclude(JSON.stringify(redact(value)), planted)
    }
  )

  it.prop("hides everything under a secret's name", [SecretName, Opaque], ([name, secret]) => {
    const values = [
      secret,
      [secret],
      { deep: [{ secret }] },
      new Map([["x", secret]]),
      Option.some(secret),
      new Error(secret)
    ]
    for (const value of values) assert.notInclude(JSON.stringify(redact({ [name]: value })), secret)
  })

  it("keeps plain data", () => {
    const plain = { id: "x1", count: 3, ok: true, none: null, apiKeyId: "k1", tokens: 80, list: ["a", { b: 1.5 }] }
    assert.deepStrictEqual(redact(plain), plain)
    assert.deepStrictEqual(redact({ at: new Date(0), big: 5n, bytes: new Uint8Array(3) }), {
      at: "1970-01-01T00:00:00.000Z",
      big: "5",
      bytes: "<3 bytes>"
    })
    assert.deepStrictEqual(redact(Duration.seconds(3)), { _id: "Duration", _tag: "Millis", millis: 3000 })
  })

  it("masks Redacted values and numbers under a phone's name", () => {
    assert.deepStrictEqual(redact({ a: Redacted.make("x"), phone: 919812345610, phones: ["91 98123 45610"] }), {
      a: "<redacted>",
      phone: "9198******10",
      phones: ["9198******10"]
    })
    assert.strictEqual(redactField("http.request.header.x-api-key", "abc"), "<redacted>")
  })

  it("survives values that cannot be printed", () => {
    const cyclic: Record<string, unknown> = {}
    cyclic.self = cyclic
    const hostile = {
      get broken() {
        throw new Error("no")
      }
    }
    const wide = Array.from({ length: 100_000 }, () => ({ a: 1 }))
    for (const value of [cyclic, hostile, wide, Symbol("s"), () => 1, { toJSON: () => cyclic }, { ["__proto__"]: 1 }]) {
      assert.isString(JSON.stringify(redact(value)))
    }
    assert.isBelow(JSON.stringify(redact(wide)).length, 2_000_000)
  })
})

describe("errorText", () => {
  it("prints the error and its causes in short, without secrets", () => {
    const error = new Error("cannot reach +919812345610", { cause: new TypeError("password=hunter2 refused") })
    assert.strictEqual(errorText(error), "Error: cannot reach +9198******10 <- TypeError: password=<redacted> refused")
    assert.match(errorText(new RangeError("x"), 2), /^RangeError: x at .+ at .+/)
    class Refused extends Schema.TaggedError<Refused>()("Refused", { host: Schema.String, token: Schema.String }) {}
    assert.strictEqual(errorText(new Refused({ host: "a", token: "b" })), 'Refused {"host":"a","token":"<redacted>"}')
    assert.match(errorText(new AggregateError([new Error("one"), new Error("two")])), /<- Error: one <- Error: two/)
  })
})
