import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { cpuSeconds } from "../cpu.ts"
import { rounded } from "../figures.ts"
import { query } from "../product.ts"
import { postgresLoad } from "./postgres-load.ts"

/** Numbers of a part of a list. */
const numbersOfPart = 16
const numbers = 65_536 * numbersOfPart
/** Length of a slice, in which lists are in force or are not, s. */
const sliceSeconds = 3
/** Time after a change of the lists that is not measured, ms. */
const settleMillis = 300

interface Dialing {
  readonly pid: number
  /** Returns the attempts that were placed since the last call. */
  readonly asked: () => Promise<ReadonlyArray<unknown>>
}

/**
 * Compares the CPU time of a start with and without two lists of a million numbers in force. Slices with and without them
 * alternate while the dialer goes on, so that both see the same load of the machine.
 */
export const measureLists = async (url: string, { asked, pid }: Dialing, seconds: number) => {
  await addLists(url)
  // The first start with the lists has their filters read.
  await inForce(url, true)
  await sleep(5_000)
  const sums = { with: { starts: 0, cpu: 0, postgres: 0 }, without: { starts: 0, cpu: 0, postgres: 0 } }
  const rounds = Math.max(2, Math.ceil(seconds / sliceSeconds / 2))
  for (let round = 0; round < rounds; round++) {
    for (const isWith of round % 2 === 0 ? [true, false] : [false, true]) {
      await inForce(url, isWith)
      await sleep(settleMillis)
      await asked()
      const before = await cpuSeconds(pid)
      const load = await postgresLoad(url, async () => void (await sleep(sliceSeconds * 1000)))
      const sum = isWith ? sums.with : sums.without
      sum.cpu += (await cpuSeconds(pid)) - before
      sum.starts += (await asked()).length
      sum.postgres += load.cpuSeconds
    }
  }
  const [withLists, without] = [aStart(sums.with), aStart(sums.without)]
  return {
    numbers: 2 * numbers,
    slices: 2 * rounds,
    with: withLists,
    without,
    ratio: ratioOf(
      withLists.cpuMillisAStart + withLists.postgresCpuMillisAStart,
      without.cpuMillisAStart + without.postgresCpuMillisAStart
    )
  }
}

const aStart = ({
  cpu,
  postgres,
  starts
}: {
  readonly starts: number
  readonly cpu: number
  readonly postgres: number
}) => ({
  starts,
  cpuMillisAStart: rounded((cpu * 1000) / starts),
  postgresCpuMillisAStart: rounded((postgres * 1000) / starts)
})

const ratioOf = (one: number, other: number) => Math.round((one / other) * 1_000) / 1_000

/** Switches the lists on or off: a list that has expired is not looked up. */
const inForce = (url: string, isIt: boolean) =>
  query(url, `update number_lists set expires_at = ${isIt ? "null" : "now()"}`)

/** Adds lists of random digests: hardly a number that is called is on them. One of them has a maximum age. */
const addLists = async (url: string) => {
  for (const registry of ["OTHER", "US_NATIONAL"]) {
    const id = randomUUID()
    await query(
      url,
      `insert into number_lists (id, registry, name, dated, numbers, rejected)
        values ('${id}', '${registry}', '', current_date, ${numbers}, 0)`
    )
    // A digest has ten further bytes, and an MD5 sum sixteen.
    await query(
      url,
      `insert into number_list_parts (list_id, part, digests)
        select '${id}', part, (select decode(string_agg(md5(part || random()::text || n), ''), 'hex')
          from generate_series(1, ${(numbersOfPart * 10) / 16}) n) from generate_series(0, 65535) part`
    )
  }
}
