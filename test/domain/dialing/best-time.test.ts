import { assert, describe, it } from "@effect/vitest"
import {
  type BandRecords,
  bandLabel,
  bandOf,
  bestTime,
  clusterKeys,
  decayed,
  describeBestTime,
  shiftToBestTime
} from "../../../src/domain/dialing/best-time.ts"
import type { HoursRule } from "../../../src/domain/dialing/calling-hours.ts"
import { makeRandom } from "../../support/random.ts"
import { naiveWall, randomMoment, zones } from "../../support/wall-clock.ts"

const { PROVE, TEST_SEED } = process.env
const seed = Number(TEST_SEED)
const runs = PROVE === "full" ? 5_000 : 200
const hour = 3_600_000

/** Records of six bands, each given as [connects, attempts], without decay. */
const seen = (...bands: ReadonlyArray<readonly [number, number]>): BandRecords =>
  Array.from({ length: 6 }, (_, band) => {
    const [connects, attempts] = bands[band] ?? [0, 0]
    return { connects, attempts, connectWeight: connects, attemptWeight: attempts }
  })
const nothing = seen()
const organization = seen([10, 100], [10, 100], [10, 100], [10, 100], [10, 100], [10, 100])
const cluster = seen([0, 20], [20, 30], [0, 20], [0, 20], [0, 10], [0, 0])

const chosen = (evidence: Partial<Parameters<typeof bestTime>[0]>) => {
  const { label, source, basisCount } = describeBestTime(
    bestTime({ individual: nothing, clusters: [], organization, ...evidence })
  )
  return [label, source, basisCount]
}

