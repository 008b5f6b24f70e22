// Takes the pictures of docs/console.md and the README from a demo that has just begun:
//
//   npm run demo -- --fresh                      # in one terminal
//   node scripts/take-pictures.ts LINK [NAME…]   # in another, with the link that the demo prints
//
// It starts a campaign of its own in the demo, so that there is something to see. With names it takes only these
// pictures. A new link: npm run carillon -- people sign-in-link.
import { mkdirSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { chromium, type Page } from "playwright-core"
import { chromiumPath } from "./chromium.ts"

const folder = resolve(import.meta.dirname, "../docs/pictures")
const width = 1280
const tallest = 1000

interface Picture {
  readonly name: string
  readonly path: string
  /** Uses the screen before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<unknown>
  /** The title of the only card that the picture shows; if unset, it shows the screen. */
  readonly card?: string
  /** Lowest height, for dialogs. */
  readonly lowest?: number
}

const people = [
  "Full name;Mobile;City;Roof",
  "Jane Roe;+1 202 555 0150;Boston;flat",
  "John Doe;001 202 555 0151;Austin;gable",
  "Ann Lee;+12025550152;Boston;gable",
  "Max Power;12;Reno;flat",
  "Ada Moore;+12025550100;Salem;gable"
].join("\n")

const chooseFile = async (page: Page) => {
  await page.getByRole("button", { name: "Import a file" }).first().click()
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "spring.csv", mimeType: "text/csv", buffer: Buffer.from(people) })
  await page.getByText("Nothing is stored yet").waitFor()
}

const talk = async (page: Page) => {
  await page.getByLabel("Name").fill("Ada Moore")
  await page.getByRole("button", { name: "Type to the agent" }).click()
  const words = page.getByRole("log")
  const say = async (text: string, answers: number) => {
    await page.getByText("The agent listens").waitFor()
    await page.getByLabel("What you say").fill(text)
    await page.keyboard.press("Enter")
    await words
      .getByText(/^Answered in/)
      .nth(answers)
      .waitFor()
    await page.getByText("The agent listens").waitFor()
  }
  await say("What are your opening hours?", 0)
  await say("Good. Yes, I am interested.", 1)
}

const [link, ...names] = process.argv.slice(2)
if (link === undefined || chromiumPath === undefined) {
  console.error("Usage: node scripts/take-pictures.ts LINK [NAME…], with Chromium installed or named by CHROMIUM")
  process.exit(1)
}
const { origin } = new URL(link)
const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox", "--disable-gpu"] })
const context = await browser.newContext({ viewport: { width, height: 800 }, locale: "en-GB", reducedMotion: "reduce" })
context.setDefaultTimeout(60_000)
const page = await context.newPage()
await page.goto(link)
await page.waitForURL(/\/console\/o\/\d+/)
const organization = /\/o\/(\d+)/.exec(page.url())?.[1] ?? ""

/** Sends a request as the console does. */
const send = async (method: "GET" | "POST" | "PUT", path: string, data?: object) => {
  const headers = { origin, "carillon-organization": organization }
  const answer = await context.request.fetch(origin + path, { method, headers, ...(data && { data }) })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  return answer.json()
}

const admin = `/admin/v1/organizations/${organization}`
const flow = (await send("GET", "/v1/flows")).data.find(({ name }: { name: string }) => name === "Free visit, English")
const audience = (await send("GET", "/v1/audiences")).data.find(({ name }: { name: string }) => /English/.test(name))
const base = (await send("GET", "/v1/knowledge-bases"))[0]
const contact = (await send("GET", "/v1/contacts?search=Ada")).data[0]
const notEnglish = ({ name }: { name: string }) => !/English/.test(name)
const campaign = await campaignOfPictures("Spring: a free visit", flow, audience)
await campaignOfPictures(
  "Monsoon: a free visit",
  (await send("GET", "/v1/flows")).data.find(({ name }: { name: string }) => /Hindi/.test(name)),
  (await send("GET", "/v1/audiences")).data.find(notEnglish)
)
const draft = await send("POST", "/v1/campaigns", {
  name: "Autumn: a free visit",
  useCaseType: "LEAD_QUALIFICATION",
  flowId: flow.id,
  audienceId: audience.id
})
const versions = await versionsOfPictures()
const invitation = await send("POST", `${admin}/people`, { email: "vera@sunrise.example", role: "MEMBER" })
await send("POST", "/admin/v1/tokens", { name: "Monitoring", role: "VIEWER" })
await send("POST", "/admin/v1/secrets/rotate", {})

