import { randomBytes } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { Webhook } from "standardwebhooks"
import { newWebhookSecret, signWebhook } from "../../../src/platform/secrets/webhook-signature.ts"

const verify = (secret: string, body: string, headers: Record<string, string>) =>
  new Webhook(secret).verify(body, headers, { jsonParse: false })
const now = () => Math.floor(Date.now() / 1000)

describe("signWebhook", () => {
  it("returns the published signature of the published example", () => {
    assert.deepStrictEqual(
      signWebhook({
        id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
        timestampSeconds: 1614265330,
        body: '{"test": 2432232314}',
        secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"]
      }),
      {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
      }
    )
  })

  it.prop(
    "is verified by the library over any body",
    [Schema.String],
    ([body]) => {
      const secret = newWebhookSecret()
      verify(secret, body, signWebhook({ id: "msg_1", timestampSeconds: now(), body, secrets: [secret] }))
    },
    { arbitrary: { runs: 1000 } }
  )

  it("is verified over empty, foreign and large bodies", () => {
    const secret = newWebhookSecret()
    const large = randomBytes(768 * 1024).toString("base64")
    assert.strictEqual(large.length, 1024 * 1024)
    for (const body of ["", " ", "नमस्ते 🔔 é", '{"a":"\\u0000"}', "\0", "a\r\nb", large]) {
      verify(secret, body, signWebhook({ id: "msg_1", timestampSeconds: now(), body, secrets: [secret] }))
    }
  })

  it("verifies with both secrets during a rotation, and with no other", () => {
    const [fresh, old, foreign] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()]
    const headers = signWebhook({ id: "msg_2", timestampSeconds: now(), body: "{}", secrets: [fresh, old] })
    assert.match(headers["webhook-signature"], /^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/)
    verify(fresh, "{}", headers)
    verify(old, "{}", headers)
    assert.throws(() => verify(foreign, "{}", headers), "No matching signature found")
  })

  it("covers the id, the time and the body", () => {
    const secret = newWebhookSecret()
    const headers = signWebhook({ id: "msg_3", timestampSeconds: now(), body: "{}", secrets: [secret] })
    assert.throws(() => verify(secret, "{ }", headers))
    assert.throws(() => verify(secret, "{}", { ...headers, "webhook-id": "msg_4" }))
    assert.throws(() => verify(secret, "{}", { ...headers, "webhook-timestamp": String(now() - 1) }))
  })

  it("is refused as too old after five minutes", () => {
    const secret = newWebhookSecret()
    const headers = signWebhook({ id: "msg_5", timestampSeconds: now() - 301, body: "{}", secrets: [secret] })
    assert.throws(() => verify(secret, "{}", headers), "Message timestamp too old")
  })
})

describe("newWebhookSecret", () => {
  it("is 32 random bytes in the standard's form", () => {
    const secrets = Array.from({ length: 100 }, newWebhookSecret)
    assert.strictEqual(new Set(secrets).size, 100)
    for (const secret of secrets) {
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      assert.strictEqual(Buffer.from(secret.slice(6), "base64").length, 32)
    }
  })
})
