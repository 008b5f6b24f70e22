/** Returns a zone in which it is this hour now. The sign in the name is inverted. */
export const zoneAt = (hour: number) => {
  const offset = ((hour - new Date().getUTCHours() + 36) % 24) - 12
  return offset === 0 ? "Etc/GMT" : `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`
}

/** Returns the hour in such a zone. */
export const hourIn = (zone: string, at: number) => {
  const offset = -Number(/^Etc\/GMT([+-]\d+)$/.exec(zone)?.[1] ?? 0)
  return (new Date(at).getUTCHours() + offset + 24) % 24
}
