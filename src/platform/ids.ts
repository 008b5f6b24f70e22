import { randomFillSync } from "node:crypto"

/**
 * Returns a new row id: a UUIDv7 that sorts after every earlier id of this process, even within a millisecond.
 */
export const newId = (): string => {
  const now = Date.now()
  if (now > millisecond) {
    millisecond = now
    sequence = 0
  } else if (++sequence > 0xfff) {
    millisecond += 1
    sequence = 0
  }
  const bytes = nextRandom()
  bytes.writeUIntBE(millisecond, 0, 6)
  bytes.writeUInt16BE(0x7000 | sequence, 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  const hex = bytes.toString("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

let millisecond = 0
let sequence = 0

// Random bytes for 256 ids at a time, because drawing them is the most expensive part of making an id.
const randoms = Buffer.alloc(16 * 256)
let used = randoms.length

const nextRandom = () => {
  if (used === randoms.length) {
    randomFillSync(randoms)
    used = 0
  }
  used += 16
  return randoms.subarray(used - 16, used)
}
