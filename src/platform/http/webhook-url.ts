import { isIP } from "node:net"
import { isPublicAddress } from "./public-address.ts"

/**
 * Why a URL cannot be a webhook's target, as the rest of a sentence that begins with the field's name; undefined when it
 * can. Names are not resolved here: `GuardedHttp` does that at every delivery.
 */
export const webhookUrlProblem = (url: string, allowPrivate: boolean): string | undefined =>
  urlSyntaxProblem(url) ??
  (allowPrivate || !isForbiddenHost(new URL(url).hostname)
    ? undefined
    : "must point to a public address, not to localhost or a private, reserved or translated one")

/** The part of `webhookUrlProblem` that holds whatever the target is. */
export const urlSyntaxProblem = (url: string): string | undefined => {
  if (url.length > maximumLength) return `must have at most ${maximumLength} characters`
  // The URL parser drops or rewrites these in silence, and other parsers read them otherwise.
  if (/[\s\p{Cc}\\]/u.test(url)) return "must not contain spaces, control characters or backslashes"
  if (!/^https?:\/\/[^/]/i.test(url) || !URL.canParse(url))
    return "must be a full URL that begins with http:// or https://"
  const { username, password } = new URL(url)
  return username || password ? "must not contain a user name or password" : undefined
}

/** Whether a URL's host is by its spelling alone not a public one. */
export const isForbiddenHost = (hostname: string): boolean => {
  const address = literalAddress(hostname)
  return address === undefined ? /(^|\.)localhost\.*$/.test(hostname) : !isPublicAddress(address)
}

/** The IP address that a URL's host spells out; undefined for a name. The URL parser has made all spellings one. */
export const literalAddress = (hostname: string): string | undefined => {
  const address = hostname.replace(/^\[(.*)\]$/, "$1")
  return isIP(address) === 0 ? undefined : address
}

const maximumLength = 2048
