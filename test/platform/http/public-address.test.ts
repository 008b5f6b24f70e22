import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { isPublicAddress } from "../../../src/platform/http/public-address.ts"

// The same rule in another form: ranges of numbers instead of prefixes.
const reserved4: ReadonlyArray<readonly [string, string]> = [
  ["0.0.0.0", "0.255.255.255"],
  ["10.0.0.0", "10.255.255.255"],
  ["100.64.0.0", "100.127.255.255"],
  ["127.0.0.0", "127.255.255.255"],
  ["168.63.129.16", "168.63.129.16"],
  ["169.254.0.0", "169.254.255.255"],
  ["172.16.0.0", "172.31.255.255"],
  ["192.0.0.0", "192.0.0.255"],
  ["192.0.2.0", "192.0.2.255"],
  ["192.88.99.0", "192.88.99.255"],
  ["192.168.0.0", "192.168.255.255"],
  ["198.18.0.0", "198.19.255.255"],
  ["198.51.100.0", "198.51.100.255"],
  ["203.0.113.0", "203.0.113.255"],
  ["224.0.0.0", "255.255.255.255"]
]
const reserved6: ReadonlyArray<readonly [first: string, bits: number]> = [
  ["00000000000000000000000000000000", 96],
  ["00000000000000000000ffff00000000", 96],
  ["0064ff9b000000000000000000000000", 96],
  ["0064ff9b000100000000000000000000", 48],
  ["01000000000000000000000000000000", 64],
  ["20010000000000000000000000000000", 32],
  ["20010002000000000000000000000000", 48],
  ["20010010000000000000000000000000", 28],
  ["20010020000000000000000000000000", 28],
  ["20010db8000000000000000000000000", 32],
  ["20020000000000000000000000000000", 16],
  ["3fff0000000000000000000000000000", 20],
  ["5f000000000000000000000000000000", 16],
  ["fc000000000000000000000000000000", 7],
  ["fe800000000000000000000000000000", 10],
  ["fec00000000000000000000000000000", 10],
  ["ff000000000000000000000000000000", 8]
]

const number4 = (address: string) => address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0)
const text4 = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join(".")
const text6 = (value: bigint) =>
  value
    .toString(16)
    .padStart(32, "0")
    .replace(/.{4}(?!$)/g, "$&:")
// The compressed form, as the URL parser writes it.
const short6 = (value: bigint) => new URL(`http://[${text6(value)}]`).hostname.slice(1, -1)
const isReserved4 = (value: number) =>
  reserved4.some(([first, last]) => value >= number4(first) && value <= number4(last))
const isReserved6 = (value: bigint) =>
  value >> 125n !== 1n ||
  value >> 105n === 0x20010000n >> 9n ||
  reserved6.some(([first, bits]) => value >> BigInt(128 - bits) === BigInt(`0x${first}`) >> BigInt(128 - bits))

const word = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 0xffffffff }))
const number6 = (words: ReadonlyArray<number>) => words.reduce((sum, part) => (sum << 32n) | BigInt(part), 0n)
const runs = { arbitrary: { runs: 2000 } }

describe("isPublicAddress", () => {
  it("knows both edges of every IPv4 range", () => {
    for (const [first, last] of reserved4) {
      assert.isFalse(isPublicAddress(first), first)
      assert.isFalse(isPublicAddress(last), last)
      for (const outside of [number4(first) - 1, number4(last) + 1]) {
        if (outside >= 0 && outside <= 0xffffffff) {
          assert.strictEqual(isPublicAddress(text4(outside)), !isReserved4(outside), text4(outside))
        }
      }
    }
  })

  it("knows both edges of every IPv6 range", () => {
    for (const [prefix, bits] of reserved6) {
      const first = BigInt(`0x${prefix}`)
      const last = first | ((1n << BigInt(128 - bits)) - 1n)
      assert.isFalse(isPublicAddress(text6(first)), text6(first))
      assert.isFalse(isPublicAddress(text6(last)), text6(last))
      for (const outside of [first - 1n, last + 1n]) {
        if (outside >= 0n && outside < 1n << 128n) {
          assert.strictEqual(isPublicAddress(text6(outside)), !isReserved6(outside), text6(outside))
        }
      }
    }
  })

  it("accepts addresses of the public Internet", () => {
    const addresses = ["1.1.1.1", "8.8.8.8", "93.184.216.34", "100.63.255.255", "172.32.0.1", "223.255.255.255"]
    for (const address of [...addresses, "2606:4700:4700::1111", "2a00:1450:4001::200e", "2001:4860:4860::8888"]) {
      assert.isTrue(isPublicAddress(address), address)
    }
  })

  it("refuses every text that is not an address", () => {
    for (const text of [
      "",
      "example.com",
      "127.1",
      "1.1.1.1 ",
      "1.1.1.1.",
      "01.1.1.1",
      "[2606:4700::1]",
      "2606:4700::1%eth0"
    ]) {
      assert.isFalse(isPublicAddress(text), text)
    }
  })

  it.prop(
    "agrees with the ranges on any IPv4 address",
    [word],
    ([value]) => {
      assert.strictEqual(isPublicAddress(text4(value)), !isReserved4(value))
    },
    runs
  )

  it.prop(
    "agrees with the ranges on any IPv6 address, in both spellings",
    [word, word, word, word],
    (words) => {
      const value = number6(words)
      assert.strictEqual(isPublicAddress(text6(value)), !isReserved6(value))
      assert.strictEqual(isPublicAddress(short6(value)), !isReserved6(value))
    },
    runs
  )

  it.prop(
    "agrees with the ranges on the routed eighth of IPv6",
    [word, word, word, word],
    ([high, ...low]) => {
      const value = number6([0x20000000 + (high % 0x20000000), ...low])
      assert.strictEqual(isPublicAddress(text6(value)), !isReserved6(value))
    },
    runs
  )

  it.prop(
    "refuses every IPv4 address inside IPv6, public ones too",
    [word, word],
    ([value, rest]) => {
      const high = BigInt(value)
      const embedded = {
        compatible: high,
        mapped: (0xffffn << 32n) | high,
        translated: (0xffff0000n << 32n) | high,
        nat64: (0x64ff9bn << 96n) | high,
        localNat64: (0x64ff9b0001n << 80n) | high,
        sixToFour: (0x2002n << 112n) | (high << 80n) | BigInt(rest),
        teredo: (0x20010000n << 96n) | (high << 64n) | BigInt(rest)
      }
      for (const [kind, address] of Object.entries(embedded)) assert.isFalse(isPublicAddress(text6(address)), kind)
    },
    runs
  )
})
