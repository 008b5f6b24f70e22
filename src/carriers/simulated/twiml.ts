/** Steps of a call after the answer, one after another. */
export type Verb =
  | {
      readonly verb: "stream"
      readonly url: string
      readonly parameters: Readonly<Record<string, string>>
    }
  | { readonly verb: "pause"; readonly seconds: number }
  /** Rings a target and connects it, or waits in a room for another call; then asks `action` for the next steps. */
  | {
      readonly verb: "dial"
      readonly to: { readonly target: string } | { readonly room: string }
      readonly callerId: string
      readonly ringSeconds: number
      readonly limitSeconds: number
      readonly action: string | null
    }
  | { readonly verb: "say"; readonly text: string }
  /** Says a text and waits for a key, which it reports to `action`. */
  | { readonly verb: "gather"; readonly text: string; readonly seconds: number; readonly action: string }
  | { readonly verb: "hang up" }

/** Reads the part of TwiML that the line supports; undefined for any other document. */
export const readTwiml = (document: string): ReadonlyArray<Verb> | undefined => {
  const response = readElement(document)
  if (response?.name !== "Response" || !hasOnly(response, []) || !hasTextInPlaceOnly(response)) return undefined
  const verbs = response.children.map(readVerb)
  return verbs.every((verb) => verb !== undefined) ? verbs : undefined
}

const hasTextInPlaceOnly = ({ children, name, text }: Element): boolean =>
  (text.trim() === "" || withText.includes(name)) && children.every(hasTextInPlaceOnly)

const withText: ReadonlyArray<string> = ["Number", "Sip", "Conference", "Say"]

const readVerb = (element: Element): Verb | undefined => {
  switch (element.name) {
    case "Connect":
      return readConnect(element)
    case "Pause":
      return readPause(element)
    case "Dial":
      return readDial(element)
    case "Say":
      return readSay(element)
    case "Gather":
      return readGather(element)
    case "Hangup":
      return isEmpty(element) && hasOnly(element, []) ? { verb: "hang up" } : undefined
    default:
      return undefined
  }
}

const readPause = (element: Element): Verb | undefined => {
  const length = element.attributes.get("length") ?? "1"
  if (!isEmpty(element) || !hasOnly(element, ["length"]) || !/^\d{1,5}$/.test(length)) return undefined
  return { verb: "pause", seconds: Number(length) }
}

const readDial = (dial: Element): Verb | undefined => {
  const [target, ...more] = dial.children
  if (!hasOnly(dial, ["action", "callerId", "timeout", "timeLimit"]) || target === undefined || more.length > 0) {
    return undefined
  }
  const to = readTarget(target)
  const [ringSeconds, limitSeconds] = [secondsOf(dial, "timeout", "30"), secondsOf(dial, "timeLimit", "14400")]
  if (to === undefined || ringSeconds === undefined || limitSeconds === undefined) return undefined
  const { attributes } = dial
  const callerId = attributes.get("callerId") ?? ""
  return { verb: "dial", to, callerId, ringSeconds, limitSeconds, action: attributes.get("action") ?? null }
}

const readTarget = (target: Element) => {
  const text = target.text.trim()
  if (!isEmpty(target) || text === "") return undefined
  switch (target.name) {
    case "Number":
    case "Sip":
      return hasOnly(target, []) ? { target: text } : undefined
    case "Conference":
      return hasOnly(target, ["beep", "endConferenceOnExit", "maxParticipants"]) ? { room: text } : undefined
    default:
      return undefined
  }
}

const readSay = (say: Element): Verb | undefined =>
  isEmpty(say) && hasOnly(say, ["language"]) ? { verb: "say", text: say.text.trim() } : undefined

