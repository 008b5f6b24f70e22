import { Metadata } from "@grpc/grpc-js"
import { describe, expect, test } from "vitest"
import { googleFailure } from "../../../src/providers/google/google-failure.ts"
import { retryDelayMillis } from "../../../src/providers/google/retry-info.ts"

// google.rpc.RetryInfo with a delay of 5.5 s, as Google's own libraries write it.
const retryInfo = Buffer.from("0a0808051080cab5ee01", "hex")

const field = (number: number, content: Buffer) =>
  Buffer.concat([Buffer.from([(number << 3) | 2, content.length]), content])
const detail = (type: string, value: Buffer) =>
  field(3, Buffer.concat([field(1, Buffer.from(`type.googleapis.com/google.rpc.${type}`)), field(2, value)]))
const code = Buffer.from([0x08, 8])
const message = field(2, Buffer.from("Quota exceeded"))

const trailers = (key: string, ...values: ReadonlyArray<Buffer>) => {
  const metadata = new Metadata()
  for (const value of values) metadata.add(key, value)
  return metadata
}
const inDetails = (...details: ReadonlyArray<Buffer>) =>
  trailers("grpc-status-details-bin", Buffer.concat([code, message, ...details]))

describe("the delay that Google asks for", () => {
  test("is read from a trailer of its own, and from the details of the status", () => {
    expect(retryDelayMillis(trailers("google.rpc.retryinfo-bin", retryInfo))).toBe(5_500)
    expect(retryDelayMillis(inDetails(detail("ErrorInfo", retryInfo), detail("RetryInfo", retryInfo)))).toBe(5_500)
  })

  test("is undefined without one", () => {
    for (const metadata of [undefined, null, {}, new Metadata(), inDetails(detail("ErrorInfo", retryInfo))]) {
      expect(retryDelayMillis(metadata)).toBeUndefined()
    }
  })

  test("is never negative, whatever bytes arrive", () => {
    const whole = Buffer.concat([code, message, detail("RetryInfo", retryInfo)])
    for (let at = 0; at < whole.length; at++) {
      for (const bytes of [whole.subarray(0, at), Buffer.from(whole).fill(0xff, at, at + 1)]) {
        const delay = retryDelayMillis(trailers("grpc-status-details-bin", bytes))
        expect(delay === undefined || delay >= 0).toBe(true)
      }
    }
    const negative = Buffer.from("0a0b08ffffffffffffffffff01", "hex")
    expect(retryDelayMillis(trailers("google.rpc.retryinfo-bin", negative))).toBe(0)
  })

  test("is at most an hour in a failure", () => {
    const day = trailers("google.rpc.retryinfo-bin", Buffer.from("0a040880a305", "hex"))
    expect(googleFailure("google-speech", { code: 8, metadata: day }).retryAfterMillis).toBe(3_600_000)
    expect(googleFailure("google-speech", { code: 8 })).not.toHaveProperty("retryAfterMillis")
  })
})
