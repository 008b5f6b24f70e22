import { ApiFailure } from "./request.ts"

/** Time until a request that failed is sent again, ms. */
const interval = 3_000

/** The service could not be reached, or could not answer at this moment, such as while its database is away. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiFailure && [0, 429, 502, 503, 504].includes(error.status)

/** The session was over. After the next sign-in the screen asks again. */
export const isOfEndedSession = (error: unknown): boolean => error instanceof ApiFailure && error.status === 401

/** For `refetchInterval`: sends a request again whose failure passes, so that no screen waits for a person to do so. */
export const againAfterFailure = ({ state }: { readonly state: { readonly error: unknown } }): number | false =>
  isPassing(state.error) ? interval : false
