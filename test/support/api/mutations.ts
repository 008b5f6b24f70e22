/** A seeded source of numbers in [0, 1). */
type Random = () => number

export const oneOf = <A>(random: Random, items: ReadonlyArray<A>): A => items[below(random, items.length)] as A

const below = (random: Random, end: number) => Math.floor(random() * end)

/**
 * Changes a body so that it is wrong somewhere: another value, an additional key, or text that is
 * no longer JSON. `ids` are strange ids to put into it, `fields` the names of fields that it may
 * have.
 */
export const mutateBody = (
  random: Random,
  body: unknown,
  ids: ReadonlyArray<string>,
  fields: ReadonlyArray<string>
): string | Uint8Array => {
  if (typeof body === "string" || body instanceof Uint8Array) return spoilText(random, body)
  const strange = () =>
    oneOf(random, [
      () => JSON.stringify(oneOf(random, ids)),
      () => oneOf(random, unfit),
      () => oneOf(random, strangeJson)
    ])()
  if (body === undefined || random() < 0.1) return strange()
  const text =
    random() < 0.6
      ? replaceInside(random, body, strange())
      : addField(random, JSON.stringify(body), fields, random() < 0.5 ? strange() : `{"any":[${strange()}]}`)
  return random() < 0.2 ? spoilText(random, text) : text
}

/** Strange path segments, to replace ids or to be appended. */
export const strangeSegments: ReadonlyArray<string> = [
  "x".repeat(5_000),
  "%",
  "%zz",
  "%00",
  "a%00b",
  "%2F",
  "%2e%2e%2f%2e%2e",
  "..",
  ".",
  "%5c",
  "%ff%fe",
  "%C0%AF",
  "%ED%A0%80",
  "%E2%80%AE",
  "%0d%0aX-Injected:1",
  "%25%30%30",
  "a;b=c",
  "*",
  ":id",
  "{id}",
  "%F0%9F%98%80",
  "constructor",
  "__proto__",
  "-0",
  "1e9",
  "NaN",
  "%20",
  "'--"
]

export const mutatePath = (random: Random, path: string): string =>
  oneOf(random, [
    (text: string) => text.replace(/[^/]+$/, oneOf(random, strangeSegments)),
    (text: string) => `${text}/${oneOf(random, strangeSegments)}`,
    (text: string) => `${text}/`,
    (text: string) => text.replaceAll("/", "//"),
    (text: string) => text.toUpperCase(),
    (text: string) => `/%2e${text}`,
    (text: string) => `http://elsewhere.example${text}`
  ])(path)

/** Makes a strange query. `names` are the parameters that the operation knows. */
export const strangeQuery = (random: Random, names: ReadonlyArray<string>): string => {
  const parameter = () => {
    const name = oneOf(random, [...names, ...names, "page", "limit", "search", "page[]", "__proto__", "%00", "%zz", ""])
    return `${name}=${oneOf(random, strangeQueryValues)}`
  }
  return `?${Array.from({ length: 1 + below(random, 3) }, parameter).join("&")}`
}

const strangeQueryValues = [
  "",
  "0",
  "-1",
  "1.5",
  "1e3",
  "0x10",
  "+1",
  "%201",
  "01",
  "NaN",
  "Infinity",
  "null",
  "undefined",
  "100",
  "101",
  "2147483647",
  "2147483648",
  "9007199254740993",
  "99999999999999999999",
  "1&page=2&page=3",
  "%00",
  "a%00b",
  "%zz",
  "%",
  "%ED%A0%80",
  "%ff",
  "%25",
  "_",
  "%5c",
  "'",
  "%27%20or%201=1--",
  "%F0%9F%98%80",
  "a".repeat(255),
  "a".repeat(256),
  "a".repeat(1_000)
]

export const strangeHeaders = (random: Random): Record<string, string> => {
  // The content type matters most, so it is chosen more often.
  const name = random() < 0.25 ? "content-type" : oneOf(random, Object.keys(strangeHeaderValues))
  return { [name]: oneOf(random, strangeHeaderValues[name] as ReadonlyArray<string>) }
}

const odd = ["", " ", "x".repeat(256), "x".repeat(4_000), "a b", "\u00ff\u00e9", "null", "__proto__", "%00", '"', ","]