const pictures: ReadonlyArray<Picture> = [
  {
    name: "overview",
    path: "",
    prepare: async (page) => {
      await page.getByText(/^([4-9]|1\d) talking/).waitFor()
    }
  },
  {
    name: "live",
    path: "live",
    prepare: async (page) => {
      await page.getByText("Just ended").waitFor()
      await page.getByText("Talking", { exact: true }).nth(1).waitFor()
    }
  },
  { name: "campaigns", path: "campaigns" },
  {
    name: "new-campaign-first",
    path: "campaigns/new",
    prepare: async (page) => {
      await page.getByLabel("Name").fill("Winter: a free visit")
      await page.getByLabel("Audience").selectOption(audience.id)
      await page.getByLabel("Flow").selectOption(flow.id)
    }
  },
  { name: "new-campaign-pace", path: `campaigns/${draft.id}/setup?step=pace` },
  { name: "new-campaign", path: `campaigns/${draft.id}/setup?step=start` },
  { name: "try", path: `flows/${flow.id}/try`, prepare: talk },
  { name: "campaign", path: `campaigns/${campaign.id}` },
  { name: "calls", path: "calls" },
  {
    name: "call",
    path: "calls?label=Hot+Lead",
    prepare: async (page) => {
      await page.locator("main table a").first().click()
      await page.getByText("Why it was placed, or not").waitFor()
    }
  },
  { name: "review", path: "review" },
  { name: "contacts", path: "people?search=a" },
  { name: "contact", path: `people/${contact.id}` },
  { name: "audiences", path: "people/audiences" },
  { name: "audience", path: `people/audiences/${audience.id}` },
  { name: "import", path: "people/imports", prepare: chooseFile, lowest: 760 },
  { name: "one-import", path: `people/imports/${await importOfPictures()}` },
  { name: "do-not-contact", path: "people/do-not-contact" },
  { name: "consent", path: "people/consent", prepare: consentsOfPictures },
  { name: "registries", path: "people/registries", prepare: registriesOfPictures },
  { name: "flows", path: "flows" },
  { name: "flow", path: `flows/${flow.id}` },
  { name: "flow-versions", path: `flows/${versions.flow}/versions` },
  { name: "versions", path: `flows/${versions.flow}/versions/1` },
  { name: "knowledge-bases", path: "knowledge" },
  { name: "knowledge", path: `knowledge/${base.id}?question=When+are+you+open%3F` },
  { name: "account", path: "settings" },
  { name: "organization", path: "settings/organization" },
  {
    name: "disclosure",
    path: "settings/organization",
    prepare: disclosureOfPictures,
    card: "Disclosure in each call"
  },
  { name: "law", path: "settings/law" },
  { name: "costs", path: "settings/costs" },
  { name: "people", path: "settings/people" },
  { name: "keys", path: "settings/keys" },
  { name: "webhook", path: "settings/webhook" },
  { name: "tool-headers", path: "settings/tool-headers", prepare: headersOfPictures },
  { name: "mcp-servers", path: "settings/mcp-servers", prepare: mcpServersOfPictures },
  { name: "caller-ids", path: "settings/caller-ids", prepare: callerIdsOfPictures },
  { name: "transfer-targets", path: "settings/transfer-targets", prepare: targetsOfPictures },
  { name: "security-log", path: "settings/log" },
  { name: "doctor", path: "settings/doctor" },
  { name: "events", path: "settings/events" },
  {
    name: "events-live",
    path: "settings/events?part=live",
    prepare: async (page) => {
      await page.getByText("call-ended.v1", { exact: false }).nth(4).waitFor()
    }
  },
  { name: "accounts", path: "settings/accounts" },
  { name: "admin-tokens", path: "settings/admin-tokens" },
  { name: "encryption", path: "settings/encryption" },
  // Last, since the doctor reports that the vendors do not know these keys.
  { name: "speech", path: "settings/speech", prepare: speechOfPictures },
  { name: "models", path: "settings/models", prepare: modelOfPictures },
  {
    name: "sign-in",
    path: "",
    prepare: async (page) => {
      await context.clearCookies()
      await page.reload()
      await page.getByLabel("Password").waitFor()
    }
  },
  { name: "invitation", path: `../../invitation#${new URL(invitation.invitationUrl).hash.slice(1)}` },
  { name: "welcome", path: "../../welcome#used" }
]

mkdirSync(folder, { recursive: true })
let bytes = 0
for (const picture of pictures) if (names.length === 0 || names.includes(picture.name)) bytes += await take(picture)
console.error(`${Math.round(bytes / 1024)} kB in ${folder}`)
await browser.close()

