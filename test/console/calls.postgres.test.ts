import { describe, expect, test } from "vitest"
import { hasBrowser } from "../support/console/browser.ts"
import { consoleSuite } from "../support/console/console-suite.ts"
import { recordedCallsOf } from "../support/console/recorded-calls.ts"
import { rowsOf } from "../support/data/calls.ts"
import { patience } from "../support/patience.ts"

// The dialer does not run: the calls stay as they are made.
const suite = consoleSuite({ settings: { ROLES: "api" } })

const isFull = process.env.PROVE === "full"

describe.skipIf(!hasBrowser)("the list of calls", () => {
  test("filters on the server by its address, keeps views, and opens a call", async () => {
    const org = await suite.server.organization()
    const { call, campaign, rows } = recordedCallsOf(suite.server, org)
    const spring = await campaign()
    const autumn = await campaign("Autumn")
    await call(spring, { name: "Ada Moore", minutesAgo: 3 })
    await call(spring, {
      name: "Ben Carter",
      minutesAgo: 2,
      fields: { intent_label_id: null, intent_undetermined: true }
    })
    await rows.call(org.id, autumn.id, { contact_name: "Cora Diaz", status: "FAILED", outcome: "BUSY", attempts: 1 })
    const { page, open, problems } = await suite.consoleOf(org)
    const names = () => page.locator("tbody a").allInnerTexts()
    const shows = (...expected: ReadonlyArray<string>) =>
      expect.poll(names, { timeout: patience.engine }).toEqual(expected)

    await open("calls")
    await shows("Cora Diaz", "Ben Carter", "Ada Moore")
    await page.getByLabel("Campaign", { exact: true }).selectOption({ label: "Autumn" })
    await shows("Cora Diaz")
    await expect.poll(() => page.url(), { timeout: patience.engine }).toContain(`campaignId=${autumn.id}`)
    await page.reload()
    await shows("Cora Diaz")
    await page.getByRole("link", { name: "Undetermined" }).click()
    await shows("Ben Carter")
    await page.getByLabel("Label", { exact: true }).fill("interested")
    await page.getByText("No call matches").waitFor()
    await page.getByRole("button", { name: "Clear the filters" }).click()
    await shows("Cora Diaz", "Ben Carter", "Ada Moore")

    await page.getByLabel("Label", { exact: true }).fill("interested")
    await shows("Ada Moore")
    await page.getByRole("button", { name: "Save this view" }).click()
    await page.getByLabel("Name", { exact: true }).fill("Ours")
    await page.keyboard.press("Enter")
    await page.getByRole("link", { name: "All", exact: true }).click()
    await shows("Cora Diaz", "Ben Carter", "Ada Moore")
    await page.getByRole("link", { name: "Ours" }).click()
    await shows("Ada Moore")

    await page.getByRole("link", { name: "Ada Moore" }).press("Enter")
    await page.getByRole("heading", { level: 1, name: "Ada Moore" }).waitFor()
    await page.goBack()
    await shows("Ada Moore")
    expect(problems).toEqual([])
  })

  test("has the unanswered conversations of a campaign analyzed again, reached from the page of the campaign", async () => {
    const org = await suite.server.organization()
    const { call, campaign } = recordedCallsOf(suite.server, org)
    const spring = await campaign()
    await call(spring, { name: "Ada Moore" })
    const unanswered = await call(spring, { name: "Ben Carter", undetermined: "The model gave no answer" })
    const other = await call(await campaign("Autumn"), { name: "Cora Diaz", undetermined: "The model gave no answer" })
    const { page, open, problems } = await suite.consoleOf(org, { role: "MEMBER" })
    await open(`campaigns/${spring.id}`)
    await page.getByRole("link", { name: "1 undetermined" }).click()
    await page.getByRole("link", { name: "Ben Carter" }).waitFor()
    await page.getByRole("button", { name: "Analyze again" }).click()
    const dialog = page.getByRole("alertdialog")
    await dialog.getByText("of this campaign", { exact: false }).waitFor()
    await dialog.getByRole("button", { name: "Analyze them" }).click()
    await page.getByText("1 conversation will be analyzed again").waitFor()
    const queued = await rowsOf(suite.server).query(
      (sql) =>
        sql<{ callId: string }>`select call_id from awaited_labels where call_id in ${sql.in([unanswered, other])}`
    )
    expect(queued.map(({ callId }) => callId)).toEqual([unanswered])
    await open("calls")
    expect(await page.getByRole("button", { name: "Analyze again" }).count()).toBe(0)
    expect(problems).toEqual([])
  })

  test("shows a page of the service after the other, and only the rows in view, of however many calls", {
    timeout: isFull ? 1_800_000 : 2 * patience.process
  }, async () => {
    const org = await suite.server.organization()
    const { campaign, rows } = recordedCallsOf(suite.server, org)
    const { id } = await campaign()
    const calls = isFull ? 1_000_000 : 350
    await rows.query(
      (
        sql
      ) => sql`insert into calls (organization_id, id, campaign_id, contact_id, contact_name, phone_number, next_attempt_at,
          scheduled_at, created_at, outcome)
        select ${org.id}, gen_random_uuid(), ${id}::uuid, gen_random_uuid(), 'Person ' || no, '+4930' || (1000000 + no), now(), now(),
          now() - no * interval '1 second', case when no % 100 = 0 then 'BUSY' end
        from generate_series(1, ${calls}::int) no`
    )
    await rows.query((sql) => sql`analyze calls`)
    const { page, open, problems } = await suite.consoleOf(org)
    await open("calls")
    const table = page.getByRole("region", { name: "Calls" })
    const rowsInView = page.locator("tbody tr[aria-rowindex]")
    const loaded = async () => {
      await table.press("End")
      expect(await rowsInView.count()).toBeLessThan(80)
      return Number(await page.locator("table").getAttribute("aria-rowcount")) - 1
    }
    const scrolled = Math.min(calls, 10_000)
    await expect.poll(loaded, { timeout: isFull ? 600_000 : patience.engine }).toBeGreaterThanOrEqual(scrolled)
    const lastInView = async () => {
      await table.press("End")
      return Number(await rowsInView.last().getAttribute("aria-rowindex")) - 1
    }
    await expect.poll(lastInView, { timeout: patience.engine }).toBeGreaterThanOrEqual(scrolled)
    // No row is missing or stands twice: the rows are numbered in the order of their names.
    const places = () =>
      page.evaluate<ReadonlyArray<number>>(`Array.from(document.querySelectorAll("tbody tr[aria-rowindex]"), (row) =>
        Number(/Person (\\d+)/.exec(row.textContent)[1]) - row.ariaRowIndex)`)
    const areInOrder = async () => expect(new Set(await places())).toEqual(new Set([-1]))
    await areInOrder()
    for (const part of [0.7, 0.5, 0.1, 0]) {
      await table.evaluate(`(element, part) => { element.scrollTop = element.scrollHeight * part }`, part)
      await table.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
      expect(await rowsInView.count()).toBeGreaterThan(5)
      await areInOrder()
    }
    // The service searches, not the browser: among rows that were never loaded, too.
    await page.getByLabel("Last attempt", { exact: true }).selectOption({ label: "Busy" })
    await page.getByRole("link", { name: "Person 100", exact: true }).waitFor()
    await page.getByLabel("Phone number").fill(`+4930${1_000_000 + Math.floor(calls / 100) * 100}`)
    await page.keyboard.press("Enter")
    await page.getByRole("link", { name: `Person ${Math.floor(calls / 100) * 100}`, exact: true }).waitFor()
    await expect.poll(() => rowsInView.count(), { timeout: patience.engine }).toBe(1)
    expect(problems).toEqual([])
  })

  test("offers a viewer no action, and says what is missing without a call", async () => {
    const org = await suite.server.organization()
    const { page, open } = await suite.consoleOf(org, { role: "VIEWER" })
    await open("calls")
    await page.getByText("No calls yet").waitFor()
    await open("calls/01a1ff45-430e-7001-8020-14bbb5a2c020")
    await page.getByText("There is no such call").waitFor()
    const { call, campaign } = recordedCallsOf(suite.server, org)
    await open(`calls/${await call(await campaign(), { inReview: true })}`)
    await page.getByText("Yes, please do come.").first().waitFor()
    for (const name of ["Do Not Contact", "Erase", "Mark as reviewed"]) {
      expect(await page.getByRole("button", { name }).count(), name).toBe(0)
    }
  })
})

