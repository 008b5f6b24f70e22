import { randomBytes } from "node:crypto"
import { once } from "node:events"
import http from "node:http"
import type { AddressInfo } from "node:net"
import { authorizationOf, sha256, signatureOf } from "./signature.ts"

interface Options {
  readonly bucket?: string
  /** Returns the status with which a request fails. */
  readonly fault?: (request: { readonly method: string; readonly url: string }) => number | undefined
  /** Sends half of an object and then nothing more. */
  readonly stalls?: boolean
  /** Sends half of an object without its length, and ends the connection. */
  readonly cuts?: boolean
  /** Breaks the connection in place of the answer to a request that was done. */
  readonly loses?: (request: { readonly method: string; readonly url: string }) => boolean
}

interface StoredObject {
  readonly content: Buffer
  readonly storedAt: Date
}

/** A fake of S3 over a real socket: one bucket, addressed by its path. It checks the signature of each request. */
export const startS3Fake = async ({
  bucket = "carillon",
  cuts = false,
  fault,
  loses = () => false,
  stalls = false
}: Options = {}) => {
  const [accessKeyId, secretAccessKey] = ["AKIAFAKE", randomBytes(20).toString("hex")]
  const objects = new Map<string, StoredObject>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const requests: Array<string> = []

  const answer = (method: string, key: string, query: URLSearchParams, body: Buffer): Reply => {
    const uploadId = query.get("uploadId")
    if (method === "POST" && query.has("uploads")) {
      const id = randomBytes(8).toString("hex")
      uploads.set(id, new Map())
      return xml(200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    }
    if (uploadId !== null) {
      const parts = uploads.get(uploadId)
      if (parts === undefined) return failure(404, "NoSuchUpload")
      if (method === "PUT") {
        parts.set(Number(query.get("partNumber")), body)
        return { status: 200, headers: { etag: etagOf(body) } }
      }
      if (method === "DELETE") {
        uploads.delete(uploadId)
        return { status: 204 }
      }
      return complete(key, uploadId, parts, body.toString())
    }
    if (method === "PUT") {
      objects.set(key, { content: body, storedAt: new Date() })
      return { status: 200, headers: { etag: etagOf(body) } }
    }
    if (method === "DELETE") {
      objects.delete(key)
      return { status: 204 }
    }
    const found = objects.get(key)
    if (found === undefined) return failure(404, "NoSuchKey")
    const headers = { "last-modified": found.storedAt.toUTCString(), "content-length": String(found.content.length) }
    return { status: 200, headers, ...(method === "GET" && { body: found.content }) }
  }

  const complete = (key: string, uploadId: string, parts: ReadonlyMap<number, Buffer>, body: string): Reply => {
    const named = [...body.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = ""]) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      etag: /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll("&quot;", '"')
    }))
    for (const [index, { etag, number }] of named.entries()) {
      const part = parts.get(number)
      if (part === undefined || etagOf(part) !== etag) return failure(400, "InvalidPart")
      if (index > 0 && number <= (named[index - 1]?.number ?? 0)) return failure(400, "InvalidPartOrder")
      if (index < named.length - 1 && part.length < 5 * 1024 * 1024) return failure(400, "EntityTooSmall")
    }
    uploads.delete(uploadId)
    objects.set(key, {
      content: Buffer.concat(named.map(({ number }) => parts.get(number) ?? Buffer.alloc(0))),
      storedAt: new Date()
    })
    return xml(200, "<CompleteMultipartUploadResult><ETag>x</ETag></CompleteMultipartUploadResult>")
  }

  const handle = (request: http.IncomingMessage, body: Buffer): Reply => {
    const { method = "", url = "" } = request
    requests.push(`${method} ${url.replace(/uploadId=\w+/, "uploadId=…")}`)
    const status = fault?.({ method, url })
    if (status !== undefined) return failure(status, "InternalError")
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const { credential, signature } = authorizationOf(headers.authorization ?? "")
    if (credential.split("/")[0] !== accessKeyId) return failure(403, "InvalidAccessKeyId")
    if (signatureOf({ method, url, headers }, secretAccessKey) !== signature)
      return failure(403, "SignatureDoesNotMatch")
    if (sha256(body) !== headers["x-amz-content-sha256"]) return failure(400, "XAmzContentSHA256Mismatch")
    const parsed = new URL(url, "http://fake")
    const [, named, key = ""] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(parsed.pathname)) ?? []
    if (named !== bucket) return failure(404, "NoSuchBucket")
    if (method === "HEAD" && key === "") return { status: 200 }
    return answer(method, key, parsed.searchParams, body)
  }

  const server = http.createServer(async (request, response) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk)
    const { body, headers = {}, status } = handle(request, Buffer.concat(chunks))
    if (loses({ method: request.method ?? "", url: request.url ?? "" })) return request.socket.destroy()
    if (cuts && request.method === "GET" && body !== undefined) {
      const { "content-length": _, ...others } = headers
      response.useChunkedEncodingByDefault = false
      return response.writeHead(status, { ...others, connection: "close" }).end(body.slice(0, body.length / 2))
    }
    response.writeHead(status, headers)
    if (stalls && request.method === "GET" && body !== undefined) response.write(body.slice(0, body.length / 2))
    else response.end(body)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    objects,
    /** Ids of multipart uploads that are neither completed nor aborted. */
    uploads,
    /** Method, path and query of each request. */
    requests,
    settings: {
      BLOB_STORE: "s3",
      S3_BUCKET: bucket,
      S3_ENDPOINT: url,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}

interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

const xml = (status: number, body: string): Reply => ({
  status,
  headers: { "content-type": "application/xml" },
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`
})
const failure = (status: number, code: string) => xml(status, `<Error><Code>${code}</Code><Message/></Error>`)
const etagOf = (content: Buffer) => `"${sha256(content).slice(0, 32)}"`
