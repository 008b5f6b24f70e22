import { Effect } from "effect"
import { describe, expect, test } from "vitest"
import { readRows, type SplitFile, splitEntries, splitList } from "../../../src/contacts/registries/number-file.ts"
import { readEntries, readListed } from "../../../src/contacts/registries/read-part.ts"
import { type Registry, registryOf } from "../../../src/domain/contacts/registries.ts"
import { makeRandom } from "../../support/random.ts"

const decoder = new TextDecoder()
const rowsOf = async (bytes: Uint8Array, layout: SplitFile["layout"]) => {
  const rows: Array<ReadonlyArray<string>> = []
  await Effect.runPromise(readRows(bytes, layout, (cells) => rows.push(cells)))
  return rows
}
const split = (text: string) => Effect.runPromise(splitEntries(Buffer.from(text), 1_000))
const tps = registryOf("GB_TPS") as Registry
const listOf = (text: string | Buffer) => Effect.runPromise(splitList(Buffer.from(text), tps))

describe("a file that is divided", () => {
  test("has each row in one part, whole and in order, however it is written", async () => {
    const random = makeRandom(Number(process.env.TEST_SEED))
    const pick = <A>(items: ReadonlyArray<A>) => items[Math.floor(random() * items.length)] as A
    const reasons = ["", "By letter", '"a ""quoted"" one"', '"two\nlines"', '"with, comma"', "Ünïcödé", "x".repeat(90)]
    for (let round = 0; round < 20; round++) {
      const newline = pick(["\n", "\r\n"])
      const rows = Array.from({ length: 200 }, () => `+9198${Math.floor(random() * 1e8)},${pick(reasons)}`)
      const blank = () => (random() < 0.01 ? newline : "")
      const text = `${pick(["", "\uFEFF"])}phone_number,reason${newline}${rows.map((row) => row + newline + blank()).join("")}`
      const { layout, pieces, total } = await split(text)
      expect(pieces.length).toBeGreaterThan(1)
      expect(total).toBe(200)
      const whole = (await rowsOf(Buffer.from(text), layout)).slice(1)
      const parts = await Promise.all(
        pieces.map(async ({ bytes, firstIndex }) => ({ firstIndex, rows: await rowsOf(bytes, layout) }))
      )
      expect(parts.flatMap(({ rows }) => rows)).toEqual(whole)
      let before = 0
      for (const { firstIndex, rows } of parts) {
        expect(firstIndex).toBe(before)
        before += rows.length
      }
    }
  })

  test("has the columns that its first line names, and none without a number", async () => {
    expect((await split("reason;Expires;PHONENUMBER\nx;;1\n")).layout).toEqual({
      delimiter: [";"],
      looseQuotes: false,
      columns: { phoneNumber: 2, reason: 0 }
    })
    const problemOf = async (text: string) =>
      (await Effect.runPromise(Effect.flip(splitEntries(Buffer.from(text))))).message
    expect(await problemOf("\nname\nAsha\n")).toBe(
      "Line 2: the column phoneNumber is missing; the first line must name the columns"
    )
    expect(await problemOf("")).toBe("Line 1: the column phoneNumber is missing; the first line must name the columns")
    expect(await problemOf('phoneNumber\n+91\n"+92\n')).toMatch(
      /^Line 3, column phoneNumber: the quote that opens here is never closed/
    )
  })

  test("may begin with a line that names the separator for spreadsheets", async () => {
    const entries = await split('"sep=;"\r\nreason;phoneNumber\r\nby letter, signed;+442079460000\r\n')
    expect(entries.layout).toMatchObject({ delimiter: [";"], columns: { phoneNumber: 1, reason: 0 } })
    expect(entries.pieces.map(({ bytes }) => decoder.decode(bytes))).toEqual(["by letter, signed;+442079460000\r\n"])
    const list = await listOf("\uFEFFsep=;\nName;Phone\nAda;02079460000\n")
    expect(list.layout.columns).toEqual({ phoneNumber: 1 })
    expect(list.pieces.map(({ bytes }) => decoder.decode(bytes))).toEqual(["Ada;02079460000\n"])
  })

  test("has each of its columns once, because the numbers of a second one would not be blocked", async () => {
    const problemOf = (text: string) => Effect.runPromise(Effect.flip(splitEntries(Buffer.from(text))))
    expect((await problemOf("phoneNumber,reason, phone_number\n1,x,2\n")).message).toBe(
      "Line 1: columns 1 (phoneNumber) and 3 (phone_number) are both phoneNumber; keep one of them"
    )
    expect((await problemOf("reason,phoneNumber,reason\nx,1,y\n")).message).toBe(
      "Line 1: columns 1 (reason) and 3 (reason) are both reason; keep one of them"
    )
    expect((await split("note,phoneNumber,note\nx,1,y\n")).layout.columns).toEqual({ phoneNumber: 1 })
    const ofList = await listOf("area code,Phone,mobile\n207,9460000,07700900123\n").catch(({ message }) => message)
    expect(ofList).toBe("Line 1: columns 2 (Phone) and 3 (mobile) are both phone numbers; keep one of them")
  })

  test("is read as the numbers that a carrier reaches, without a national prefix after the country code", async () => {
    const { layout, pieces } = await split("phoneNumber\n+4407400123456\n+44 (0)7400 123457\n")
    const { entries } = await Effect.runPromise(readEntries(decoder.decode(pieces[0]?.bytes), 0, layout))
    expect(entries.map(({ phoneNumber }) => phoneNumber)).toEqual(["+447400123456", "+447400123457"])
  })

  test("is refused if a stray quote would hide the numbers of a list up to the next one", async () => {
    const file = '02079460000\n"02079460001\n02079460002\n02079460003"\n02079460004\n'
    const problem = await Effect.runPromise(Effect.flip(splitList(Buffer.from(file), tps)))
    expect(problem.message).toMatch(/^Line 2: the quote that opens here is never closed/)
  })

  test("may have no first line with names if it is the list of a registry", async () => {
    expect(await listOf("02079460000\n07700900123")).toMatchObject({
      total: 2,
      layout: { columns: { phoneNumber: 0 } }
    })
    const ofColumn = (phoneNumber: number) => ({ total: 1, layout: { columns: { phoneNumber } } })
    expect(await listOf("name,telephone\nx,02079460000\n")).toMatchObject(ofColumn(1))
    expect(await listOf("Numbers\n02079460000\n")).toMatchObject(ofColumn(0))
    for (const name of ["Telephone Number", "phone no.", "Mobile-Number", "cell phone", "MSISDN"])
      expect(await listOf(`id,${name}\n20000001,02079460000\n`)).toMatchObject(ofColumn(1))
  })

  test("may have the area code in the column before that of the rest, or of the whole number", async () => {
    const registry = registryOf("US_STATE") as Registry
    const numbersOf = async (text: string) => {
      const { layout, pieces } = await Effect.runPromise(splitList(Buffer.from(text), registry))
      const numbers: Array<string> = []
      const digestOf = (number: string) => {
        numbers.push(number)
        return new Uint8Array(12)
      }
      await Effect.runPromise(readListed(decoder.decode(pieces[0]?.bytes), 0, layout, { registry, digestOf }))
      return numbers
    }
    const numbers = ["+12125550123", "+13105550124"]
    expect(await numbersOf("id,AreaCode,Phone\n1,212,5550123\n2,310,555-0124\n")).toEqual(numbers)
    expect(await numbersOf("NPA;telephone\n212;2125550123\n310;(310) 555-0124\n")).toEqual(numbers)
    expect(await numbersOf("212,5550123\n310,5550124\n")).toEqual(numbers)
    const withoutAreaCode = splitList(Buffer.from("phone\n5550123\n"), registry)
    expect((await Effect.runPromise(Effect.flip(withoutAreaCode))).message).toMatch(
      /has no phone number of the registry/
    )
  })

  test("is refused as a list if it has no number, because the list in force would give way to an empty one", async () => {
    const problemOf = (file: string | Buffer) =>
      listOf(file).then(
        ({ total }) => total,
        ({ message }) => message
      )
    const none =
      "The file has no phone number of the registry GB_TPS; write a number a line, in E.164 or as its country does"
    for (const text of ["", "telephone\n", "name\nAsha\nOmar\n", "\n\r\n"]) expect(await problemOf(text)).toBe(none)
    expect(await problemOf("Asha\nnobody\n02079460000\n")).toBe(2)
    const wide = Buffer.from("\uFEFF02079460000\n07700900123\n", "utf16le")
    expect(await problemOf(wide)).toBe("The file has NUL characters; save it as text in UTF-8")
    const tooLong = `telephone\n\n02079460000\n"07700900123\n${"x".repeat(5_000)}`
    expect(await problemOf(tooLong)).toBe(
      "Line 4: the row is longer than 4096 bytes; shorten it, or close a quote that is open"
    )
    expect(await problemOf('02079460000\n"0770')).toBe(
      "Line 2: the quote that opens here is never closed; add the closing quote, or remove this one"
    )
  })
})

