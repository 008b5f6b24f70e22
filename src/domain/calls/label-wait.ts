/** Maximum time from the end of a conversation to its label: then the call is undetermined, ms. */
export const longestLabelWaitMillis = 24 * 3_600_000

/** Time for which the campaign and other calls to the number wait for the label, ms. */
export const campaignLabelWaitMillis = 10 * 60_000

/** Pause before a conversation is analyzed again, after this number of failed analyses, ms. */
export const millisBeforeAnalysis = (failures: number): number =>
  Math.min(firstPauseMillis * 2 ** (failures - 1), longestPauseMillis)

const firstPauseMillis = 15_000
const longestPauseMillis = 15 * 60_000
