import { randomInt } from "node:crypto"

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

/** Returns a new random token, of 190 bits. The prefix shows people and scanners what kind of token it is. */
export const newToken = (prefix: string): string =>
  `${prefix}${Array.from({ length: 32 }, () => alphabet[randomInt(alphabet.length)]).join("")}`

/** The first characters of a token, by which people recognise it: too few to guess the rest. */
export const tokenPrefix = (token: string): string => token.slice(0, token.length - 28)