describe("the rows of a part", () => {
  test("become entries, or say what is wrong with them", async () => {
    const { layout, pieces } = await split(
      "phone_number,reason,expires_at\n+91 98123 45678,By letter,2099-01-01\n12,,\n+919812345679,,never\n"
    )
    const text = decoder.decode(pieces[0]?.bytes)
    const { done, entries, rejected } = await Effect.runPromise(readEntries(text, 40, layout))
    expect(done).toBe(3)
    expect(entries).toEqual([
      { phoneNumber: "+919812345678", reason: "By letter", expiresAt: new Date("2099-01-01T00:00:00Z") }
    ])
    expect(rejected).toMatchObject([
      { index: 41, phoneNumber: "12", reason: expect.stringMatching(/phoneNumber/) },
      { index: 42, phoneNumber: "+919812345679", reason: expect.stringMatching(/expiresAt/) }
    ])
  })

  test("become digests side by side if it is a list, and a rejected row does not keep its text", async () => {
    const { layout, pieces } = await listOf("02079460000\nnobody\n07700900123\n")
    const numbers: Array<string> = []
    const digestOf = (number: string) => {
      numbers.push(number)
      return new Uint8Array(12).fill(numbers.length)
    }
    const text = decoder.decode(pieces[0]?.bytes)
    const { digests, done, rejected } = await Effect.runPromise(
      readListed(text, 0, layout, { registry: tps, digestOf })
    )
    expect(numbers).toEqual(["+442079460000", "+447700900123"])
    expect([...digests]).toEqual([...Array(12).fill(1), ...Array(12).fill(2)])
    expect(done).toBe(3)
    expect(rejected).toEqual([{ index: 1, phoneNumber: null, reason: "has no phone number of the registry GB_TPS" }])
  })
})
