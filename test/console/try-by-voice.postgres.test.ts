import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Scope } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { silent } from "../../src/audio/frames.ts"
import { makeListener, speak } from "../../src/audio/modem.ts"
import { encode } from "../../src/audio/mulaw.ts"
import { hasBrowser } from "../support/console/browser.ts"
import { consoleSuite } from "../support/console/console-suite.ts"
import { microphoneFile, microphoneFlags } from "../support/console/microphone.ts"
import { deepgramFake } from "../support/fakes/vendors/deepgram-fake.ts"
import { patience } from "../support/patience.ts"

const question = "What does it cost?"

let folder: string
let scope: Scope.Closeable
// After the server, which is stopped first.
afterAll(async () => {
  if (scope !== undefined) await Effect.runPromise(Scope.close(scope, Exit.void))
  if (folder !== undefined) await rm(folder, { recursive: true, force: true })
})
const suite = consoleSuite(async () => {
  folder = await mkdtemp(join(tmpdir(), "carillon-microphone-"))
  const file = join(folder, "person.wav")
  await writeFile(file, microphoneFile(Buffer.concat([silent(2_000), speak(question), silent(4_000)])))
  scope = await Effect.runPromise(Scope.make())
  const { url } = await Effect.runPromise(Scope.provide(deepgramFake(), scope))
  // With a key for an ear and a voice, the screen offers the microphone and plays what the service sends.
  return { settings: { DEEPGRAM_API_KEY: "dg-test", DEEPGRAM_URL: url }, flags: microphoneFlags(file) }
})

describe.skipIf(!hasBrowser)("a trial by microphone", () => {
  test("hears the person, answers aloud, shows the words of both, and lets go of the microphone", async () => {
    const org = await suite.server.organization()
    const { page, open, problems } = await suite.consoleOf(org, { role: "MEMBER" })
    await page.addInitScript(ownSound)
    const flow = { name: "Reminder", systemInstruction: "Remind politely.", initialPrompt: "Hello {{name}}." }
    const { id } = (await suite.server.admin("POST", `/admin/v1/organizations/${org.id}/flows`, flow)).body
    await open(`flows/${id}/try`)
    await page.getByLabel("Name").fill("Asha")
    await page.getByRole("button", { name: "Talk to the agent" }).click()

    const lines = page.getByRole("log").locator("p[dir=auto]")
    await lines.getByText("Hello Asha.").waitFor()
    await page.locator(`meter:not([value="0"])`).waitFor({ state: "attached" })
    await lines.getByText(`You: ${question}`).waitFor()
    const texts = () => lines.allTextContents()
    const answerTo = (all: ReadonlyArray<string>) => all[all.indexOf(`You: ${question}`) + 1]
    await expect.poll(async () => answerTo(await texts()), { timeout: patience.engine }).toMatch(/^Agent: ./)
    await page
      .getByText(/^Answered in \d+ ms$/)
      .first()
      .waitFor()
    const played = async () => {
      const sound = Int16Array.from((await page.evaluate("played")) as ReadonlyArray<number>)
      return makeListener().hear(encode(sound))
    }
    const answer = answerTo(await texts())?.slice("Agent: ".length)
    await expect.poll(played, { timeout: patience.engine }).toMatch(new RegExp(`^Hello Asha\\..*${answer}`))

    expect(await page.evaluate("isOpen()")).toBe(true)
    await page.getByRole("button", { name: "Hang up" }).click()
    await page.getByText("The conversation is over.").waitFor()
    expect(await page.evaluate("isOpen()")).toBe(false)
    expect(await page.evaluate("asked")).toMatchObject({ audio: { echoCancellation: true, noiseSuppression: true } })
    expect(problems).toEqual([])
  })
})

/**
 * Notes the sound that the page plays, as samples of 16 bits, and what it asks of the microphone. The tones of our
 * speech are noise to the filters of a suite.browser, so the microphone is given without them.
 */
const ownSound = `
  globalThis.played = []
  const copy = AudioBuffer.prototype.copyToChannel
  AudioBuffer.prototype.copyToChannel = function (source, channel) {
    played.push(...Array.from(source, (sample) => Math.round(sample * 32_768)))
    return copy.call(this, source, channel)
  }
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  const unfiltered = { echoCancellation: false, noiseSuppression: false, autoGainControl: false, channelCount: 1 }
  let tracks = []
  globalThis.isOpen = () => tracks.some(({ readyState }) => readyState === "live")
  navigator.mediaDevices.getUserMedia = async (wishes) => {
    globalThis.asked = wishes
    const stream = await open({ audio: unfiltered })
    tracks = stream.getTracks()
    return stream
  }
`
