import { quantile, rounded } from "../figures.ts"
import type { Product } from "../product.ts"

/** Requests a page like a client, and waits for the complete response. */
export const asker = ({ port, key }: Product) => askerWith(port, { "x-api-key": key })

/** Requests a page of the admin API. */
export const adminAsker = ({ environment, port }: Product) =>
  askerWith(port, { authorization: `Bearer ${environment.ADMIN_TOKEN}` })

const askerWith = (port: number, headers: Readonly<Record<string, string>>) => async (path: string) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  if (!response.ok) throw new Error(await response.text())
  return response.text()
}

/**
 * Runs an action many times, one after another, and returns each duration, ms. The first twenty
 * warm up.
 */
export const times = async (count: number, act: (index: number) => Promise<unknown>) => {
  const millis: Array<number> = []
  for (let index = -20; index < count; index++) {
    const startedAt = performance.now()
    await act(Math.max(0, index))
    if (index >= 0) millis.push(performance.now() - startedAt)
  }
  return millis
}

export const figures = (millis: ReadonlyArray<number>) => ({
  p50: rounded(quantile(millis, 0.5)),
  p95: rounded(quantile(millis, 0.95))
})

/** The figures of each measurement, with the ratio of its p95 to that of the floor. */
export const against = (
  floor: ReadonlyArray<number>,
  measured: Readonly<Record<string, ReadonlyArray<number>>>,
  goalMillis: number
) => ({
  floor: figures(floor),
  ...Object.fromEntries(
    Object.entries(measured).map(([name, millis]) => [
      name,
      { ...figures(millis), ratio: rounded(quantile(millis, 0.95) / quantile(floor, 0.95)) }
    ])
  ),
  goalMillis,
  met: Object.values(measured).every((millis) => quantile(millis, 0.95) <= goalMillis)
})

/** Returns an SQL expression of ids in the order of a number, as UUIDv7 are in the order of time. */
export const idOf = (number: string) =>
  `(lpad(to_hex(1700000000000 + ${number}), 12, '0') || '70008' || substr(md5((${number})::text), 1, 15))::uuid`
