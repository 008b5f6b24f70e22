import { isIP } from "node:net"
import { isPublicAddress } from "./public-address.ts"

/**
 * Returns why a URL cannot be the target of a webhook, as the rest of a sentence that begins with the field's name, or
 * undefined. Does not resolve names: `GuardedHttp` does so at every delivery.
 */
export const webhookUrlProblem = (url: string, allowPrivate: boolean): string | undefined =>
  urlSyntaxProblem(url) ??
  (allowPrivate || !isForbiddenHost(new URL(url).hostname)
    ? undefined
    : "must point to a public address, not to localhost or a private, reserved or translated one")

/** Checks the syntax of a URL, the part of `webhookUrlProblem` that does not depend on the host. */
export const urlSyntaxProblem = (url: string): string | undefined => {
  if (url.length > maximumLength) return `must have at most ${maximumLength} characters`
  // The URL parser silently drops or rewrites these, and other parsers read them differently.
  if (/[\s\p{Cc}\\]/u.test(url)) return "must not contain spaces, control characters or backslashes"
  if (!/^https?:\/\/[^/]/i.test(url) || !URL.canParse(url))
    return "must be a full URL that begins with http:// or https://"
  const { username, password } = new URL(url)
  return username || password ? "must not contain a user name or password" : undefined
}

/** Whether a URL's host can be refused without a DNS lookup: localhost, or a literal address that is not public. */
export const isForbiddenHost = (hostname: string): boolean => {
  const address = literalAddress(hostname)
  return address === undefined ? /(^|\.)localhost\.*$/.test(hostname) : !isPublicAddress(address)
}

/** Returns the IP address of a URL's host, or undefined for a name. The URL parser has normalized the spelling. */
export const literalAddress = (hostname: string): string | undefined => {
  const address = hostname.replace(/^\[(.*)\]$/, "$1")
  return isIP(address) === 0 ? undefined : address
}

/**
 * Returns the origins of two URLs if they differ. A stored secret was given for the first one, and an admin who cannot
 * read it must not have it sent to a host of their choice either.
 */
export const movedOrigin = (before: string, after: string) => {
  const [from, to] = [new URL(before).origin, new URL(after).origin]
  return from === to ? undefined : { from, to }
}

const maximumLength = 2048
