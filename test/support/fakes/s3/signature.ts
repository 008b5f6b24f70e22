import { createHash, createHmac } from "node:crypto"

// Amazon's Signature Version 4, written from its documentation and independent of `src` and of the SDK.

export interface SignedRequest {
  readonly method: string
  /** Path and query as sent. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
}

/** Computes the signature that the Authorization header of a request must have. */
export const signatureOf = ({ headers, method, url }: SignedRequest, secret: string): string => {
  const { credential, signedHeaders } = authorizationOf(headers.authorization ?? "")
  const [, date = "", region = "", service = ""] = credential.split("/")
  const [path = "", query = ""] = url.split("?")
  const canonical = [
    method,
    path,
    query === ""
      ? ""
      : query
          .split("&")
          .map((pair) => (pair.includes("=") ? pair : `${pair}=`))
          .sort()
          .join("&"),
    ...signedHeaders.map((name) => `${name}:${(headers[name] ?? "").trim().replace(/ +/g, " ")}`),
    "",
    signedHeaders.join(";"),
    headers["x-amz-content-sha256"] ?? ""
  ].join("\n")
  const scope = `${date}/${region}/${service}/aws4_request`
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(canonical)].join("\n")
  const key = [date, region, service, "aws4_request"].reduce<string | Buffer>(
    (secretKey, part) => createHmac("sha256", secretKey).update(part).digest(),
    `AWS4${secret}`
  )
  return createHmac("sha256", key).update(text).digest("hex")
}

export const authorizationOf = (header: string) => {
  const [, credential = "", signed = "", signature = ""] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(header) ?? []
  return { credential, signedHeaders: signed.split(";"), signature }
}

export const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex")
