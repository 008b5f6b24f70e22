import { assert, describe, it } from "@effect/vitest"
import { modelsAllowed } from "../../../src/domain/flows/model-fallback.ts"
import {
  absenceOfAll,
  earRole,
  missingProvider,
  type ProviderNeeds,
  type ProviderRole,
  voiceRole
} from "../../../src/domain/flows/provider-role.ts"

const providers = ["HOSTED_API", "PLATFORM_INFERENCE"] as const

describe("modelsAllowed", () => {
  it("replaces a model by name with the private one, or with ANY with both, the flow's own first", () => {
    for (const llmProvider of providers) {
      const flow = { llmProvider, model: "FAST" }
      const other = providers.filter((one) => one !== llmProvider)
      assert.deepStrictEqual(modelsAllowed(flow, "NONE"), ["FAST"])
      assert.deepStrictEqual(modelsAllowed(flow, "TO_PRIVATE"), ["FAST", "PLATFORM_INFERENCE"])
      assert.deepStrictEqual(modelsAllowed(flow, "ANY"), ["FAST", llmProvider, ...other])
    }
  })

  it("never replaces the private model unless ANY allows it", () => {
    const flow = { llmProvider: "PLATFORM_INFERENCE", model: null } as const
    assert.deepStrictEqual(modelsAllowed(flow, "NONE"), ["PLATFORM_INFERENCE"])
    assert.deepStrictEqual(modelsAllowed(flow, "TO_PRIVATE"), ["PLATFORM_INFERENCE"])
    assert.deepStrictEqual(modelsAllowed(flow, "ANY"), ["PLATFORM_INFERENCE", "HOSTED_API"])
  })
})

describe("missingProvider", () => {
  const named: ProviderNeeds = {
    organizationId: 7,
    language: "en-IN",
    ttsProvider: "CLOUD_TTS",
    voiceGender: "FEMALE",
    hasSpeechKeys: false,
    llmProvider: "HOSTED_API",
    model: "MODEL:7/FAST",
    modelFallback: "NONE"
  }
  const away = (...roles: ReadonlyArray<ProviderRole>) => new Map(roles.map((role) => [role, "SILENT"] as const))

  it("holds a campaign back for its own model by name, and for no other", () => {
    assert.match(missingProvider(named, away("MODEL:7/FAST")) ?? "", /^The language model FAST does not answer/)
    for (const other of ["HOSTED_API", "PLATFORM_INFERENCE", "MODEL:FAST", "MODEL:8/FAST", "MODEL:7/GOOD"] as const) {
      assert.isUndefined(missingProvider(named, away(other)), other)
    }
    const hosted = { ...named, model: null }
    assert.isUndefined(missingProvider(hosted, away("MODEL:FAST", "MODEL:7/FAST")))
    assert.match(missingProvider(hosted, away("HOSTED_API")) ?? "", /^The language model HOSTED_API/)
  })

  it("waits for the vendors that calls may use: those of the settings, or those to which the organization has keys", () => {
    const own: ProviderNeeds = { ...named, hasSpeechKeys: true }
    for (const role of ["SPEECH_TO_TEXT", "TEXT_TO_SPEECH"] as const) {
      assert.isDefined(missingProvider(named, away(role)), role)
      assert.isUndefined(missingProvider(own, away(role)), role)
    }
    for (const role of [earRole(named), voiceRole(named)]) {
      assert.isDefined(missingProvider(named, away(role)), role)
      assert.isDefined(missingProvider(own, away(role)), role)
      assert.isUndefined(missingProvider({ ...named, organizationId: 8 }, away(role)), role)
      assert.isUndefined(missingProvider({ ...named, language: "hi-IN" }, away(role)), role)
    }
  })

  it("waits only while all models are away that may read the conversation", () => {
    const replaced: ProviderNeeds = { ...named, modelFallback: "TO_PRIVATE" }
    assert.isUndefined(missingProvider(replaced, away("MODEL:7/FAST")))
    assert.isDefined(missingProvider(replaced, away("MODEL:7/FAST", "PLATFORM_INFERENCE")))
  })

  it("says of each provider whether it refuses the account, and of a model only of the flow's own", () => {
    const refuses = /refuses the account \(see carillon doctor\)/
    const refused = (role: ProviderRole) =>
      new Map([...away("MODEL:7/FAST", "PLATFORM_INFERENCE"), [role, "REFUSED"]] as const)
    const replaced: ProviderNeeds = { ...named, modelFallback: "TO_PRIVATE" }
    for (const role of ["SPEECH_TO_TEXT", voiceRole(named), "MODEL:7/FAST"] as const) {
      assert.match(missingProvider(replaced, refused(role)) ?? "", refuses, role)
    }
    assert.match(missingProvider(replaced, refused("PLATFORM_INFERENCE")) ?? "", /FAST does not answer/)
  })
})

describe("absenceOfAll", () => {
  it("is a refusal once one of several refuses and all others are away", () => {
    assert.isUndefined(absenceOfAll(["REFUSED", undefined]))
    assert.strictEqual(absenceOfAll(["SILENT", "REFUSED"]), "REFUSED")
    assert.strictEqual(absenceOfAll(["SILENT", "SILENT"]), "SILENT")
  })
})