async function take({ name, path, prepare, card, lowest = 480 }: Picture) {
  await page.goto(`${origin}/console/o/${organization}/${path}`)
  await page.locator("h1").waitFor()
  await isLoaded()
  await prepare?.(page)
  await isLoaded()
  const clip = { x: 0, y: 0, width, height: Math.max(lowest, await heightOfPicture(page)) }
  await page.setViewportSize({ width, height: clip.height })
  const section = page.locator("section", { has: page.getByRole("heading", { name: card ?? "" }) }).last()
  const webp = await asWebp(await (card === undefined ? page.screenshot({ clip }) : section.screenshot()))
  await page.setViewportSize({ width, height: 800 })
  writeFileSync(join(folder, `${name}.webp`), webp)
  console.error(`${name}: ${Math.round(webp.length / 1024)} kB`)
  return webp.length
}

/** The whole screen, or a part that ends below a row or a card. */
function heightOfPicture(page: Page) {
  return page.evaluate<number>(`(() => {
    const whole = document.querySelector("main > :last-child")?.scrollHeight ?? 0
    if (whole <= ${tallest}) return whole
    const ends = [...document.querySelectorAll("main :is(section, li, tr, form)")]
      .map((one) => Math.ceil(one.getBoundingClientRect().bottom) + 12)
    return Math.max(0, ...ends.filter((end) => end <= ${tallest}))
  })()`)
}

async function isLoaded() {
  await page.locator("[role=status][aria-label^=Loading], [aria-busy=true]").first().waitFor({ state: "detached" })
  await page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame)).then(() => true)")
}

/** Lets a page of the browser write the picture as WebP. */
async function asWebp(png: Buffer) {
  const blank = await context.newPage()
  const url = await blank.evaluate<string, string>(
    async (data) => {
      const image = await (globalThis as any).createImageBitmap(await (await fetch(data)).blob())
      const canvas = (globalThis as any).document.createElement("canvas")
      Object.assign(canvas, { width: image.width, height: image.height })
      canvas.getContext("2d").drawImage(image, 0, 0)
      return canvas.toDataURL("image/webp", 0.8)
    },
    `data:image/png;base64,${png.toString("base64")}`
  )
  await blank.close()
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64")
}

/** A running campaign that puts callbacks into the review queue. */
async function campaignOfPictures(name: string, { id: flowId }: { id: string }, { id: audienceId }: { id: string }) {
  const made = await send("POST", "/v1/campaigns", {
    ...{ name, flowId, audienceId, useCaseType: "LEAD_QUALIFICATION" },
    callsPerMinute: 20,
    maxConcurrentCalls: 6
  })
  const labels = await send("GET", `/v1/campaigns/${made.id}/intent-labels`)
  const callback = labels.find(({ name }: { name: string }) => name === "Callback Requested")
  await send("PUT", `/v1/campaigns/${made.id}/journey-rules/${callback.id}`, { action: "FLAG_REVIEW" })
  await send("POST", `/v1/campaigns/${made.id}/start`, {})
  return made
}

/** Makes an import with a rejected row. */
async function importOfPictures() {
  const { importId } = await send("POST", "/v1/imports/api/bulk", {
    contacts: [
      { name: "Jane Roe", phoneNumber: "+12025550150" },
      { name: "Ann Lee", phoneNumber: "+12025550152" },
      { name: "Max Power", phoneNumber: "12" }
    ]
  })
  return importId as string
}

/** Makes consents, one of them withdrawn, and the policies of countries. */
async function consentsOfPictures(page: Page) {
  const source = "Form on the website"
  const recorded = { basis: "EXPRESS_WRITTEN", purpose: "MARKETING", at: "2026-05-04T09:30:00Z", source }
  for (const last of [0, 1, 2])
    await send("POST", `${admin}/consents`, { ...recorded, phoneNumber: `+1202555015${last}` })
  const contract = { basis: "CONTRACT", purpose: "SERVICE", at: "2025-11-10T12:00:00Z", source: "Contract 4711" }
  await send("POST", `${admin}/consents`, { ...contract, phoneNumber: "+442079460011" })
  await send("POST", `${admin}/consents/withdraw`, { phoneNumber: "+12025550151", through: "A letter" })
  await send("PUT", `${admin}/consent-policies`, { policies: { "*": "RECORDED", GB: "REQUIRED" } })
  await page.reload()
  await page.getByText("+442079460011").waitFor()
}

/** Lists of registries. */
async function registriesOfPictures(page: Page) {
  const today = new Date().toISOString().slice(0, 10)
  for (const [path, registry, name, numbers] of [
    [admin, "GB_TPS", "", "02079460000\n02079460001\n07700900123\n"],
    [admin, "US_STATE", "Texas", "2145550100\n2145550111\n"],
    ["/admin/v1", "OTHER", "Wrong numbers", "+12025550199\n"]
  ] as const) {
    const file = { name: "numbers.txt", mimeType: "text/plain", buffer: Buffer.from(numbers) }
    const multipart = { registry, name, dated: today, file }
    const answer = await context.request.post(`${origin}${path}/number-lists/upload`, {
      headers: { origin },
      multipart
    })
    if (!answer.ok()) throw new Error(`${registry}: ${answer.status()} ${await answer.text()}`)
  }
  await page.reload()
  await page.getByText("Texas").waitFor()
}

