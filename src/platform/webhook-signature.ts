import { createHmac, randomBytes } from "node:crypto"

/** The Standard Webhooks headers of one delivery, signed with every secret that is valid now. */
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
    .map((secret) => signature(secret, `${delivery.id}.${delivery.timestampSeconds}.${delivery.body}`))
    .join(" ")
})

export const newWebhookSecret = (): string => `${secretPrefix}${randomBytes(32).toString("base64")}`

const signature = (secret: string, content: string): string =>
  `v1,${createHmac("sha256", Buffer.from(secret.slice(secretPrefix.length), "base64"))
    .update(content)
    .digest("base64")}`

const secretPrefix = "whsec_"
