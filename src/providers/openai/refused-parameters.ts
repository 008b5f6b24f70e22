import { ServerRefusal } from "./chat-connection.ts"

type Body = Readonly<Record<string, unknown>>

/** Parameters that not every model takes, and how servers name them when they refuse one. */
const optional: Readonly<Record<string, RegExp>> = {
  reasoning_effort: /reasoning[_. ]?effort/i,
  temperature: /temperature/i
}

/**
 * Returns a function that sends a request again without the optional parameters that the server refuses, and leaves them
 * out from then on.
 */
export const makeTolerant = () => {
  const refused = new Set<string>()
  const attempt = async <A>(body: Body, send: (body: Body) => Promise<A>): Promise<A> => {
    try {
      return await send(body)
    } catch (cause) {
      const named = refusedIn(cause, body)
      if (named.length === 0) throw cause
      const answer = await attempt(without(body, named), send)
      for (const name of named) refused.add(name)
      return answer
    }
  }
  return <A>(body: Body, send: (body: Body) => Promise<A>) => attempt(without(body, [...refused]), send)
}

const refusedIn = (cause: unknown, body: Body): ReadonlyArray<string> =>
  cause instanceof ServerRefusal && (cause.status === 400 || cause.status === 422)
    ? Object.keys(optional).filter((name) => name in body && optional[name]?.test(cause.text))
    : []

const without = (body: Body, names: ReadonlyArray<string>): Body =>
  names.length === 0 ? body : Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
