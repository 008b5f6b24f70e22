import { afterAll, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { newFlow } from "../../support/api/resources.ts"
import { startServer } from "../../support/api/test-server.ts"
import { makeRandom } from "../../support/random.ts"

const server = await startServer()
afterAll(server.stop)
const org = await server.organization()
const flows = `/admin/v1/organizations/${org.id}/flows`
const { PROVE, TEST_SEED } = process.env
const seed = Number(TEST_SEED)

const newFlowPath = async () => `${flows}/${(await answered(201, server.admin("POST", flows, newFlow))).id}`
const get = (path: string) => answered(200, server.admin("GET", path))
const put = (path: string, draft: object) => server.admin("PUT", `${path}/draft`, draft)
const publish = (path: string, revision: string) => server.admin("POST", `${path}/publish`, { revision })

/** The version, the opening and the draft's opening, as the model below knows them. */
const stateOf = async (path: string) => {
  const [flow, draft, versions] = await Promise.all([
    get(path),
    get(`${path}/draft`),
    get(`${path}/versions?limit=100`)
  ])
  return {
    version: flow.version,
    opening: flow.initialPrompt,
    draft: draft.revision === null ? null : { opening: draft.flow.initialPrompt, basedOn: draft.basedOn },
    versions: versions.data.map(({ version }: any) => version)
  }
}

test("two editors at the same time never overwrite each other: one is refused and reads who published", async () => {
  const path = await newFlowPath()
  for (let round = 1; round <= (PROVE === "full" ? 200 : 12); round++) {
    const { basedOn, flow, revision } = await get(`${path}/draft`)
    const saves = await Promise.all(
      ["One", "Two"].map((who) =>
        put(path, { flow: { ...flow, initialPrompt: `${who} ${round}.` }, basedOn, revision })
      )
    )
    expect(saves.map(({ status }) => status).sort()).toEqual([200, 409])
    const saved = saves.find(({ status }) => status === 200)?.body
    const publications = await Promise.all([
      publish(path, saved.revision),
      publish(path, saved.revision),
      ...(round % 3 === 0 ? [server.admin("PATCH", path, { name: `Renamed ${round}` })] : [])
    ])
    const [one, two] = publications.slice(0, 2).map(({ status }) => status)
    const { draft, opening, version, versions } = await stateOf(path)
    expect(versions).toEqual(Array.from({ length: version }, (_, index) => version - index))
    if (draft === null) {
      expect([one, two].sort()).toEqual([200, 409])
      expect(opening).toBe(saved.flow.initialPrompt)
    } else {
      // The change came first: the draft waits for a look at it.
      expect([one, two]).toEqual([409, 409])
      await answered(200, server.admin("POST", `${path}/draft/discard`, { revision: saved.revision }))
    }
    for (const { body, status } of publications) {
      if (status === 409) expect(body.message).toMatch(/published version [0-9]+ at/)
    }
  }
}, 120_000)

test("drafts, versions and conflicts follow the simplest possible model", async () => {
  const random = makeRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const path = await newFlowPath()
  const state = { versions: [newFlow.initialPrompt], draft: null as { opening: string; basedOn: number } | null }
  // Each editor remembers the state that it has read last, which may be old.
  const read = async () => {
    const { basedOn, flow, revision } = await get(`${path}/draft`)
    return { basedOn, flow, revision, current: state.versions.length, draft: state.draft }
  }
  const editors = [await read(), await read(), await read()]
  for (let step = 0; step < (PROVE === "full" ? 3_000 : 120); step++) {
    const index = below(editors.length)
    const editor = editors[index]!
    const opening = `Words ${below(4)}.`
    const isFresh = editor.draft === state.draft
    const published = state.versions.at(-1)
    const title = `step ${step}, TEST_SEED=${seed}`
    const kind = ["read", "save", "publish", "discard", "change", "restore"][below(6)]
    if (kind === "read") editors[index] = await read()
    if (kind === "save") {
      const body = {
        flow: { ...editor.flow, initialPrompt: opening },
        basedOn: editor.basedOn,
        revision: editor.revision
      }
      const answer = await put(path, body)
      expect(answer.status, title).toBe(isFresh ? 200 : 409)
      if (isFresh) {
        state.draft = { opening, basedOn: editor.basedOn }
        editors[index] = await read()
      }
    }
    if (kind === "publish" && editor.revision !== null) {
      const { status } = await publish(path, editor.revision)
      const isRight = isFresh && state.draft?.basedOn === state.versions.length
      expect(status, title).toBe(isRight ? 200 : 409)
      if (isRight && state.draft !== null) {
        if (state.draft.opening !== published) state.versions.push(state.draft.opening)
        state.draft = null
      }
    }
    if (kind === "discard" && editor.revision !== null) {
      const { status } = await server.admin("POST", `${path}/draft/discard`, { revision: editor.revision })
      expect(status, title).toBe(isFresh ? 200 : 409)
      if (isFresh) state.draft = null
    }
    if (kind === "change") {
      await answered(200, server.admin("PATCH", path, { initialPrompt: opening }))
      if (opening !== published) state.versions.push(opening)
    }
    if (kind === "restore") {
      const version = 1 + below(state.versions.length + 1)
      const { status } = await server.admin("POST", `${path}/versions/${version}/restore`, { current: editor.current })
      const wanted = state.versions[version - 1]
      expect(status, title).toBe(wanted === undefined ? 404 : editor.current === state.versions.length ? 200 : 409)
      if (status === 200 && wanted !== undefined && wanted !== published) state.versions.push(wanted)
    }
    if (step % 10 === 9) {
      const { draft, opening, version } = await stateOf(path)
      expect({ draft, opening, version }, title).toEqual({
        draft: state.draft,
        opening: state.versions.at(-1),
        version: state.versions.length
      })
      const old = 1 + below(state.versions.length)
      expect((await get(`${path}/versions/${old}`)).initialPrompt, title).toBe(state.versions[old - 1])
    }
  }
}, 120_000)
