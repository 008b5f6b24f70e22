import { OpenApi } from "effect/http-api"
import { describe, expect, test } from "vitest"
import { Api } from "../../../src/api/contract/Api.ts"

type Properties = Record<string, { readonly anyOf?: ReadonlyArray<object> }>

const propertiesOf = (name: string) =>
  (OpenApi.fromApi(Api).components.schemas[name] as unknown as { readonly properties: Properties }).properties

describe("the OpenAPI document", () => {
  test("states the bounds of what requests may contain, so that clients can validate them", () => {
    const campaign = propertiesOf("NewCampaign")
    expect(campaign.name).toMatchObject({ minLength: 1, maxLength: 255 })
    expect(campaign.callsPerMinute).toMatchObject({ type: "integer", minimum: 1, maximum: 1000 })
    expect(campaign.retryDelaysMinutes).toMatchObject({ maxItems: 10, items: { minimum: 30, maximum: 4320 } })
    const contact = propertiesOf("NewContact")
    expect(contact.phoneNumber).toMatchObject({ pattern: "^\\+[1-9][0-9]{6,14}$" })
    expect(contact.gender?.anyOf?.[0]).toMatchObject({ minLength: 1, maxLength: 50 })
    expect(propertiesOf("BulkContacts").contacts).toMatchObject({ maxItems: 1000 })
    expect(propertiesOf("BulkImport").contacts).toMatchObject({ minItems: 1, maxItems: 10_000 })
    expect(propertiesOf("NewIntentLabel").color).toMatchObject({ pattern: "^#[0-9A-Fa-f]{6}$" })
  })
})