describe("the best time", () => {
  it("comes from the person's own record with at least three connects", () => {
    assert.deepStrictEqual(chosen({ individual: seen([0, 0], [3, 3]) }), ["10:00–12:00", "individual", 3])
    assert.deepStrictEqual(chosen({ individual: seen([0, 0], [2, 2]) }), [null, "default", 0])
    assert.deepStrictEqual(chosen({ individual: seen([0, 9], [0, 0], [3, 12]) }), ["12:00–14:00", "individual", 21])
  })

  it("comes from the person's own record with five attempts in two bands and a connect", () => {
    assert.deepStrictEqual(chosen({ individual: seen([0, 4], [1, 1]) }), ["10:00–12:00", "individual", 5])
    assert.deepStrictEqual(chosen({ individual: seen([0, 3], [1, 1]) }), [null, "default", 0])
    assert.deepStrictEqual(chosen({ individual: seen([1, 5]) }), [null, "default", 0])
    assert.deepStrictEqual(chosen({ individual: seen([0, 4], [0, 1]) }), [null, "default", 0])
  })

  it("comes otherwise from the most specific cluster with 100 attempts and 20 connects", () => {
    const small = seen([19, 200])
    const few = seen([20, 99])
    assert.deepStrictEqual(chosen({ clusters: [cluster] }), ["10:00–12:00", "demographic", 100])
    assert.deepStrictEqual(chosen({ clusters: [small, few, cluster] }), ["10:00–12:00", "demographic", 100])
    assert.deepStrictEqual(chosen({ clusters: [seen([20, 100]), cluster] }), ["08:00–10:00", "demographic", 100])
    assert.deepStrictEqual(chosen({ clusters: [small, few] }), [null, "default", 0])
    assert.deepStrictEqual(chosen({ individual: seen([3, 3]), clusters: [cluster] }), ["08:00–10:00", "individual", 3])
  })

  it("ignores a cluster's band with too few attempts", () => {
    assert.deepStrictEqual(chosen({ clusters: [seen([12, 60], [8, 60], [14, 14])] })[0], "08:00–10:00")
    assert.deepStrictEqual(chosen({ clusters: [seen([12, 60], [8, 60], [15, 15])] })[0], "12:00–14:00")
  })

  it("is never a band in which the person was not called", () => {
    assert.deepStrictEqual(chosen({ individual: seen([0, 0], [3, 60]) }), ["10:00–12:00", "individual", 60])
  })

  it("pulls a person's record to the cluster's with a weight of four observations", () => {
    // Expected from the cluster: (30 + 50 · 0.1) / (40 + 50) = 0.389 at ten, (6 + 50 · 0.1) / (60 + 50) = 0.1 at eight.
    const clusters = [seen([6, 60], [30, 40])]
    // (2 + 4 · 0.1) / (3 + 4) = 0.343 and (1 + 4 · 0.389) / (3 + 4) = 0.365; without the cluster 0.667 and 0.333.
    assert.strictEqual(chosen({ individual: seen([2, 3], [1, 3]), clusters })[0], "10:00–12:00")
    // (3 + 4 · 0.1) / (4 + 4) = 0.425.
    assert.strictEqual(chosen({ individual: seen([3, 4], [1, 3]), clusters })[0], "08:00–10:00")
    assert.strictEqual(chosen({ individual: seen([2, 3], [1, 3]) })[0], "08:00–10:00")
  })

  it("pulls a cluster's record to the organization's with a weight of fifty observations", () => {
    // Alone 8/16 = 0.5 at eight and 41/100 = 0.41 at ten; pulled to 0.1 they are 0.197 and 0.307.
    assert.strictEqual(chosen({ clusters: [seen([8, 16], [41, 100])] })[0], "10:00–12:00")
    // Pulled to 0.9 they are 0.803 and 0.573.
    assert.strictEqual(
      chosen({ clusters: [seen([8, 16], [41, 100])], organization: seen([90, 100]) })[0],
      "08:00–10:00"
    )
  })

  it("halves the weight of calls every sixty days", () => {
    const day = 24 * hour
    assert.strictEqual(decayed(8, 0), 8)
    assert.strictEqual(decayed(8, 60 * day), 4)
    assert.strictEqual(decayed(8, 180 * day), 1)
    assert.closeTo(decayed(decayed(8, 17 * day), 43 * day), 4, 1e-9)
    const old = { connects: 3, attempts: 3, connectWeight: decayed(3, 600 * day), attemptWeight: decayed(3, 600 * day) }
    const individual = [old, ...seen([2, 3]).slice(0, 1), ...nothing.slice(2)]
    assert.deepStrictEqual(chosen({ individual }), ["10:00–12:00", "individual", 6])
  })

  it("is undecided without any call", () => {
    assert.deepStrictEqual(chosen({ organization: nothing }), [null, "default", 0])
    assert.deepStrictEqual(chosen({ individual: [], organization: [] }), [null, "default", 0])
    assert.deepStrictEqual(chosen({ individual: seen([0, 0], [3, 3]), organization: nothing }), [
      "10:00–12:00",
      "individual",
      3
    ])
  })
})

describe("the bands", () => {
  it("span 08:00 to 21:00 in the person's local time and are half-open", () => {
    const bandAt = (time: string) => bandOf(new Date(`2027-07-05T${time}+05:30`), "Asia/Kolkata")
    const times = [
      "07:59:59.999",
      "08:00",
      "09:59:59.999",
      "10:00",
      "12:00",
      "14:00",
      "16:00",
      "18:00",
      "20:59",
      "21:00"
    ]
    assert.deepStrictEqual(times.map(bandAt), [undefined, 0, 0, 1, 2, 3, 4, 5, 5, undefined])
    assert.deepStrictEqual([0, 1, 2, 3, 4, 5].map(bandLabel), [
      "08:00–10:00",
      "10:00–12:00",
      "12:00–14:00",
      "14:00–16:00",
      "16:00–18:00",
      "18:00–21:00"
    ])
  })
})

