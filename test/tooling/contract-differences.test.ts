import { describe, expect, it } from "vitest"
import { contractDifferences } from "../../scripts/contract-differences.ts"

const document = {
  info: { title: "Carillon", description: "Places calls" },
  tags: [{ name: "Contacts", description: "People to call" }],
  paths: { "/contacts": { get: { operationId: "contacts.list", summary: "List contacts", responses: {} } } },
  components: {
    schemas: {
      Flow: {
        type: "object",
        title: "Flow",
        properties: { description: { type: "string", description: "Free text" }, name: { type: "string" } },
        example: { description: "Reminds people" }
      }
    }
  }
}

type Document = typeof document

const differencesAfter = (change: (changed: Document) => void) => {
  const changed = structuredClone(document)
  change(changed)
  return contractDifferences(document, changed)
}

describe("the comparison of two contracts", () => {
  it("ignores descriptions, summaries, and the title of the document", () => {
    const differences = differencesAfter(({ info, tags, paths, components }) => {
      info.title = "Other"
      info.description = "Other"
      tags[0] = { name: "Contacts", description: "Other" }
      paths["/contacts"].get.summary = "Other"
      components.schemas.Flow.properties.description.description = "Other"
    })
    expect(differences).toEqual([])
  })

  it("ignores the order of keys", () => {
    const { paths, info, ...rest } = document
    expect(contractDifferences(document, { ...rest, info, paths })).toEqual([])
  })

  it("reports what was changed, removed and added, with its path", () => {
    const differences = differencesAfter(({ paths, components }) => {
      const get: Record<string, unknown> = paths["/contacts"].get
      get.operationId = "contacts.all"
      delete get.responses
      components.schemas.Flow.title = "Script"
      Object.assign(components.schemas.Flow, { required: [] })
    })
    expect(differences).toEqual([
      'paths › /contacts › get › operationId: "contacts.list" became "contacts.all"',
      "paths › /contacts › get › responses: removed {}",
      'components › schemas › Flow › title: "Flow" became "Script"',
      "components › schemas › Flow › required: added []"
    ])
  })

  it("reports a changed example and a changed property, even those named description", () => {
    const differences = differencesAfter(({ components: { schemas } }) => {
      schemas.Flow.example.description = "Other"
      schemas.Flow.properties.description.type = "integer"
    })
    expect(differences).toEqual([
      'components › schemas › Flow › properties › description › type: "string" became "integer"',
      'components › schemas › Flow › example › description: "Reminds people" became "Other"'
    ])
  })
})
