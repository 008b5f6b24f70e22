import { assert, describe, it } from "@effect/vitest"
import { targetsInOrder } from "../../../src/domain/dialing/transfer-order.ts"
import type { TransferTarget } from "../../../src/domain/flows/TransferTarget.ts"
import { makeRandom } from "../../support/random.ts"

const seed = Number(process.env.TEST_SEED)
const runs = 300

const target = (name: string, fields: Partial<TransferTarget> = {}): TransferTarget => ({
  name,
  address: `sip:${name}@pbx.example.com`,
  hours: null,
  priority: 1,
  language: null,
  changedAt: new Date(0),
  changedBy: "a test",
  ...fields
})

const monday = (time: string) => new Date(`2027-05-03T${time}:00Z`)
const namesAt = (targets: ReadonlyArray<TransferTarget>, now: Date, language = "hi-IN", timezone = "UTC") =>
  targetsInOrder(targets, { language, now, timezone }).map(({ name }) => name)

describe("the order of transfer targets", () => {
  it("leaves out targets outside their hours, in their own time zone or that of the organization", () => {
    const hours = { days: [1 as const], start: "09:00", end: "17:00" }
    const targets = [
      target("own", { hours: { ...hours, timezone: "Asia/Kolkata" } }),
      target("organization", { hours }),
      target("always")
    ]
    assert.deepStrictEqual(namesAt(targets, monday("04:00")), ["always", "own"])
    assert.deepStrictEqual(namesAt(targets, monday("16:59")), ["always", "organization"])
    assert.deepStrictEqual(namesAt(targets, monday("17:00")), ["always"])
    assert.deepStrictEqual(namesAt(targets, new Date("2027-05-04T10:00Z")), ["always"])
  })

  it("prefers the person's language, then any, then priority, then the name", () => {
    const random = makeRandom(seed)
    const one = <A>(of: ReadonlyArray<A>) => of[Math.floor(random() * of.length)] as A
    for (let run = 0; run < runs; run++) {
      const targets = Array.from({ length: 6 }, (_, index) =>
        target(`${one(["a", "b", "c"])}${index}`, {
          language: one([null, "hi-IN", "hi", "en-IN"]),
          priority: one([1, 2, 50])
        })
      )
      const rank = ({ language, name, priority }: TransferTarget) => {
        const isTheirs = language?.startsWith("hi") === true
        return `${isTheirs ? 0 : language === null ? 1 : 2} ${String(priority).padStart(3, "0")} ${name}`
      }
      const expected = targets.map((each) => [rank(each), each.name] as const).sort(([a], [b]) => (a < b ? -1 : 1))
      assert.deepStrictEqual(
        namesAt(targets, monday("10:00")),
        expected.map(([, name]) => name),
        `TEST_SEED=${seed} run ${run}`
      )
    }
  })
})
