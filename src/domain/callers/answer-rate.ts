/** How many calls of a number have ended, and how many of these a person answered. */
export interface AnswerRate {
  readonly calls: number
  readonly answered: number
}

/** Number of last calls by which a number is judged. */
export const recentCalls = 50

/** Minimum number of calls before the last ones from which the usual rate of a number is known. */
export const usualCalls = 100

/** Time for which a number rests, hours. */
export const restHours = 24

/**
 * Whether people answer a number clearly less often than before: a usual number would do as badly in less than one of a
 * thousand series of as many calls.
 */
export const hasFallen = (recent: AnswerRate, before: AnswerRate): boolean =>
  recent.calls >= recentCalls &&
  before.calls >= usualCalls &&
  chanceOfAtMost(recent.answered, recent.calls, before.answered / before.calls) < 0.001

/** The probability of at most `answered` answers to `calls` calls, if each is answered with probability `rate`. */
export const chanceOfAtMost = (answered: number, calls: number, rate: number): number => {
  if (rate <= 0) return 1
  if (rate >= 1) return answered >= calls ? 1 : 0
  let term = (1 - rate) ** calls
  let sum = term
  for (let count = 1; count <= answered; count++) {
    term *= ((calls - count + 1) / count) * (rate / (1 - rate))
    sum += term
  }
  return Math.min(1, sum)
}

/** Such as "4 % of the last 50 calls were answered, and 31 % of the 1240 before". */
export const rateInWords = (recent: AnswerRate, before: AnswerRate): string =>
  `${percent(recent)} of the last ${recent.calls} calls were answered, and ${percent(before)} of the ${before.calls} before`

const percent = ({ answered, calls }: AnswerRate) => `${Math.round((100 * answered) / calls)} %`
