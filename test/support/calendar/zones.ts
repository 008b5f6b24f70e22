/** Returns a zone in which it is this hour now. The sign in the name is inverted. */
export const zoneAt = (hour: number) => {
  const offset = ((hour - new Date().getUTCHours() + 36) % 24) - 12
  return offset === 0 ? "Etc/GMT" : `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`
}

/** Returns the hours by which such a zone is ahead of UTC. */
export const offsetOf = (zone: string) => -Number(/^Etc\/GMT([+-]\d+)$/.exec(zone)?.[1] ?? 0)

/** Returns the hour in such a zone. */
export const hourIn = (zone: string, at: number) => (new Date(at).getUTCHours() + offsetOf(zone) + 24) % 24
