import { fork } from "node:child_process"
import { once } from "node:events"
import { median, rounded } from "../figures.ts"
import { freePort, inRepository, type Product, withDatabase, withProduct } from "../product.ts"
import { requestsPerSecond } from "./load.ts"

const goal = 0.6

/**
 * An authenticated GET of a contact, compared with a bare node:http server that runs the same two
 * queries.
 */
export const run = () =>
  withDatabase((url) =>
    withProduct(url, async (product) => {
      const id = await createContact(product)
      return withFloor(product, async (floorPort) => {
        const path = `/v1/contacts/${id}`
        const measure = (port: number, seconds: number) => requestsPerSecond(port, path, product.key, seconds)
        await measure(product.port, 3)
        await measure(floorPort, 3)
        const rounds: Array<{ product: number; floor: number }> = []
        for (let round = 0; round < 7; round++) {
          rounds.push({ product: await measure(product.port, 3), floor: await measure(floorPort, 3) })
        }
        const ratio = median(rounds.map((round) => round.product / round.floor))
        return {
          what: "GET /v1/contacts/:id, requests per second over 16 connections",
          product: Math.round(median(rounds.map((round) => round.product))),
          floor: Math.round(median(rounds.map((round) => round.floor))),
          floorIs: "bare node:http, the same two queries through the same client",
          ratio: rounded(ratio),
          goal,
          met: ratio >= goal
        }
      })
    })
  )

const createContact = async ({ port, key }: Product): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${port}/v1/contacts`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ name: "Ann Example", phoneNumber: "+919812345678", metadata: { loan_id: "7" } })
  })
  return ((await response.json()) as { id: string }).id
}

const withFloor = async <A>({ environment }: Product, use: (port: number) => Promise<A>): Promise<A> => {
  const port = await freePort()
  const child = fork(inRepository("bench/http/http-floor.ts"), { env: { ...environment, PORT: String(port) } })
  try {
    await once(child, "message")
    return await use(port)
  } finally {
    child.kill()
  }
}
