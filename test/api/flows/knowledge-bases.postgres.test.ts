import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { readdir } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { json } from "node:stream/consumers"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { answered, refused, timestamp, uuid7 } from "../../support/api/answered.ts"
import { openSocket } from "../../support/api/raw-http.ts"
import { makeResource, newFlow } from "../../support/api/resources.ts"
import { startServer, type TestOrganization, type TestServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { formOf, type Part, untilIndexed, uploadDocument } from "../../support/data/knowledge/knowledge.ts"
import { eventually } from "../../support/eventually.ts"

const server = await startServer()
afterAll(server.stop)
const org = await server.organization()
const other = await server.organization("Other")
const { query } = rowsOf(server)

const root = "/v1/knowledge-bases"
const create = (fields: object = {}, of = org) => answered(201, of.call("POST", root, { name: "Branches", ...fields }))
const get = (id: string, of = org) => answered(200, of.call("GET", `${root}/${id}`))
const search = (id: string, asked: string, of = org) => of.call("POST", `${root}/${id}/search`, { query: asked })
const upload = (id: string, filename: string, content: string | Uint8Array, of = org) =>
  uploadDocument(of.call, id, filename, content)
const send = (id: string, parts: ReadonlyArray<Part>, headers: object = {}, boundary?: string) => {
  const form = formOf(parts, boundary)
  return org.call("POST", `${root}/${id}/documents`, form.body, { ...form.headers, ...headers })
}

const hours = "We are open from 9 am to 6 pm, Monday to Saturday."
const theirs = { message: "The knowledge base belongs to a different organization", code: "FORBIDDEN" }
const nothing = { message: "There is no such knowledge base", code: "NOT_FOUND" }

const files = async () => {
  const kept = await readdir(join(server.database.settings.DATA_DIR as string, "blobs"))
  return new Set(kept)
}
const untilGone = (storageKeys: ReadonlyArray<string>) =>
  eventually(async () => {
    const kept = await files()
    expect(storageKeys.filter((key) => kept.has(key))).toEqual([])
  })
const noStrayRows = () =>
  eventually(async () => expect(await query((sql) => sql`select storage_key from stray_files`)).toEqual([]))

describe("a knowledge base", () => {
  test("is created, listed newest first, changed and deleted", async () => {
    const own = await server.organization("Own")
    expect(await answered(200, own.call("GET", root))).toEqual([])
    const first = await create({ description: "Where and when" }, own)
    expect(first).toEqual({
      id: expect.stringMatching(uuid7),
      name: "Branches",
      description: "Where and when",
      organizationId: own.id,
      createdAt: expect.stringMatching(timestamp),
      updatedAt: expect.stringMatching(timestamp),
      _count: { documents: 0 }
    })
    const second = await create({ name: "Prices" }, own)
    expect(second.description).toBeNull()
    await answered(201, upload(first.id, "hours.txt", hours, own))
    expect(await answered(200, own.call("GET", root))).toEqual([second, { ...first, _count: { documents: 1 } }])

    const patch = (fields: object) => answered(200, own.call("PATCH", `${root}/${first.id}`, fields))
    const renamed = await patch({ name: "Shops", organizationId: other.id })
    expect(renamed).toEqual({ ...first, name: "Shops", _count: { documents: 1 }, updatedAt: renamed.updatedAt })
    expect(renamed.updatedAt > first.updatedAt).toBe(true)
    expect(await patch({ description: null })).toMatchObject({ name: "Shops", description: null })
    expect(await patch({})).toMatchObject({ name: "Shops", description: null })

    const { status, text } = await own.call("DELETE", `${root}/${first.id}`)
    expect([status, text]).toEqual([204, ""])
    for (const method of ["GET", "DELETE"]) {
      expect(await answered(404, own.call(method, `${root}/${first.id}`))).toMatchObject(nothing)
    }
    expect(await answered(200, own.call("GET", root))).toEqual([second])
  })

  test("is refused with the reason", async () => {
    await refused(org.call("POST", root, {}), { name: "is required" })
    await refused(org.call("POST", root, { name: " ", description: "" }), {
      name: "must not be empty",
      description: /must not be empty/
    })
    await refused(org.call("POST", root, { name: "x".repeat(256), description: "x".repeat(2001) }), {
      name: /255/,
      description: /2000/
    })
    const { id } = await create()
    await refused(org.call("PATCH", `${root}/${id}`, { name: null }), { name: "must be a string" })
  })

  test("is answered 403 on every endpoint to another organization, and reveals nothing", async () => {
    const { id } = await create({}, other)
    const document = await answered(201, upload(id, "hours.txt", hours, other))
    const before = await untilIndexed(other.call, id)
    const mine = await create()
    expect(await answered(403, org.call("GET", `${root}/${id}`))).toMatchObject(theirs)
    expect(await answered(403, org.call("PATCH", `${root}/${id}`, { name: "Mine" }))).toMatchObject(theirs)
    expect(await answered(403, org.call("DELETE", `${root}/${id}`))).toMatchObject(theirs)
    expect(await answered(403, upload(id, "prices.txt", "All is free."))).toMatchObject(theirs)
    expect(await answered(403, search(id, "What are your opening hours?"))).toMatchObject(theirs)
    const documentOf = (base: string) => `${root}/${base}/documents/${document.id}`
    expect(await answered(403, org.call("DELETE", documentOf(id)))).toMatchObject(theirs)
    expect(await answered(404, org.call("DELETE", documentOf(mine.id)))).toMatchObject({
      message: "There is no such document"
    })
    expect((await answered(200, search(mine.id, "What are your opening hours?"))).data).toEqual([])
    expect(await get(id, other)).toEqual(before)
    expect((await answered(200, search(id, "What are your opening hours?", other))).data).toHaveLength(1)
    await noStrayRows()
  })
})

describe("an upload", () => {
  test("is indexed, and questions are answered from it", async () => {
    const { id } = await create()
    const uploaded = await answered(201, upload(id, "hours.txt", hours))
    expect(uploaded).toEqual({
      id: expect.stringMatching(uuid7),
      filename: "hours.txt",
      fileType: "txt",
      fileSize: hours.length,
      chunkCount: 0,
      status: "PENDING",
      failureReason: null,
      knowledgeBaseId: id,
      createdAt: expect.stringMatching(timestamp),
      storageKey: expect.stringMatching(uuid7)
    })
    expect(await files()).toContain(uploaded.storageKey)
    const { documents, _count } = await untilIndexed(org.call, id)
    const { storageKey: _, ...document } = uploaded
    expect(documents).toEqual([{ ...document, chunkCount: 1, status: "READY" }])
    expect(_count).toEqual({ documents: 1 })
    const { data } = await answered(200, search(id, "What are your opening hours?"))
    expect(data).toEqual([
      {
        chunkId: expect.stringMatching(uuid7),
        documentId: uploaded.id,
        filename: "hours.txt",
        text: hours,
        score: expect.any(Number)
      }
    ])
    expect(data[0].score).toBeGreaterThanOrEqual(0.5)
    expect((await answered(200, search(id, "Tell me about the moons of Jupiter."))).data).toEqual([])
  })

  test("may have exactly 20 MB, and not a byte more", async () => {
    // In an organization of its own: reading it delays the other documents of the organization.
    const own = await server.organization("Large")
    const { id } = await create({}, own)
    const most = Buffer.alloc(20 * 1024 * 1024, "a line of text\n")
    const { fileSize, storageKey } = await answered(201, upload(id, "large.txt", most, own))
    expect(fileSize).toBe(20 * 1024 * 1024)
    const kept = await files()
    const details = { file: "must have at most 20 MB (20971520 bytes); split it into several files" }
    await refused(upload(id, "large.txt", Buffer.concat([most, Buffer.from("x")]), own), details)
    await refused(upload(id, "large.txt", Buffer.concat([most, most, most]), own), details)
    expect(await files()).toEqual(kept)
    await answered(204, own.call("DELETE", `${root}/${id}`))
    await untilGone([storageKey])
  })

  const file = { name: "file", filename: "hours.txt", content: hours }
  const refusals: ReadonlyArray<readonly [string, ReadonlyArray<Part>, Readonly<Record<string, RegExp>>]> = [
    ["no part", [], { file: /is required: send a form with one file part named file/ }],
    ["two files", [file, file], { file: /must be one file; send each in a request of its own/ }],
    ["another name", [{ ...file, name: "document" }], { document: /send one part, named file/ }],
    ["a field beside the file", [file, { name: "title", content: "Hours" }], { title: /send one part, named file/ }],
    ["a text in place of a file", [{ name: "file", content: hours }], { file: /must be a file with a name/ }],
    ["an empty file", [{ ...file, content: "" }], { file: /must not be empty/ }],
    ["no ending", [{ ...file, filename: "hours" }], { file: /must be a \.pdf, \.docx, \.txt/ }],
    ["another ending", [{ ...file, filename: "hours.exe" }], { file: /must be a \.pdf, \.docx, \.txt/ }],
    ["a .pdf file that is not a PDF", [{ ...file, filename: "hours.pdf" }], { file: /pdf/i }],
    ["a .txt file with binary content", [{ ...file, content: "PK\x03\x04…" }], { file: /./ }]
  ]
  test.each(refusals)("is refused for %s, and leaves no data behind", async (_, parts, details) => {
    const { id } = await create()
    const kept = await files()
    await refused(send(id, parts), details)
    expect(await files()).toEqual(kept)
    await noStrayRows()
    expect((await get(id)).documents).toEqual([])
  })

  test("is refused if it is not a form", async () => {
    const { id } = await create()
    const post = (body: string, type: string) =>
      org.call("POST", `${root}/${id}/documents`, body, { "content-type": type })
    await answered(415, post("{}", "application/json"))
    await answered(415, post(hours, "text/plain"))
    const { body, headers } = formOf([file])
    const compressed = { ...headers, "content-encoding": "gzip" }
    await answered(415, org.call("POST", `${root}/${id}/documents`, body, compressed))
    for (const type of ["multipart/form-data", "multipart/form-data; boundary=other"]) {
      await answered(400, post(formOf([file]).body.toString(), type))
    }
    const whole = formOf([file]).body.toString()
    await answered(400, post(whole.slice(0, -20), "multipart/form-data; boundary=----boundary"))
    await noStrayRows()
  })

  test("leaves no data behind when the knowledge base is unknown", async () => {
    const kept = await files()
    for (const id of [randomUUID(), "x"]) expect(await answered(404, upload(id, "a.txt", hours))).toMatchObject(nothing)
    expect(await files()).toEqual(kept)
    await noStrayRows()
  })

  test("keeps only the file name of a path", async () => {
    const { id } = await create()
    const nameOf = async (filename: string) => (await answered(201, upload(id, filename, hours))).filename
    expect(await nameOf("../../etc/hours.txt")).toBe("hours.txt")
    expect(await nameOf("C:\\Users\\asha\\Hours.TXT")).toBe("Hours.TXT")
    expect(await nameOf("समय सारणी.txt")).toBe("समय सारणी.txt")
    expect(await nameOf("நேரம்\u200d.md")).toBe("நேரம்\u200d.md")
    expect(await nameOf("a\u202etxt.\u0085b.md")).toBe("atxt.b.md")
    expect(await nameOf(`${"x".repeat(300)}.html`)).toBe(`${"x".repeat(250)}.html`)
  })

  test("leaves no data behind when the client aborts it", async () => {
    const { id } = await create()
    const kept = await files()
    const { body } = formOf([{ ...file, content: "x".repeat(100_000) }])
    const socket = await openSocket(server.port)
    socket.write(
      `POST ${root}/${id}/documents HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${org.keys.ADMIN}\r\n` +
        `Content-Type: multipart/form-data; boundary=----boundary\r\nContent-Length: ${body.length}\r\n\r\n`
    )
    socket.write(body.subarray(0, 70_000))
    // The file is recorded before it is written.
    await eventually(async () => expect(await query((sql) => sql`select 1 from stray_files`)).toHaveLength(1))
    socket.resetAndDestroy()
    await noStrayRows()
    expect(await files()).toEqual(kept)
    expect((await get(id)).documents).toEqual([])
  })

  test("creates one document and one file when it is repeated with its Idempotency-Key", async () => {
    const { id } = await create()
    const key = { "idempotency-key": randomUUID() }
    const first = await send(id, [file], key)
    expect(first.status).toBe(201)
    const kept = await files()
    // A different boundary does not make it a different file.
    const again = await send(id, [file], key, "another-boundary")
    expect([again.status, again.text, again.headers["idempotent-replayed"]]).toEqual([201, first.text, "true"])
    for (const another of [
      { ...file, content: `${hours} ` },
      { ...file, filename: "times.txt" }
    ]) {
      expect(await answered(422, send(id, [another], key))).toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" })
    }
    const both = { "idempotency-key": randomUUID() }
    const answers = await Promise.all([send(id, [file], both), send(id, [file], both)])
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect((await get(id)).documents).toHaveLength(2)
    await noStrayRows()
    expect((await files()).size).toBe(kept.size + 1)
  })
})

describe("a document", () => {
  test("is no longer found after its deletion, and its file is removed", async () => {
    const { id } = await create()
    const { id: docId, storageKey } = await answered(201, upload(id, "hours.txt", hours))
    const stays = await answered(201, upload(id, "prices.txt", "A haircut costs 300 rupees."))
    await untilIndexed(org.call, id)
    await answered(404, org.call("DELETE", `${root}/${(await create()).id}/documents/${docId}`))
    const { status, text } = await org.call("DELETE", `${root}/${id}/documents/${docId}`)
    expect([status, text]).toEqual([204, ""])
    expect((await answered(200, search(id, "What are your opening hours?"))).data).toEqual([])
    expect((await get(id)).documents.map((one: any) => one.id)).toEqual([stays.id])
    expect(await query((sql) => sql`select 1 from chunks where document_id = ${docId}::uuid`)).toEqual([])
    await untilGone([storageKey])
    await answered(404, org.call("DELETE", `${root}/${id}/documents/${docId}`))
  })

  test("is deleted with its knowledge base, rows and file", async () => {
    const { id } = await create()
    const made = await Promise.all(
      ["a.txt", "b.md"].map(async (name) => (await answered(201, upload(id, name, hours))).storageKey)
    )
    await untilIndexed(org.call, id)
    await answered(204, org.call("DELETE", `${root}/${id}`))
    await untilGone(made)
    await noStrayRows()
    expect(await query((sql) => sql`select 1 from documents where knowledge_base_id = ${id}::uuid`)).toEqual([])
    expect(await query((sql) => sql`select 1 from chunk_vectors where knowledge_base_id = ${id}::uuid`)).toEqual([])
  })

  test("shows the reason when it cannot be read", async () => {
    const { id } = await create()
    await answered(201, upload(id, "broken.pdf", "%PDF-1.7 and nothing more"))
    const { documents } = await untilIndexed(org.call, id)
    expect(documents).toMatchObject([{ status: "FAILED", chunkCount: 0, failureReason: expect.stringMatching(/\w/) }])
  })
})

describe("a search", () => {
  test("without a question is refused", async () => {
    const { id } = await create()
    const post = (body: object) => org.call("POST", `${root}/${id}/search`, body)
    await refused(post({}), { query: "is required" })
    await refused(post({ query: " " }), { query: "must not be empty" })
    await refused(post({ query: "x".repeat(1001) }), { query: "must have at most 1000 characters" })
    expect(await answered(200, search(id, "x".repeat(1000)))).toEqual({ data: [] })
    for (const id of [randomUUID(), "x"]) expect(await answered(404, search(id, "Hours?"))).toMatchObject(nothing)
  })
})

describe("a search that asks an embedding server", () => {
  let isDown = false
  let isHeld: Promise<void> | undefined
  let asked = 0
  const embeddings = createServer(async (request, response) => {
    const { input } = (await json(request)) as { readonly input: ReadonlyArray<string> }
    asked++
    await isHeld
    response.statusCode = isDown ? 500 : 200
    response
      .setHeader("content-type", "application/json")
      .end(JSON.stringify({ data: input.map((_, index) => ({ index, embedding: [1, 0] })) }))
  })
  let asking: TestServer
  let org: TestOrganization
  let id: string
  beforeAll(async () => {
    await once(embeddings.listen(0, "127.0.0.1"), "listening")
    const { port } = embeddings.address() as AddressInfo
    const settings = { EMBEDDING_BASE_URL: `http://127.0.0.1:${port}/v1`, EMBEDDING_DIMENSIONS: "2" }
    asking = await startServer({ settings, mayFail: true })
    org = await asking.organization()
    id = (await create({}, org)).id
    await answered(201, upload(id, "hours.txt", hours, org))
    await untilIndexed(org.call, id)
  })
  afterAll(async () => {
    await asking.stop()
    embeddings.close()
  })

  test("is answered 503 while the server is away, and works again later", async () => {
    isDown = true
    expect(await answered(503, search(id, "When do you open?", org))).toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      message: "The question cannot be embedded for now; try again in a minute"
    })
    isDown = false
    expect(await answered(200, search(id, "When do you open?", org))).toMatchObject({ data: [{ text: hours }] })
  })

  test("a search with a key leaves the database to others while the question is embedded", async () => {
    const before = asked
    const held = Promise.withResolvers<void>()
    isHeld = held.promise
    const key = { "idempotency-key": randomUUID() }
    const searched = org.call("POST", `${root}/${id}/search`, { query: "Open on Sundays?" }, key)
    await eventually(async () => expect(asked).toBeGreaterThan(before))
    const first = await Promise.race([
      searched.then(() => "the search"),
      org.call("GET", "/v1/contacts").then(() => "the other request")
    ])
    held.resolve()
    isHeld = undefined
    expect(first).toBe("the other request")
    await searched
    expect((await search(id, "Open on Sundays?", org)).headers["idempotent-replayed"]).toBeUndefined()
  })
})

