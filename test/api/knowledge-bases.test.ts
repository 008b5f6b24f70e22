import { afterAll, describe, expect, test } from "vitest"
import { answered, timestamp, uuid7 } from "../support/answered.ts"
import { untilIndexed, uploadDocument } from "../support/knowledge.ts"
import { startServer } from "../support/test-server.ts"

const server = await startServer()
afterAll(server.stop)
const org = await server.organization()

const root = "/v1/knowledge-bases"
const create = (name = "Branches", of = org) => answered(201, of.call("POST", root, { name }))

describe("a document", () => {
  test("that is uploaded is answered from", async () => {
    const { id } = await create()
    const uploaded = await answered(
      201,
      uploadDocument(org.call, id, "hours.txt", "We are open from 9 am to 6 pm, Monday to Saturday.")
    )
    expect(uploaded).toEqual({
      id: expect.stringMatching(uuid7),
      filename: "hours.txt",
      fileType: "txt",
      fileSize: 50,
      chunkCount: 0,
      status: "PENDING",
      failureReason: null,
      knowledgeBaseId: id,
      createdAt: expect.stringMatching(timestamp),
      storageKey: expect.stringMatching(uuid7)
    })
    const { documents } = await untilIndexed(org.call, id)
    const { storageKey: _, ...document } = uploaded
    expect(documents).toEqual([{ ...document, chunkCount: 1, status: "READY" }])
    const { data } = await answered(
      200,
      org.call("POST", `${root}/${id}/search`, { query: "What are your opening hours?" })
    )
    expect(data).toEqual([
      {
        chunkId: expect.stringMatching(uuid7),
        documentId: uploaded.id,
        filename: "hours.txt",
        text: "We are open from 9 am to 6 pm, Monday to Saturday.",
        score: expect.any(Number)
      }
    ])
  })
})
