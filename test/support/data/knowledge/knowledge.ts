import { answered } from "../../api/answered.ts"
import type { Answer } from "../../api/http.ts"
import type { Call } from "../../api/test-server.ts"
import { untilFound } from "../../eventually.ts"

/** A part of a form; without a filename it is a text field. */
export interface Part {
  readonly name: string
  readonly filename?: string
  readonly content: string | Uint8Array
}

/** Builds the body of a multipart form, and its header. */
export const formOf = (parts: ReadonlyArray<Part>, boundary = "----boundary") => ({
  body: Buffer.concat([
    ...parts.flatMap(({ name, filename, content }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${
          filename === undefined ? "" : `; filename="${filename}"\r\nContent-Type: application/octet-stream`
        }\r\n\r\n`
      ),
      Buffer.from(content as string),
      Buffer.from("\r\n")
    ]),
    Buffer.from(`--${boundary}--\r\n`)
  ]),
  headers: { "content-type": `multipart/form-data; boundary=${boundary}` }
})

export const uploadDocument = (
  call: Call,
  knowledgeBaseId: string,
  filename: string,
  content: string | Uint8Array
): Promise<Answer> => {
  const { body, headers } = formOf([{ name: "file", filename, content }])
  return call("POST", `/v1/knowledge-bases/${knowledgeBaseId}/documents`, body, headers)
}

/** Waits until all documents of a knowledge base have been indexed or have failed, and returns it. */
export const untilIndexed = (call: Call, knowledgeBaseId: string): Promise<any> =>
  untilFound(async () => {
    const found = await answered(200, call("GET", `/v1/knowledge-bases/${knowledgeBaseId}`))
    return found.documents.every(({ status }: any) => ["READY", "FAILED"].includes(status)) && found
  })