describe("the knowledge base of a flow", () => {
  const adminFlows = (of: TestOrganization) => `/admin/v1/organizations/${of.id}/flows`
  const attach = (flowId: string, knowledgeBaseId: string | null) =>
    org.call("PATCH", `/v1/flows/${flowId}`, { knowledgeBaseId })

  test("can be any of the organization, in both interfaces", async () => {
    const flowId = await makeResource(server, org, "flow")
    const { id } = await create()
    const flow = await answered(200, attach(flowId, id))
    expect(flow.knowledgeBaseId).toBe(id)
    expect(await answered(200, attach(flowId, null))).toMatchObject({ knowledgeBaseId: null })
    const patched = server.admin("PATCH", `${adminFlows(org)}/${flowId}`, { knowledgeBaseId: id, name: "With it" })
    expect(await answered(200, patched)).toMatchObject({ knowledgeBaseId: id, name: "With it" })
    const made = server.admin("POST", adminFlows(org), { ...newFlow, knowledgeBaseId: id })
    expect(await answered(201, made)).toMatchObject({ knowledgeBaseId: id })
  })

  test("cannot be another organization's or an unknown one", async () => {
    const flowId = await makeResource(server, org, "flow")
    const foreign = (await create({}, other)).id
    const gone = (await create()).id
    await answered(204, org.call("DELETE", `${root}/${gone}`))
    for (const [id, status, body] of [
      [foreign, 403, theirs],
      ...[gone, randomUUID(), "x", ""].map((one) => [one, 404, nothing] as const)
    ] as const) {
      expect(await answered(status, attach(flowId, id))).toMatchObject(body)
      const fields = { knowledgeBaseId: id, name: "Changed" }
      expect(await answered(status, server.admin("PATCH", `${adminFlows(org)}/${flowId}`, fields))).toMatchObject(body)
      const made = server.admin("POST", adminFlows(org), { ...newFlow, knowledgeBaseId: id })
      expect(await answered(status, made)).toMatchObject(body)
    }
    expect(await answered(404, attach(randomUUID(), foreign))).toMatchObject({ message: "There is no such flow" })
    expect(await answered(200, org.call("GET", `/v1/flows/${flowId}`))).toMatchObject({
      name: newFlow.name,
      knowledgeBaseId: null
    })
  })

  test("is detached when it is deleted, and no other is", async () => {
    const [one, two] = [(await create()).id, (await create()).id]
    const flows = await Promise.all(
      [one, two].map(async (id) => {
        const flowId = await makeResource(server, org, "flow")
        await answered(200, attach(flowId, id))
        return flowId
      })
    )
    await answered(204, org.call("DELETE", `${root}/${one}`))
    const left = await Promise.all(flows.map((id) => answered(200, org.call("GET", `/v1/flows/${id}`))))
    expect(left.map(({ knowledgeBaseId }) => knowledgeBaseId)).toEqual([null, two])
  })

  test("is attached before a concurrent deletion or not at all", async () => {
    for (let time = 0; time < 20; time++) {
      const { id } = await create()
      const flowId = await makeResource(server, org, "flow")
      const [attached, deleted, added] = await Promise.all([
        attach(flowId, id),
        org.call("DELETE", `${root}/${id}`),
        upload(id, "hours.txt", hours)
      ])
      expect([200, 404]).toContain(attached.status)
      expect([201, 404]).toContain(added.status)
      expect(deleted.status).toBe(204)
      expect((await answered(200, org.call("GET", `/v1/flows/${flowId}`))).knowledgeBaseId).toBeNull()
    }
    await noStrayRows()
  })
})