/** How calls begin, in the languages of the demo. */
async function disclosureOfPictures(page: Page) {
  const sentences = {
    en: "This is an automated assistant of {{legalName}}. This call is transcribed.",
    hi: "मैं {{legalName}} की स्वचालित सहायक हूँ। यह कॉल लिखी जाती है।"
  }
  await send("PUT", `${admin}/disclosure`, {
    legalName: "Sunrise Solar Ltd",
    callbackNumber: "+442079460000",
    sentences
  })
  await page.reload()
  await page.getByText("People hear", { exact: false }).nth(1).waitFor()
}

/** Headers for the requests of tools. */
async function headersOfPictures(page: Page) {
  const origin = "https://booking.example.com"
  await send("PUT", `${admin}/tool-headers`, { name: "booking", origin, headers: { "x-api-key": "of-the-pictures" } })
  await page.reload()
  await page.getByText("booking", { exact: true }).waitFor()
}

/** An MCP server. */
async function mcpServersOfPictures(page: Page) {
  const url = "https://crm.example.com/mcp"
  await send("PUT", `${admin}/mcp-servers`, { name: "crm", url, headers: { authorization: "Bearer of-the-pictures" } })
  await page.reload()
  await page.getByText("crm", { exact: true }).waitFor()
}

/** Numbers from which the organization calls. */
async function callerIdsOfPictures(page: Page) {
  const put = (callerId: object) => send("PUT", `${admin}/caller-ids`, callerId)
  await put({ number: "+12125550100", dailyCap: 150 })
  await put({ number: "+16175550100", dailyCap: 150 })
  await put({ number: "+442079460100", pool: "Europe" })
  await put({ number: "+13105550100", state: "OFF", reason: "Reported as spam" })
  await page.reload()
  await page.getByText("Reported as spam").waitFor()
}

/** People and desks to whom calls may be transferred. */
async function targetsOfPictures(page: Page) {
  const hours = { days: [1, 2, 3, 4, 5], start: "09:00", end: "17:30" }
  const put = (target: object) => send("PUT", `${admin}/transfer-targets`, target)
  await put({ name: "Service desk", address: "+442079460000", hours })
  await put({ name: "Sales in Hindi", address: "+912212345678", language: "hi-IN", hours })
  await put({ name: "On call", address: "sip:on-call@sunrise.example", priority: 2 })
  await page.reload()
  await page.getByText("Service desk").waitFor()
}

/** A speech profile with a key of the organization's own. */
async function speechOfPictures(page: Page) {
  await send("PUT", `${admin}/speech-profile`, {
    ears: { en: [{ vendor: "deepgram" }, { vendor: "soniox" }] },
    voices: { "en-US": { "*": [{ vendor: "cartesia", gender: "FEMALE" }, { vendor: "deepgram" }] } },
    apiKeys: {
      deepgram: "a-key-of-the-pictures-1234",
      soniox: "a-key-of-the-pictures-5678",
      cartesia: "a-key-of-the-pictures-9012"
    }
  })
  await page.reload()
  await page.getByText("Own key …1234").waitFor()
}

/** A model by name. */
async function modelOfPictures(page: Page) {
  const server = { baseUrl: "https://models.example.com/v1", model: "small-2026", temperature: 0.3 }
  await send("PUT", `${admin}/models`, { name: "FAST", ...server })
  await page.reload()
  await page.getByText("FAST").first().waitFor()
}

/** A flow with two versions. */
async function versionsOfPictures() {
  const words = {
    name: "Reminder of the visit",
    systemInstruction: "You are Maya of Sunrise Solar. You remind people of the visit of an engineer.",
    initialPrompt: "Hello {{name}}, this is Maya from Sunrise Solar. Is tomorrow still fine for the visit?"
  }
  const made = await send("POST", `${admin}/flows`, words)
  const path = `${admin}/flows/${made.id}`
  const { basedOn, flow, revision } = await send("GET", `${path}/draft`)
  const changed = {
    ...flow,
    initialPrompt: "Good morning {{name}}, this is Maya from Sunrise Solar. Does tomorrow at nine still suit you?"
  }
  const saved = await send("PUT", `${path}/draft`, { flow: changed, basedOn, revision })
  await send("POST", `${path}/publish`, { revision: saved.revision, note: "Names the hour" })
  return { flow: made.id as string }
}
