/** A ring buffer: keeps the last bytes written, addressed by their position among all that were written. */
export const makeAudioBuffer = (capacity: number) => {
  const ring = new Uint8Array(capacity)
  let end = 0
  return {
    get end() {
      return end
    },
    /** Takes at most `capacity` bytes at a time. */
    write: (bytes: Uint8Array): void => {
      const at = end % capacity
      const fits = bytes.subarray(0, capacity - at)
      ring.set(fits, at)
      ring.set(bytes.subarray(fits.length), 0)
      end += bytes.length
    },
    /** Returns a copy, without bytes that have been overwritten. */
    read: (from: number, to: number): Uint8Array => {
      const first = Math.max(from, end - capacity)
      const bytes = new Uint8Array(Math.max(to - first, 0))
      const at = first % capacity
      const whole = ring.subarray(at, at + bytes.length)
      bytes.set(whole)
      bytes.set(ring.subarray(0, bytes.length - whole.length), whole.length)
      return bytes
    }
  }
}
