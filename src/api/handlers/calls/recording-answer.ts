import { Effect, Stream } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { wavHead, wavHeadBytes } from "../../../audio/wav.ts"
import type { RecordedAudio } from "../../../calls/recordings/Recordings.ts"
import { failureResponse } from "../../middleware/failure-response.ts"

/**
 * Answers with the WAV file of a recording, or with the part of it that `Range` asks for. The file has no version that
 * `If-Range` could name, so with that header it is sent whole. HTTP defines ranges for GET only.
 */
export const recordingAnswer = Effect.fnUntraced(function* (
  { bytes, samples }: RecordedAudio,
  { headers, method }: HttpServerRequest.HttpServerRequest
) {
  const size = wavHeadBytes + 2 * samples
  const { "if-range": version, range } = headers
  const mayBePart = method === "GET" && version === undefined
  const asked = range === undefined || !mayBePart ? undefined : rangeOf(range, size)
  if (asked === "impossible") {
    const refused = yield* failureResponse({ statusCode: 416, message: `The recording has ${size} bytes` })
    return HttpServerResponse.setHeader(refused, "content-range", `bytes */${size}`)
  }
  const { from, to } = asked ?? { from: 0, to: size }
  const head = wavHead(samples, 2).subarray(from, to)
  const body = Stream.concat(
    head.length === 0 ? Stream.empty : Stream.make(head),
    bytes(Math.max(0, from - wavHeadBytes), Math.max(0, to - wavHeadBytes))
  )
  return HttpServerResponse.stream(body, {
    status: asked === undefined ? 200 : 206,
    contentType: "audio/wav",
    contentLength: to - from,
    headers: {
      "accept-ranges": "bytes",
      "cache-control": "no-store",
      ...(asked !== undefined && { "content-range": `bytes ${from}-${to - 1}/${size}` })
    }
  })
})

/** Reads a `Range` header; `to` is exclusive. Undefined for a header of another form, which asks for the whole file. */
const rangeOf = (header: string, size: number) => {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/i.exec(header.trim()) ?? []
  if (first === "" && last === "") return undefined
  const from = first === "" ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === "" || last === "" ? size : Math.min(size, Number(last) + 1)
  if (first !== "" && last !== "" && Number(last) < Number(first)) return undefined
  return from >= size || from >= to ? "impossible" : { from, to }
}