describe.skipIf(!hasBrowser)("the page of a call", () => {
  test("shows the conversation with its evidence, delays and decisions", async () => {
    const org = await suite.server.organization()
    const { call, campaign, rows } = recordedCallsOf(suite.server, org)
    const id = await call(await campaign(), {})
    await rows.query((sql) => sql`update attempts set identity_confirmed_at = answered_at where call_id = ${id}`)
    const { page, open, problems } = await suite.consoleOf(org)
    await open(`calls/${id}`)
    await page.locator("mark").first().waitFor()
    expect(await page.locator("mark").allInnerTexts()).toEqual(["Yes, please do come"])
    await page.getByText("Answered in 980 ms").click()
    await page.getByText("Text was final after").first().waitFor()
    await page.getByText("Nothing stood in the way").waitFor()
    await page.getByText("The calling hours open at").first().waitFor()
    await page.getByText("93 %").waitFor()
    const confirmed = page.getByText("Identity confirmed", { exact: true }).locator("xpath=following-sibling::dd")
    expect(await confirmed.locator("time").count()).toBe(1)
    expect(problems).toEqual([])
  })

  test("sends a webhook again that the target refused for good", async () => {
    const org = await suite.server.organization()
    const { call, campaign, rows } = recordedCallsOf(suite.server, org)
    const id = await call(await campaign(), {})
    await rows.delivery(org.id, id, { status: "PERMANENT_FAILURE", last_error: "The target answered 410" })
    await org.call("PUT", "/v1/write-back/config", { webhookEnabled: true, webhookUrl: "https://crm.example/calls" })
    const { page, open, problems } = await suite.consoleOf(org)
    await open(`calls/${id}`)
    await page.getByText("Refused for good").waitFor()
    await page.getByRole("button", { name: "Send again" }).click()
    await page.getByText("The webhook is sent again").waitFor()
    const [delivery] = await rows.query(
      (sql) => sql<{ status: string }>`select status from deliveries where call_id = ${id}`
    )
    expect(delivery?.status).toBe("PENDING")
    expect(problems).toEqual([])
  })

  test("corrects the label under the name of the person", async () => {
    const org = await suite.server.organization()
    const { call, campaign } = recordedCallsOf(suite.server, org)
    const id = await call(await campaign(), {})
    const { page, open, problems } = await suite.consoleOf(org, { role: "MEMBER" })
    await open(`calls/${id}`)
    await page.getByRole("button", { name: "Correct the label" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Not interested").check()
    await dialog.getByLabel("Note").fill("They only asked for the price")
    await dialog.getByRole("button", { name: "Correct the label" }).click()
    await page.getByText(/Corrected by Petra, .*; it was Interested/).waitFor()
    await page.getByText("They only asked for the price").waitFor()
    const { body } = await suite.server.admin("GET", `/admin/v1/organizations/${org.id}/calls/${id}`)
    expect(body.intentLabel.name).toBe("Not interested")
    expect(problems).toEqual([])
  })

  test("adds the number to Do Not Contact, and erases the person, after it has asked", async () => {
    const org = await suite.server.organization()
    const { call, campaign } = recordedCallsOf(suite.server, org)
    const phone_number = "+4930123456789"
    const id = await call(await campaign(), { fields: { phone_number } })
    const { page, open } = await suite.consoleOf(org)
    await open(`calls/${id}`)
    await page.getByRole("button", { name: "Do Not Contact" }).click()
    await page.getByRole("button", { name: "Keep as it is" }).click()
    const onList = async () => (await org.call("GET", "/v1/dnc")).body.data.map((entry: any) => entry.phoneNumber)
    expect(await onList()).toEqual([])
    await page.getByRole("button", { name: "Do Not Contact", exact: true }).click()
    await page.getByRole("button", { name: "Add to Do Not Contact" }).click()
    await page.getByText("The number is on Do Not Contact").waitFor()
    expect(await onList()).toEqual([phone_number])

    await page.getByRole("button", { name: "Erase" }).click()
    const forGood = page.getByRole("button", { name: "Erase for good" })
    await page.getByLabel(/last four digits/).fill("6788")
    expect(await forGood.isDisabled()).toBe(true)
    await page.getByLabel(/last four digits/).fill("6789")
    await forGood.click()
    await page.getByText("Everything about the person was erased").waitFor()
    await expect.poll(() => page.getByText("Yes, please do come").count(), { timeout: patience.engine }).toBe(0)
    expect(await page.getByText(phone_number).count()).toBe(0)
  })
})

describe.skipIf(!hasBrowser)("the review queue", () => {
  test("can be worked through with the keyboard alone", async () => {
    const org = await suite.server.organization()
    const { call, campaign } = recordedCallsOf(suite.server, org)
    const spring = await campaign()
    for (const [index, name] of ["Ada", "Ben", "Cora"].entries()) {
      await call(spring, { name, minutesAgo: 30 - index, inReview: true })
    }
    const { page, open, problems } = await suite.consoleOf(org)
    await open("review")
    const shows = (name: string) => page.getByRole("heading", { level: 2, name, exact: true }).waitFor()
    await shows("Ada")
    await page.keyboard.press("j")
    await shows("Ben")
    await page.keyboard.press("k")
    await shows("Ada")
    await page.keyboard.press("n")
    await page.keyboard.type("Jo rang them")
    await page.keyboard.press("Enter")
    await shows("Ben")
    await page.keyboard.press("r")
    await shows("Cora")
    await page.keyboard.press("r")
    await page.getByText("Nothing waits for a review").waitFor()
    const { body } = await suite.server.admin("GET", `/admin/v1/organizations/${org.id}/security-log?limit=100`)
    const notes = body.data
      .filter(({ action }: { action: string }) => action === "call.review")
      .map(({ details }: { details: { note: string | null } }) => details.note)
    expect(notes.toSorted()).toEqual(["Jo rang them", null, null].toSorted())
    expect(problems).toEqual([])
  })
})
