import { createHmac } from "node:crypto"
import { sameText } from "../../platform/secrets/same-text.ts"

export type Form = ReadonlyArray<readonly [name: string, value: string]>

/** Computes the X-Twilio-Signature of a form that is posted to a URL. */
export const twilioSignature = (authToken: string, url: string, form: Form): string => {
  const hmac = createHmac("sha1", authToken).update(url)
  // Like Twilio, counts a repeated pair of name and value once.
  const pairs = [...new Map(form.map((pair) => [JSON.stringify(pair), pair])).values()]
  for (const [name, value] of pairs.sort(byNameAndValue)) hmac.update(name + value)
  return hmac.digest("base64")
}

export const isSignedByTwilio = (authToken: string, url: string, form: Form, signature: string): boolean =>
  sameText(twilioSignature(authToken, url, form), signature)

/** Whether the signature proves that Twilio opens the websocket. */
export const isOpenedByTwilio = (authToken: string, url: string, signature: string): boolean =>
  streamUrls(url).some((one) => isSignedByTwilio(authToken, one, [], signature))

/**
 * Returns the forms in which Twilio may sign a websocket URL: with the default port added, or with
 * a final slash.
 */
export const streamUrls = (url: string): ReadonlyArray<string> => {
  const withPort = url.replace(/^(wss:\/\/[^/:]+)(?=\/)/, "$1:443")
  return [url, `${url}/`, withPort, `${withPort}/`]
}

// Compares by code units, independent of the locale.
const byNameAndValue = (one: Form[number], other: Form[number]) =>
  compare(one[0], other[0]) || compare(one[1], other[1])

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
