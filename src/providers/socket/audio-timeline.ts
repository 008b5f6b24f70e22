/**
 * Converts times of a provider's audio to times of the received audio. The two differ by the silence that was inserted
 * while none arrived.
 */
export const makeAudioTimeline = () => {
  /** Where silence was inserted, in the provider's time. */
  const silences: Array<{ readonly at: number; readonly millis: number }> = []
  let sent = 0
  return {
    /** Notes audio that was received and sent. */
    add: (millis: number): void => {
      sent += millis
    },
    /** Notes silence that was inserted. */
    insert: (millis: number): void => {
      silences.push({ at: sent, millis })
      sent += millis
    },
    /** Returns the time of the received audio, ms. */
    positionOf: (providerMillis: number): number =>
      silences.reduce(
        (position, { at, millis }) => position - Math.min(Math.max(providerMillis - at, 0), millis),
        providerMillis
      ),
    /** Returns the duration of all that was sent, in the provider's time. */
    sent: () => sent
  }
}