describe("the clusters of a person", () => {
  it("are age, city and occupation, then city and occupation, then city", () => {
    const person = { ageBand: "26-35", cityTier: "Metro", occupation: "Teacher" }
    const [all = "", two = "", one = ""] = clusterKeys(person)
    assert.deepStrictEqual(clusterKeys({ ...person, ageBand: null }), [two, one])
    assert.deepStrictEqual(clusterKeys({ ...person, occupation: null }), [one])
    assert.deepStrictEqual(clusterKeys({ ageBand: null, cityTier: "Metro", occupation: null }), [one])
    assert.deepStrictEqual(clusterKeys({ ...person, cityTier: null }), [])
    assert.deepStrictEqual(clusterKeys({ ...person, occupation: " tEACHER" }), [all, two, one])
    assert.strictEqual(new Set([all, two, one]).size, 3)
    assert.notDeepEqual(clusterKeys({ ...person, occupation: "Doctor" }), [all, two, one])
  })
})

const wholeDay: HoursRule = { days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "24:00", zones: ["UTC"] }

describe("a shift to the best time", () => {
  const shifted = (band: number | null, earliest: string, rules: ReadonlyArray<HoursRule> = []) =>
    shiftToBestTime(band, new Date(earliest), "Asia/Kolkata", rules).toISOString()

  it("moves to the next occurrence of the band, or not at all without a band", () => {
    assert.strictEqual(shifted(1, "2027-07-05T03:00Z"), "2027-07-05T04:30:00.000Z")
    assert.strictEqual(shifted(1, "2027-07-05T05:00Z"), "2027-07-05T05:00:00.000Z")
    assert.strictEqual(shifted(1, "2027-07-05T06:30Z"), "2027-07-06T04:30:00.000Z")
    assert.strictEqual(shifted(null, "2027-07-05T06:30Z"), "2027-07-05T06:30:00.000Z")
  })

  it("stays inside the calling window", () => {
    const fromEleven = { ...wholeDay, start: "11:00", end: "18:00", zones: ["Asia/Kolkata"] }
    assert.strictEqual(shifted(1, "2027-07-05T03:00Z", [fromEleven]), "2027-07-05T05:30:00.000Z")
    const monday = { ...fromEleven, days: [1] }
    assert.strictEqual(shifted(1, "2027-07-04T03:00Z", [monday]), "2027-07-05T05:30:00.000Z")
    // The window and the band never overlap, or too late.
    assert.strictEqual(shifted(0, "2027-07-05T06:00Z", [fromEleven]), "2027-07-05T06:00:00.000Z")
    assert.strictEqual(shifted(1, "2027-07-05T10:00Z", [monday]), "2027-07-05T10:00:00.000Z")
  })

  it("delays by at most 48 hours", () => {
    const wednesday = { ...wholeDay, start: "10:00", end: "12:00", days: [3], zones: ["Asia/Kolkata"] }
    assert.strictEqual(shifted(1, "2027-07-05T04:30Z", [wednesday]), "2027-07-07T04:30:00.000Z")
    assert.strictEqual(shifted(1, "2027-07-05T04:29Z", [wednesday]), "2027-07-05T04:29:00.000Z")
  })

  it("equals a scan over every quarter of an hour, around every clock change", () => {
    const random = makeRandom(seed)
    const starts = [8, 10, 12, 14, 16, 18, 21]
    for (let run = 0; run < runs; run++) {
      const zone = zones[Math.floor(random() * zones.length)] ?? "UTC"
      const band = Math.floor(random() * 6)
      const earliest = Math.floor(randomMoment(random, zone) / 900_000) * 900_000
      const isIn = (at: number) => {
        const time = (((naiveWall(zone, at) % 86_400_000) + 86_400_000) % 86_400_000) / hour
        return (starts[band] ?? 0) <= time && time < (starts[band + 1] ?? 0)
      }
      let expected = earliest
      while (!isIn(expected)) expected += 900_000
      const found = shiftToBestTime(band, new Date(earliest), zone, [wholeDay])
      assert.strictEqual(found.getTime(), expected, `TEST_SEED=${seed} run ${run} ${zone}`)
    }
  })
})
