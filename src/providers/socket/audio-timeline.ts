/**
 * Converts times of a provider's audio to times of the received audio. The two differ by the silence that was inserted
 * while none arrived, and by the audio that was skipped.
 */
export const makeAudioTimeline = () => {
  /** Where the two differ, in the provider's time; audio that was skipped has a negative duration. */
  const changes: Array<{ readonly at: number; readonly millis: number }> = []
  let sent = 0
  return {
    /** Notes audio that was received and sent. */
    add: (millis: number): void => {
      sent += millis
    },
    /** Notes silence that was inserted. */
    insert: (millis: number): void => {
      changes.push({ at: sent, millis })
      sent += millis
    },
    /** Notes audio that was received and not sent. */
    skip: (millis: number): void => {
      changes.push({ at: sent, millis: -millis })
    },
    /** Returns the time of the received audio, ms. */
    positionOf: (providerMillis: number): number =>
      changes.reduce((position, { at, millis }) => {
        const beyond = providerMillis - at
        if (beyond <= 0) return position
        return position - (millis < 0 ? millis : Math.min(beyond, millis))
      }, providerMillis),
    /** Returns the duration of all that was sent, in the provider's time. */
    sent: () => sent
  }
}