const strangeHeaderValues: Readonly<Record<string, ReadonlyArray<string>>> = {
  "content-type": [
    "",
    "text/plain",
    "application/json; charset=utf-16",
    "application/json; charset=\u00ff",
    "APPLICATION/JSON",
    "application/json, text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "multipart/form-data; boundary=",
    "multipart/form-data; boundary=other",
    `multipart/form-data; boundary=${"b".repeat(5_000)}`,
    "multipart/mixed; boundary=boundary",
    ";",
    "x".repeat(4_000)
  ],
  "content-encoding": ["gzip", "br", "deflate", "identity", "x", "gzip, gzip"],
  "idempotency-key": odd,
  "x-request-id": [...odd, "ok-1", "a".repeat(128), "a".repeat(129)],
  "x-api-key": [...odd, `sk_live_${"a".repeat(32)}`],
  authorization: [...odd, "Bearer", "Bearer ", "Basic Og==", "Bearer a b"],
  accept: ["", "text/html", "image/png", "x".repeat(4_000)],
  "accept-encoding": ["gzip", "x", "*;q=0"],
  expect: ["100-continue", "200-ok", "x"],
  range: ["bytes=0-0", "bytes=x"],
  "if-none-match": ["*"],
  "if-modified-since": ["x"],
  origin: ["null", "https://elsewhere.example"],
  host: ["", "elsewhere.example", "x:99999", "[", "a b"],
  traceparent: ["x", "00-00000000000000000000000000000000-0000000000000000-00"],
  b3: ["x", "0"],
  cookie: ["=", "a=%zz", "x".repeat(4_000)],
  "x-forwarded-for": ["x", "127.0.0.1, 10.0.0.1"],
  "x-http-method-override": ["DELETE"]
}

/** JSON values that the database cannot store. */
const unfit: ReadonlyArray<string> = [
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00x"',
  '{"\\u0000":1}',
  '{"\\ud800":1}',
  "1e999"
]

/** Strange JSON values. */
const strangeJson: ReadonlyArray<string> = [
  "null",
  "true",
  "0",
  "-0",
  "-1",
  "0.1",
  "1e308",
  "-1e308",
  "5e-324",
  "2147483648",
  "9007199254740993",
  "12345678901234567890123",
  '""',
  '" "',
  '"\\ud83d\\ude00"',
  '"\\u202e\\u200b"',
  '"%_\\\\"',
  '"\'; drop table contacts; --"',
  '"+91"',
  '"+919812345678"',
  '"2026-13-45T25:00:00Z"',
  '"0000-01-01T00:00:00.000Z"',
  '"+275760-09-13T00:00:00.001Z"',
  '"http://169.254.169.254/"',
  '"http://[::1"',
  `"${"x".repeat(256)}"`,
  `"${"\u{1f600}".repeat(10_000)}"`,
  `"${"x".repeat(200_000)}"`,
  "[]",
  "[null]",
  "[[]]",
  "{}",
  '{"length":1}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"toString":1,"valueOf":2,"toJSON":3}',
  '{"":""}',
  "[".repeat(40) + "]".repeat(40),
  `${'{"a":'.repeat(33)}1${"}".repeat(33)}`,
  "[".repeat(20_000) + "]".repeat(20_000),
  `[${"0,".repeat(20_000)}0]`,
  `{${Array.from({ length: 2_000 }, (_, index) => `"k${index}":${index}`).join()}}`
]

const replaceInside = (random: Random, body: unknown, json: string): string => {
  const copy = structuredClone({ body })
  const places: Array<readonly [any, string]> = []
  const enter = (parent: any) => {
    for (const key of Object.keys(parent)) {
      places.push([parent, key])
      if (typeof parent[key] === "object" && parent[key] !== null) enter(parent[key])
    }
  }
  enter(copy)
  const [parent, key] = oneOf(random, places)
  if (random() < 0.15 && parent !== copy) delete parent[key]
  else parent[key] = random() < 0.1 ? [parent[key], marker] : marker
  return JSON.stringify(copy.body).replace(JSON.stringify(marker), () => json)
}

const marker = "the value to replace"

// Adds a field to any of the body's objects, possibly a duplicate.
const addField = (random: Random, text: string, fields: ReadonlyArray<string>, json: string): string => {
  const field = oneOf(random, [...fields, ...fields, "__proto__", "constructor", "id", "organizationId", "unknown"])
  const [before = "", ...after] = text.split("{")
  const at = below(random, after.length)
  return after.reduce((whole, part, index) => `${whole}{${index === at ? `"${field}":${json},` : ""}${part}`, before)
}

const spoilText = (random: Random, whole: string | Uint8Array): string | Uint8Array => {
  const text = Buffer.from(whole).toString()
  const at = below(random, text.length + 1)
  const bytes = () => Buffer.from(text)
  const insert = (part: Uint8Array) => Buffer.concat([bytes().subarray(0, at), part, bytes().subarray(at)])
  return oneOf<() => string | Uint8Array>(random, [
    () => "",
    () => text.slice(0, at),
    () => text.slice(at),
    () => text + text,
    () => `${text}\0`,
    () => `\ufeff${text}`,
    () => insert(Buffer.from([0])),
    () => insert(Buffer.from([0xff, 0xfe, 0xc0])),
    () => insert(Buffer.from([0xed, 0xa0, 0x80])),
    () =>
      insert(Buffer.from(oneOf(random, ["{", "}", "[", "]", '"', ",", ":", "\\", "\r\n", "--boundary", ";", "NaN"]))),
    () => Buffer.from(text, "utf16le"),
    () => "x".repeat(1024 * 1024 + 1)
  ])()
}
