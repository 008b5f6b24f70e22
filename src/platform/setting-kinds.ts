import { Config, Redacted, Schema } from "effect"

/** Reads and checks a setting; `expected` completes the sentence "NAME must be …". */
export const setting = <A>(name: string, expected: string, parse: (text: string) => A | undefined) =>
  Config.schema(
    Schema.String.check(
      Schema.makeFilter((text) => (parse(text) === undefined ? `${name} must be ${expected}` : undefined))
    ),
    name
  ).pipe(Config.map((text) => parse(text) as A))

export const text = (name: string) => setting(name, "a text", (value) => value)
export const secret = (name: string) =>
  setting(name, "more than blanks, or empty", (value) => (value.trim() === "" ? undefined : Redacted.make(value)))
/** A secret that is sent in a header of HTTP. */
export const apiKey = (name: string) =>
  setting(name, "a key on one line, without characters that an HTTP header cannot carry, or empty", (value) =>
    value.trim() === "" || !/^[\t\x20-\x7e\x80-\xff]+$/.test(value) ? undefined : Redacted.make(value)
  )
export const integer = (name: string, minimum: number, maximum: number) =>
  setting(name, `a whole number from ${minimum} to ${maximum}`, (value) => {
    const number = Number(value)
    return Number.isInteger(number) && number >= minimum && number <= maximum ? number : undefined
  })
export const oneOf = <const A extends string>(name: string, values: ReadonlyArray<A>) =>
  setting(name, `one of ${values.join(", ")}`, (value) => values.find((one) => one === value.toLowerCase()))
export const flag = (name: string) =>
  setting(name, "1 or 0 (or true or false)", (value) =>
    /^(1|true|yes|on)$/i.test(value) ? { on: true } : /^(0|false|no|off)$/i.test(value) ? { on: false } : undefined
  ).pipe(
    Config.map(({ on }) => on),
    Config.withDefault(false)
  )
export const url = (name: string, ...protocols: ReadonlyArray<string>) =>
  setting(name, `a URL that begins with ${protocols.map((one) => `${one}://`).join(" or ")}`, (value) =>
    urlOfProtocols(value, protocols)
  )
export const httpUrl = (name: string) => url(name, "http", "https")

const urlOfProtocols = (value: string, protocols: ReadonlyArray<string>) =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol.slice(0, -1))
    ? value.replace(/\/+$/, "")
    : undefined

/** The URL of an API. Paths are appended, such as /chat/completions. */
export const apiUrl = (name: string) =>
  setting(name, "a URL that begins with http:// or https://, without query and fragment", (value) =>
    /[?#]/.test(value) ? undefined : urlOfProtocols(value, ["http", "https"])
  )

/** The address of websockets, without a path: each vendor's protocol has paths and queries of its own. */
export const socketUrl = (name: string) =>
  setting(name, "a URL that begins with wss:// or ws://, without a path", (value) => {
    const url = /[?#]/.test(value) ? undefined : urlOfProtocols(value, ["wss", "ws"])
    return url !== undefined && new URL(url).pathname === "/" ? url : undefined
  })

/** The address of a service without a path. A plain host may leave out the port and means TLS. */
export const endpoint = (name: string) =>
  setting(name, "host, host:port, or an http or https URL without a path", (value) => {
    const url = URL.parse(value.includes("://") ? value : `https://${value}`)
    const isPlain = url !== null && /^https?:\/\/[^/?#@]+\/?$/.test(url.href)
    const isHost = isPlain && /^([\w-]+(\.[\w-]+)*\.?|\[[\da-f:.]+\])$/.test(url.hostname)
    return isHost && /^https?:$/.test(url.protocol) && !/[?#]/.test(value) ? value : undefined
  })

/** Reads a URL to which paths are appended. Carriers sign the result, so it has only one valid spelling. */
export const baseUrl = (value: string) => {
  const given = URL.parse(value)
  if (given === null || !/^https?:$/.test(given.protocol)) return undefined
  const base = `${given.origin}${given.pathname}`
  return given.href === base && /^[\w.~%/-]*$/.test(given.pathname) ? base.replace(/\/+$/, "") : undefined
}

export const list = (name: string, expected: string, pattern: RegExp) =>
  setting(name, expected, (value) => {
    const items = value.split(",").map((item) => item.trim())
    return items.every((item) => pattern.test(item)) ? items : undefined
  })
