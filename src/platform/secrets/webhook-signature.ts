import { createHmac, randomBytes } from "node:crypto"
import { sameText } from "./same-text.ts"

/** Returns the Standard Webhooks headers of a delivery, with a signature by each of the secrets. */
export const signWebhook = (delivery: {
  /** The same for every attempt of one event. */
  readonly id: string
  readonly timestampSeconds: number
  readonly body: string
  readonly secrets: ReadonlyArray<string>
}) => ({
  "webhook-id": delivery.id,
  "webhook-timestamp": String(delivery.timestampSeconds),
  "webhook-signature": delivery.secrets
    .map((secret) => signature(secret, `${delivery.id}.${delivery.timestampSeconds}.`, delivery.body))
    .join(" ")
})

/** Returns why a received webhook is not signed with the secret, or undefined when it is. */
export const signatureProblem = (received: {
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The exact bytes of the body. */
  readonly body: Uint8Array
  readonly secret: string
  /** Time to compare the timestamp with; without it, any age is accepted. */
  readonly nowSeconds: number | undefined
}): string | undefined => {
  const { body, headers, nowSeconds, secret } = received
  const id = headers["webhook-id"]
  const timestamp = headers["webhook-timestamp"]
  const given = headers["webhook-signature"]
  if (!id || !timestamp || !given) return "webhook-id, webhook-timestamp or webhook-signature is missing"
  if (!/^\d{1,12}$/.test(timestamp)) return "webhook-timestamp is not a number of seconds"
  const age = nowSeconds === undefined ? 0 : Math.abs(nowSeconds - Number(timestamp))
  if (age > tolerance) return `webhook-timestamp is ${age} s from now; ${tolerance} are allowed`
  const ours = signature(secret, `${id}.${timestamp}.`, body)
  return given.split(" ").some((one) => sameText(one, ours)) ? undefined : "the signature is not that of this secret"
}

/** Maximum difference between the timestamp and now, s. */
const tolerance = 300

/** Whether a text has the form of a webhook secret. */
export const isWebhookSecret = (text: string): boolean => /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text)

export const newWebhookSecret = (): string => `${secretPrefix}${randomBytes(32).toString("base64")}`

const signature = (secret: string, head: string, body: string | Uint8Array): string =>
  // Passes the key as text: for bytes, Node first checks for a KeyObject, which takes longer than the signature itself.
  `v1,${createHmac("sha256", secret.slice(secretPrefix.length), { encoding: "base64" })
    .update(head)
    .update(body)
    .digest("base64")}`

const secretPrefix = "whsec_"
