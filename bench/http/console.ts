import { execFileSync } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { type BrowserContext, chromium, type Page } from "playwright-core"
import { chromiumPath } from "../../scripts/chromium.ts"
import { median, rounded } from "../figures.ts"
import { inRepository, type Node, type Product, startProduct, withDatabase, withServer } from "../product.ts"

const goalMillis = 4000
/** A slow network: the delay of each request, ms, and the speed in each direction, bytes a second. */
const slow = { offline: false, latency: 400, downloadThroughput: 125_000, uploadThroughput: 125_000 }
const visits = 7

/**
 * Times from opening an address of the console to the first screen with its figures, in Chromium over a slow network:
 * with nothing kept by the browser, with the files of an earlier visit, and without a session, which shows the sign-in.
 */
export const run = () => {
  execFileSync(process.execPath, [inRepository("scripts/build-console.ts")], { stdio: "inherit" })
  return withDatabase((url) =>
    withServer(
      url,
      { ROLES: "api" },
      startProduct
    )((product) => withBrowser((newContext) => measure(product, newContext)))
  )
}

const measure = async ({ admin, port }: Product & Pick<Node, "admin">, newContext: () => Promise<BrowserContext>) => {
  const context = await newContext()
  const page = await context.newPage()
  const link = (await admin("/people/sign-in-link", {})) as unknown as { readonly url: string }
  await page.goto(`http://127.0.0.1:${port}/console/welcome${new URL(link.url).hash}`)
  await page.getByText("Live calls").waitFor()
  const overview = page.url()
  await page.close()

  const first: Array<number> = []
  const again: Array<number> = []
  const signIn: Array<number> = []
  const floor: Array<number> = []
  let loaded = { requests: 0, bytes: 0 }
  for (let visit = 0; visit < visits; visit++) {
    const opened = await visitTo(context, overview, "Live calls", true)
    first.push(opened.millis)
    loaded = opened
    again.push((await visitTo(context, overview, "Live calls", false)).millis)
    floor.push((await visitToFile(context, loaded.bytes)).millis)
    const stranger = await newContext()
    signIn.push((await visitTo(stranger, overview, "Sign in", true)).millis)
    await stranger.close()
  }
  return {
    what: `median of ${visits} visits in ms, 400 ms for each request and 1 Mbit/s: from the address to the overview with its figures`,
    floorIs: "one file with as many bytes, by one request",
    first: rounded(median(first)),
    again: rounded(median(again)),
    signIn: rounded(median(signIn)),
    floor: rounded(median(floor)),
    requests: loaded.requests,
    kilobytes: rounded(loaded.bytes / 1000),
    goalMillis,
    met: Math.max(...first, ...signIn) <= goalMillis
  }
}

/** Opens an address over the slow network, and waits until a text is shown. */
const visitTo = async (context: BrowserContext, address: string, text: string, isFirst: boolean) => {
  const page = await context.newPage()
  const loaded = await slowed(page, isFirst)
  const startedAt = performance.now()
  await page.goto(address, { waitUntil: "commit" })
  await page.getByText(text, { exact: true }).first().waitFor()
  const millis = performance.now() - startedAt
  await page.close()
  return { millis, ...loaded }
}

/** Opens one file of this size over the slow network. */
const visitToFile = async (context: BrowserContext, bytes: number) => {
  const server = createServer((_, response) => response.end(Buffer.alloc(bytes, " "))).listen(0, "127.0.0.1")
  await once(server, "listening")
  const page = await context.newPage()
  await slowed(page, true)
  const startedAt = performance.now()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const millis = performance.now() - startedAt
  await page.close()
  server.close()
  return { millis }
}

/** Slows down the network of a page. Returns counts of the page's requests and bytes, which grow while it loads. */
const slowed = async (page: Page, isFirst: boolean) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("Network.enable")
  await devtools.send("Network.emulateNetworkConditions", slow)
  if (isFirst) await devtools.send("Network.clearBrowserCache")
  const loaded = { requests: 0, bytes: 0 }
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    loaded.requests++
    loaded.bytes += encodedDataLength
  })
  return loaded
}

const withBrowser = async <A>(use: (newContext: () => Promise<BrowserContext>) => Promise<A>): Promise<A> => {
  if (chromiumPath === undefined) {
    console.error("This bench needs Chromium: install it, or name it by CHROMIUM")
    process.exit(2)
  }
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox", "--disable-gpu"] })
  return use(() => browser.newContext({ viewport: { width: 1440, height: 900 } })).finally(() => browser.close())
}
