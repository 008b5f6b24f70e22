/** Returns the partition that Kafka's Java client chooses for a key. Written from its sources. */
export const javaPartition = (key: Uint8Array, partitions: number) => (murmur2(key) & 0x7fffffff) % partitions

const murmur2 = (bytes: Uint8Array) => {
  const mix = 0x5bd1e995
  let hash = 0x9747b28c ^ bytes.length
  const whole = bytes.length - (bytes.length % 4)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < whole; at += 4) {
    let word = Math.imul(view.getInt32(at, true), mix)
    word = Math.imul(word ^ (word >>> 24), mix)
    hash = Math.imul(hash, mix) ^ word
  }
  for (let at = bytes.length - 1; at >= whole; at--) hash ^= (bytes[at] ?? 0) << (8 * (at - whole))
  if (whole < bytes.length) hash = Math.imul(hash, mix)
  hash = Math.imul(hash ^ (hash >>> 13), mix)
  return hash ^ (hash >>> 15)
}
