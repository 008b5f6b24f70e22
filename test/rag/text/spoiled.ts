/** Returns content with a few bytes changed, removed, repeated or moved; sometimes the end is missing. */
export const spoiled = (random: () => number, content: Buffer): Buffer => {
  const bytes = Buffer.from(content)
  const at = () => Math.floor(random() * bytes.length)
  for (let changes = 1 + Math.floor(random() * 5); changes > 0; changes--) {
    const kind = random()
    const from = at()
    if (kind < 0.5) bytes[from] = 0x20 + Math.floor(random() * 0x5f)
    else if (kind < 0.7) bytes[from] = Math.floor(random() * 256)
    else if (kind < 0.95) bytes.copyWithin(at(), from, from + Math.floor(random() * 200))
    else bytes.fill(random() < 0.5 ? 0 : 0xff, from, Math.min(from + 16, bytes.length))
  }
  return random() < 0.1 ? bytes.subarray(0, at()) : bytes
}
