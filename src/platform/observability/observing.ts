import { Stream } from "effect"

/** Calls a function with each element of a stream, for less than the effect that `Stream.tap` runs for each. */
export const observing =
  <A>(note: (element: A) => void) =>
  <E, R>(stream: Stream.Stream<A, E, R>): Stream.Stream<A, E, R> =>
    Stream.map(stream, (element) => {
      note(element)
      return element
    })