const readGather = (gather: Element): Verb | undefined => {
  const seconds = secondsOf(gather, "timeout", "5")
  const says = gather.children.map(readVerb)
  const action = gather.attributes.get("action")
  if (!hasOnly(gather, ["action", "input", "numDigits", "timeout"]) || action === undefined) return undefined
  if (gather.attributes.get("input") !== "dtmf" || gather.attributes.get("numDigits") !== "1") return undefined
  if (seconds === undefined || !says.every((one) => one?.verb === "say")) return undefined
  return { verb: "gather", text: says.map(({ text }) => text).join(" "), seconds, action }
}

const secondsOf = ({ attributes }: Element, name: string, usual: string): number | undefined => {
  const written = attributes.get(name) ?? usual
  return /^[1-9]\d{0,4}$/.test(written) ? Number(written) : undefined
}

const readConnect = (connect: Element): Verb | undefined => {
  const [stream, ...more] = connect.children
  if (!hasOnly(connect, []) || stream?.name !== "Stream" || more.length > 0) return undefined
  const url = stream.attributes.get("url") ?? ""
  const isParameter = (child: Element) =>
    child.name === "Parameter" && isEmpty(child) && hasOnly(child, ["name", "value"]) && child.attributes.size === 2
  if (!hasOnly(stream, ["url"]) || !isStreamUrl(url) || !stream.children.every(isParameter)) return undefined
  const parameters = stream.children.map(({ attributes }) => [attributes.get("name"), attributes.get("value")])
  return { verb: "stream", url, parameters: Object.fromEntries(parameters) }
}

// Like Twilio, the line accepts no query: it would be dropped.
const isStreamUrl = (url: string) => /^wss?:\/\/[^?#]+$/.test(url) && URL.canParse(url)

interface Element {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: Array<Element>
  /** The text directly in the element. */
  text: string
}

const isEmpty = ({ children }: Element) => children.length === 0
const hasOnly = ({ attributes }: Element, names: ReadonlyArray<string>) =>
  [...attributes.keys()].every((name) => names.includes(name))

const declaration = /^\uFEFF?\s*(?:<\?xml\s[^?>]*\?>)?/
const tag = /([^<]*)<(\/?)([A-Za-z]+)((?:\s+[A-Za-z]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const attribute = /([A-Za-z]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** Parses a document that has one root element, with elements, attributes and text. */
const readElement = (document: string): Element | undefined => {
  const outside: Element = { name: "", attributes: new Map(), children: [], text: "" }
  const open = [outside]
  const text = document.replace(declaration, "").trimEnd()
  tag.lastIndex = 0
  while (tag.lastIndex < text.length) {
    const [, before = "", closing, name = "", written = "", closed] = tag.exec(text) ?? []
    const said = readEntities(before)
    const around = open.at(-1)
    if (name === "" || said === undefined || around === undefined) return undefined
    around.text += said
    const attributes = readAttributes(written)
    if (attributes === undefined) return undefined
    if (closing) {
      if (written !== "" || closed || open.length === 1 || open.pop()?.name !== name) return undefined
      continue
    }
    const element: Element = { name, attributes, children: [], text: "" }
    around.children.push(element)
    if (!closed) open.push(element)
  }
  const isWhole = open.length === 1 && outside.text.trim() === "" && outside.children.length === 1
  return isWhole ? outside.children[0] : undefined
}

const readAttributes = (written: string): ReadonlyMap<string, string> | undefined => {
  const attributes = new Map<string, string>()
  for (const [, name = "", quoted, single] of written.matchAll(attribute)) {
    const value = readEntities(quoted ?? single ?? "")
    if (value === undefined || attributes.has(name)) return undefined
    attributes.set(name, value)
  }
  return attributes
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

const readEntities = (value: string): string | undefined => {
  let known = true
  const read = value.replace(/&([^;&]*;?)/g, (_, entity: string) => {
    const [, decimal, hex, name] = /^(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|([a-z]+));$/.exec(entity) ?? []
    const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal)
    if (name === undefined && point > 0 && point <= 0x10ffff) return String.fromCodePoint(point)
    known &&= name !== undefined && Object.hasOwn(entities, name)
    return entities[name ?? ""] ?? ""
  })
  return known ? read : undefined
}
