/**
 * Encodes text as bytes that can be cut off anywhere. ASCII is unchanged; a byte from 0x80 on is a
 * letter of the window of 128 code points that was opened before it. A window is open until the
 * word ends, so a cut costs at most one word.
 */
export const toBytes = (text: string): ReadonlyArray<number> => {
  const bytes: Array<number> = []
  let open: number | undefined
  for (const letter of text.toWellFormed()) {
    const point = letter.codePointAt(0) ?? 0
    if (isPlain(point)) {
      bytes.push(point)
      if (endsWord(point)) open = undefined
      continue
    }
    const window = point >> 7
    if (window !== open) bytes.push(...opening(window))
    open = window
    bytes.push(0x80 | (point & 0x7f))
  }
  return bytes
}

export interface LetterDecoder {
  /** Returns the letter that this byte completes, or "". */
  readonly read: (byte: number) => string
  /** Forgets the open window, after bytes were lost. */
  readonly reset: () => void
}

export const makeLetterDecoder = (): LetterDecoder => {
  let open: number | undefined
  let begun: ReadonlyArray<number> = []

  const reset = () => {
    open = undefined
    begun = []
  }

  const read = (byte: number) => {
    if (begun.length > 0 || isLead(byte)) {
      begun = [...begun, byte]
      if (begun.length < lengthOfOpening(begun[0] ?? 0)) return ""
      open = opened(begun)
      begun = []
      return ""
    }
    if (byte < 0x80) return String.fromCodePoint(byte)
    return open === undefined ? "" : String.fromCodePoint((open << 7) | (byte & 0x7f))
  }

  return { read, reset }
}

// A control character from here on opens the window of its own number: these windows hold the scripts of India.
const ownWindows = 0x12
// The first 512 windows are opened by one of four control characters and a byte, those beyond
// U+FFFF by a fifth one and two bytes. These bytes look like letters of a window, so they are
// ignored if the control character was cut off.
const nearWindows = 0x01
const farWindows = 0x05

const isLead = (byte: number) => (byte >= nearWindows && byte <= farWindows) || (byte >= ownWindows && byte < 0x20)

/**
 * Whether a code point is its own byte. Control characters that open windows are letters of window
 * 0 instead.
 */
const isPlain = (point: number) => point < 0x80 && !isLead(point)

const endsWord = (point: number) => point <= 0x20

const opening = (window: number): ReadonlyArray<number> => {
  if (window >= ownWindows && window < 0x20) return [window]
  const last = 0x80 | (window & 0x7f)
  return window < 0x200 ? [nearWindows + (window >> 7), last] : [farWindows, 0x80 | ((window - 0x200) >> 7), last]
}

const lengthOfOpening = (lead: number) => (lead >= ownWindows ? 1 : lead === farWindows ? 3 : 2)

const opened = ([lead = 0, first = 0, second = 0]: ReadonlyArray<number>) => {
  if (lead >= ownWindows) return lead
  if (lead < farWindows) return ((lead - nearWindows) << 7) | (first & 0x7f)
  const window = 0x200 + (((first & 0x7f) << 7) | (second & 0x7f))
  return window <= 0x10ffff >> 7 ? window : undefined
}
