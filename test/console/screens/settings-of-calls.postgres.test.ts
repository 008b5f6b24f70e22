import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { hasBrowser, seriousViolations } from "../../support/console/browser.ts"
import { consoleSuite } from "../../support/console/console-suite.ts"
import { finish, openAiFake, text } from "../../support/fakes/openai-fake.ts"
import { deepgramFake } from "../../support/fakes/vendors/deepgram-fake.ts"

const ownKey = "dg-own-key-of-this-organization"
let scope: Scope.Closeable
const start = <A, E>(fake: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Scope.provide(fake, scope))
// After the server, which is stopped first.
afterAll(() => scope && Effect.runPromise(Scope.close(scope, Exit.void)))
const suite = consoleSuite(async () => {
  scope = await Effect.runPromise(Scope.make())
  const { url } = await start(deepgramFake({}, ownKey))
  return { settings: { DEEPGRAM_URL: url, CARTESIA_API_KEY: "ca-test", ALLOW_PRIVATE_WEBHOOKS: "1" } }
})
let modelUrl: string
beforeAll(async () => {
  if (hasBrowser) modelUrl = (await start(openAiFake(() => [text("OK"), finish("stop"), "usage", "done"]))).url
})

describe.skipIf(!hasBrowser)("the settings of speech", () => {
  test("set a key, have it tested, and choose who hears and who speaks in which order", async () => {
    const org = await suite.server.organization()
    const profile = `/admin/v1/organizations/${org.id}/speech-profile`
    const { page, open, problems } = await suite.consoleOf(org)
    await open("settings/speech")
    await page.getByText("the best vendor with a key for the language hears").waitFor()

    // A vendor without a key is refused beside its entry.
    await page.getByLabel("Choose who hears a language").selectOption({ label: "Hindi" })
    const hears = page.getByRole("list", { name: "Who hears Hindi", exact: true })
    await hears.getByLabel("Vendor").selectOption({ label: "Soniox" })
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await hears.getByRole("alert").getByText("has no key").waitFor()

    await page.getByRole("button", { name: "Set a key of Deepgram" }).click()
    await page.getByLabel("API key").fill(ownKey)
    await page.getByRole("button", { name: "Set the key" }).click()
    await page.getByText("Own key …tion").waitFor()
    expect(await page.content()).not.toContain(ownKey)
    await page.getByRole("button", { name: "Test", exact: true }).click()
    await page.getByText("Deepgram ear").waitFor()
    await page.getByText("Works").first().waitFor()

    await hears.getByLabel("Vendor").selectOption({ label: "Deepgram" })
    await hears.getByLabel("Model").fill("nova-3")
    await page.getByLabel("For", { exact: true }).selectOption({ label: "Premium voices" })
    await page.getByLabel("Choose who speaks a language").selectOption({ label: "English (India)" })
    const speaks = page.getByRole("list", { name: "Who speaks English (India), premium voices" })
    await speaks.getByLabel("Vendor").selectOption({ label: "Cartesia" })
    await speaks.getByLabel("Voice").fill("voice-of-ours")
    await speaks.getByLabel("For flows with").selectOption({ label: "A female voice" })
    await page.getByRole("button", { name: "Another for when these fail" }).last().click()
    await speaks.getByLabel("Vendor").nth(1).selectOption({ label: "Deepgram" })
    await page.getByRole("button", { name: "Deepgram earlier" }).last().click()
    expect(await seriousViolations(page)).toEqual([])
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.getByText("Saved: calls that begin now use it").waitFor()
    expect(await answered(200, suite.server.admin("GET", profile))).toMatchObject({
      ears: { hi: [{ vendor: "deepgram", model: "nova-3" }] },
      voices: {
        "en-IN": {
          PREMIUM_TTS: [{ vendor: "deepgram" }, { vendor: "cartesia", voiceId: "voice-of-ours", gender: "FEMALE" }]
        }
      },
      onlyListed: false
    })

    // A change of a key leaves the lists, and the reverse.
    await page.getByRole("button", { name: "Remove the key of Deepgram" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove", exact: true }).click()
    await page.getByRole("alertdialog").getByText("has no key", { exact: false }).waitFor()
    await page.getByRole("button", { name: "Keep as it is" }).click()
    await page.getByRole("button", { name: "Clear the profile" }).click()
    await page.getByRole("button", { name: "Clear it" }).click()
    await page.getByText("the best vendor with a key for the language hears").waitFor()
    const cleared = await answered(200, suite.server.admin("GET", profile))
    expect([cleared.ears, cleared.voices, cleared.keys]).toEqual([
      {},
      {},
      [expect.objectContaining({ vendor: "cartesia" })]
    ])
    expect(problems).toEqual([])
  })

  test("keep what other people have changed since the screen was opened, and whom a flow's editor may not add", async () => {
    const org = await suite.server.organization()
    const profile = `/admin/v1/organizations/${org.id}/speech-profile`
    const put = (body: object) => answered(200, suite.server.admin("PUT", profile, body))
    const voices = { "*": { "*": [{ vendor: "deepgram" }] } }
    await put({ ears: { hi: [{ vendor: "deepgram" }] }, voices, apiKeys: { deepgram: ownKey } })
    const { page, open, problems } = await suite.consoleOf(org)
    await open("settings/speech")
    await page.getByLabel("Use the listed vendors only").check()
    const french = { fr: [{ vendor: "deepgram" }] }
    await put({ ears: french, voices })
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.getByText("Saved: calls that begin now use it").waitFor()
    const stored = () => answered(200, suite.server.admin("GET", profile))
    expect(await stored()).toMatchObject({ ears: french, onlyListed: true })

    const flow = { name: "Reminder", initialPrompt: "Hello.", systemInstruction: "Remind.", language: "en-US" }
    const { id } = await answered(201, suite.server.admin("POST", `/admin/v1/organizations/${org.id}/flows`, flow))
    await open(`flows/${id}`)
    await page.getByRole("button", { name: "Hear and choose voices" }).click()
    await page.getByRole("button", { name: "Use first" }).first().click()
    await page.getByText(/ speaks first in English/).waitFor()
    expect(await stored()).toMatchObject({
      ears: french,
      voices: { ...voices, "en-US": { CLOUD_TTS: [{ gender: "FEMALE" }] } },
      onlyListed: true
    })
    expect(problems).toEqual([])
  })

  test("are only read by a MEMBER, who may test them", async () => {
    const org = await suite.server.organization()
    await answered(
      200,
      suite.server.admin("PUT", `/admin/v1/organizations/${org.id}/speech-profile`, {
        ears: { hi: [{ vendor: "deepgram" }] },
        apiKeys: { deepgram: "dg-a-wrong-key-of-this-test" }
      })
    )
    const { page, open, problems } = await suite.consoleOf(org, { role: "MEMBER" })
    await open("settings/speech")
    await page.getByRole("list", { name: "Who hears Hindi" }).waitFor()
    for (const name of ["Save", "Clear the profile", "Set a key of Deepgram", "Remove Deepgram"]) {
      expect(await page.getByRole("button", { name, exact: true }).count(), name).toBe(0)
    }
    await page.getByRole("button", { name: "Test", exact: true }).click()
    await page.getByText("it refuses the key").first().waitFor()
    expect(problems).toEqual([])
  })
})

describe.skipIf(!hasBrowser)("the settings of language models", () => {
  test("add a model with a key, change it without showing the key, test it, and remove it", async () => {
    const org = await suite.server.organization()
    const models = async () => (await suite.server.admin("GET", `/admin/v1/organizations/${org.id}/models`)).body.data
    const { page, open, problems } = await suite.consoleOf(org)
    await open("settings/models")
    await page.getByRole("button", { name: "Add a model" }).first().click()
    await page.getByLabel("Name", { exact: true }).fill("fast")
    await page.getByLabel("Address of the server").fill(modelUrl)
    await page.getByLabel("Model", { exact: true }).fill("small")
    await page.getByLabel("API key").fill("sk-of-this-model")
    await page.getByRole("button", { name: "Add the model" }).click()
    await page.getByText("Model added").waitFor()
    expect(await models()).toEqual([expect.objectContaining({ name: "FAST", hasApiKey: true, temperature: null })])

    await page.getByRole("button", { name: "Change FAST" }).click()
    expect(await page.getByLabel("API key").inputValue()).toBe("")
    await page.getByLabel("Temperature").fill("0.3")
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.getByText("Model changed").waitFor()
    expect(await models()).toEqual([expect.objectContaining({ hasApiKey: true, temperature: 0.3, model: "small" })])

    await page.getByRole("button", { name: "Test", exact: true }).click()
    await page.getByText("Works").waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await page.getByRole("button", { name: "Remove FAST" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove", exact: true }).click()
    await page.getByText("Model removed").waitFor()
    expect(await models()).toEqual([])
    expect(problems).toEqual([])
  })
})
