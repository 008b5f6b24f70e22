import { quantile, rounded } from "../figures.ts"
import type { Product } from "../product.ts"

/** Requests a page like a client, and waits for the complete response. */
export const asker =
  ({ port, key }: Product) =>
  async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { "x-api-key": key } })
    if (!response.ok) throw new Error(await response.text())
    await response.arrayBuffer()
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
