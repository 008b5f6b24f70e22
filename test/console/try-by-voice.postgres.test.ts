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
    const { lines, page, problems } = await talk()
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

  test("begins anew in the middle and after the end, and nothing of the conversation before ends it", async () => {
    const { lines, page, problems } = await talk()
    for (const button of ["Restart", "Restart", "Try again"]) {
      if (button === "Try again") await page.getByRole("button", { name: "Hang up" }).click()
      await page.getByRole("button", { name: button }).click()
      await page.getByText("The agent listens").waitFor()
      await lines.getByText("Hello Asha.").waitFor()
      expect(await page.getByText("The connection was lost.").count()).toBe(0)
      expect(await page.evaluate("isOpen()")).toBe(true)
    }
    await page.getByRole("button", { name: "Hang up" }).click()
    await page.getByText("The conversation is over.").waitFor()
    expect(await page.evaluate("isOpen()")).toBe(false)
    expect(problems).toEqual([])
  })

  test.each([
    ["NotAllowedError", "allow it in the address bar"],
    ["NotReadableError", "another program may be using it"],
    ["NotFoundError", "No microphone was found"]
  ])("says why the microphone cannot be used: %s", async (name, text) => {
    const { page, problems } = await setUp()
    await page.evaluate(`navigator.mediaDevices.getUserMedia = async () => { throw new DOMException("", "${name}") }`)
    await page.getByRole("button", { name: "Talk to the agent" }).click()
    await page.getByText(text).waitFor()
    expect(problems).toEqual([])
  })

  test("says that the microphone was disconnected, and goes on by typing", async () => {
    const { lines, page, problems } = await talk()
    await page.evaluate("unplug()")
    await page.getByRole("alert").getByText("Your microphone was disconnected").waitFor()
    await page.getByLabel("What you say").fill("Are you there?")
    await page.keyboard.press("Enter")
    await lines.getByText("Are you there?").waitFor()
    await page.getByRole("button", { name: "Restart" }).click()
    await page.getByRole("button", { name: "Mute", exact: true }).waitFor()
    expect(await page.getByRole("alert").count()).toBe(0)
    expect(problems).toEqual([])
  })

  test("sends silence while the person is muted", async () => {
    const { lines, page, problems } = await talk()
    await page.getByRole("button", { name: "Mute", exact: true }).click()
    await page.evaluate("sent = { silent: 0, loud: 0 }")
    // Longer than the pause between two questions of the microphone's file.
    const period = (2_000 + speak(question).length / 8 + 4_000) / 20
    const silent = () => page.evaluate<number>("sent.silent")
    await expect.poll(silent, { timeout: patience.engine }).toBeGreaterThan(period)
    expect(await page.evaluate("sent.loud")).toBe(0)
    expect(await lines.getByText(`You: ${question}`).count()).toBe(0)
    await page.getByRole("button", { name: "Unmute" }).click()
    await lines.getByText(`You: ${question}`).first().waitFor()
    expect(problems).toEqual([])
  })
})

/** Begins a trial by microphone, and waits for the opening. */
const talk = async () => {
  const { page, problems } = await setUp()
  await page.getByRole("button", { name: "Talk to the agent" }).click()
  const lines = page.getByRole("log").locator("p[dir=auto]")
  await lines.getByText("Hello Asha.").waitFor()
  return { lines, page, problems }
}

const setUp = async () => {
  const org = await suite.server.organization()
  const { page, open, problems } = await suite.consoleOf(org, { role: "MEMBER" })
  await page.addInitScript(ownSound)
  const flow = { name: "Reminder", systemInstruction: "Remind politely.", initialPrompt: "Hello {{name}}." }
  const { id } = (await suite.server.admin("POST", `/admin/v1/organizations/${org.id}/flows`, flow)).body
  await open(`flows/${id}/try`)
  await page.getByLabel("Name").fill("Asha")
  return { page, problems }
}

/**
 * Notes the sound that the page plays, as samples of 16 bits, what it asks of the microphone, and how many frames of
 * silence and of sound it sends. The tones of our
 * speech are noise to the filters of a browser, so the microphone is given without them.
 */
const ownSound = `
  globalThis.played = []
  globalThis.sent = { silent: 0, loud: 0 }
  const send = WebSocket.prototype.send
  WebSocket.prototype.send = function (text) {
    const { audio } = JSON.parse(text)
    if (audio !== undefined) sent[[...atob(audio)].every((letter) => letter === "\\xff") ? "silent" : "loud"]++
    return send.call(this, text)
  }
  const copy = AudioBuffer.prototype.copyToChannel
  AudioBuffer.prototype.copyToChannel = function (source, channel) {
    played.push(...Array.from(source, (sample) => Math.round(sample * 32_768)))
    return copy.call(this, source, channel)
  }
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  const unfiltered = { echoCancellation: false, noiseSuppression: false, autoGainControl: false, channelCount: 1 }
  let tracks = []
  globalThis.isOpen = () => tracks.some(({ readyState }) => readyState === "live")
  globalThis.unplug = () => {
    for (const track of tracks) {
      track.stop()
      track.dispatchEvent(new Event("ended"))
    }
  }
  navigator.mediaDevices.getUserMedia = async (wishes) => {
    globalThis.asked = wishes
    const stream = await open({ audio: unfiltered })
    tracks = stream.getTracks()
    return stream
  }
`
