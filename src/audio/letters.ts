/**
 * Text as bytes that can be cut off anywhere. ASCII is itself; a byte from 0x80 is a letter of the window of 128 code
 * points that was opened before it. A window is open until the word ends, so a cut costs no more than a word.
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

export interface Reader {
  /** The letter that this byte completes, or "". */
  readonly read: (byte: number) => string
  /** Something was lost: what comes next is understood by itself. */
  readonly forget: () => void
}

export const makeReader = (): Reader => {
  let open: number | undefined
  let begun: ReadonlyArray<number> = []

  const forget = () => {
    open = undefined
    begun = []
  }

  const read = (byte: number) => {
    if (begun.length > 0) {
      begun = [...begun, byte]
      const [lead] = begun
      if (begun.length <= (lead === farWindows ? 2 : 1)) return ""
      open = opened(begun)
      begun = []
      return ""
    }
    if (isLead(byte)) {
      begun = [byte]
      return ""
    }
    if (byte >= 0x80) return open === undefined ? "" : String.fromCodePoint((open << 7) | (byte & 0x7f))
    if (endsWord(byte)) open = undefined
    return String.fromCodePoint(byte)
  }

  return { read, forget }
}

// The bytes that open a window: the first 256 and the next take one byte more, those beyond U+FFFF two.
const lowWindows = 0x11
const highWindows = 0x12
const farWindows = 0x13

const isLead = (byte: number) => byte >= lowWindows && byte <= farWindows

/** Whether a code point is its own byte. The three that open windows are not: they are letters of window 0. */
const isPlain = (point: number) => point < 0x80 && !isLead(point)

const endsWord = (point: number) => point <= 0x20

const opening = (window: number): ReadonlyArray<number> => {
  if (window < 0x100) return [lowWindows, window]
  if (window < 0x200) return [highWindows, window - 0x100]
  return [farWindows, (window - 0x200) >> 7, (window - 0x200) & 0x7f]
}

const opened = ([lead, first = 0, second = 0]: ReadonlyArray<number>) => {
  if (lead === lowWindows) return first
  if (lead === highWindows) return 0x100 + first
  const window = 0x200 + (first << 7) + second
  return window <= 0x10ffff >> 7 ? window : undefined
}
