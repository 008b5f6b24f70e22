import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { hasBrowser, seriousViolations } from "../support/console/browser.ts"
import { consoleSuite } from "../support/console/console-suite.ts"
import { patience } from "../support/patience.ts"

const suite = consoleSuite()

const attack = `<img src=x onerror=alert(1)><script>alert(2)</script>"'{{name}} javascript:alert(3)`

const choose = (page: Page, name: string, content: string | Buffer) =>
  page.setInputFiles("input[type=file]", { name, mimeType: "text/csv", buffer: Buffer.from(content) })

describe.skipIf(!hasBrowser)("the screens about people", () => {
  test("add a contact, find it by a search in the address, change it, and never call it again", async () => {
    const org = await suite.server.organization()
    await org.call("POST", "/v1/contacts", { name: "Vikram Singh", phoneNumber: "+919876543201" })
    const { page, open, problems } = await suite.consoleOf(org)
    await open("people")
    await page.getByRole("button", { name: "Add contact" }).click()
    await page.getByLabel("Name", { exact: true }).fill("Asha Rao")
    await page.getByLabel("Phone number", { exact: true }).fill("0123")
    await page.getByRole("dialog").getByRole("button", { name: "Add contact" }).click()
    await page.getByRole("alert").waitFor()
    // As a list of contacts copies it, with marks of direction.
    await page.getByLabel("Phone number", { exact: true }).fill("\u202a0091 (0)98765-43202\u202c")
    await page.keyboard.press("Enter")
    await page.getByRole("link", { name: "Asha Rao" }).waitFor()
    const tabs = page.getByRole("navigation", { name: "Parts of People" })
    expect(await tabs.evaluate(({ clientHeight, scrollHeight }: any) => scrollHeight - clientHeight)).toBe(0)

    await page.getByLabel("Search by name or number").fill("+91 (0)98765-43201")
    await page.getByRole("link", { name: "Asha Rao" }).waitFor({ state: "detached" })
    await page.getByRole("link", { name: "Vikram Singh" }).waitFor()
    await page.getByLabel("Search by name or number").fill("asha")
    await page.getByRole("link", { name: "Vikram Singh" }).waitFor({ state: "detached" })
    await expect.poll(() => page.url(), { timeout: patience.engine }).toContain("search=asha")
    await page.reload()
    await page.getByRole("link", { name: "Asha Rao" }).click()

    await page.getByRole("button", { name: "Edit" }).click()
    await page.getByLabel("Occupation").fill("Teacher")
    await page.getByRole("button", { name: "Add a key" }).click()
    await page.getByLabel("Key 1", { exact: true }).fill("loan_id")
    await page.getByLabel("Value of loan_id").fill("L-7")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("L-7", { exact: true }).waitFor()

    await page.getByRole("button", { name: "Never call again" }).click()
    await page.getByRole("button", { name: "Add to Do Not Contact" }).click()
    await page.getByText("No, in no campaign").waitFor()
    const { data } = (await org.call("GET", "/v1/dnc")).body
    expect(data.map(({ phoneNumber }: { phoneNumber: string }) => phoneNumber)).toEqual(["+919876543202"])
    expect(problems).toEqual([])
  })

  test("say behind the last page of a list how much it has, and lead back", async () => {
    const org = await suite.server.organization()
    await org.call("POST", "/v1/contacts", { name: "Asha Rao", phoneNumber: "+919876543204" })
    const { page, open, problems } = await suite.consoleOf(org)
    for (const [screen, count, row] of [
      ["people", "1 contact", "Asha Rao"],
      ["settings/people", "1 person", "Petra"]
    ] as const) {
      await open(`${screen}?page=9`)
      await page.getByText(count, { exact: true }).waitFor()
      await page.getByText("Page 9 of 1").waitFor()
      await page.getByRole("button", { name: "Previous" }).click()
      await page.getByRole("table").getByText(row, { exact: false }).first().waitFor()
    }
    expect(problems).toEqual([])
  })

  test("keep numbers in metadata as numbers when another field is changed", async () => {
    const org = await suite.server.organization()
    const metadata = { amount_due: 1200, tags: ["a", 1], note: "7" }
    const { id } = (await org.call("POST", "/v1/contacts", { name: "Asha", phoneNumber: "+919876543203", metadata }))
      .body
    const { page, open } = await suite.consoleOf(org)
    await open(`people/${id}`)
    await page.getByRole("button", { name: "Edit" }).click()
    await page.getByLabel("Value of amount_due").fill("900")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("900", { exact: true }).waitFor()
    const stored = (await org.call("GET", `/v1/contacts/${id}`)).body.metadata
    expect(stored).toEqual({ amount_due: 900, tags: ["a", 1], note: "7" })
  })

  test("erase a person only after the number was typed", async () => {
    const org = await suite.server.organization()
    const { id } = (await org.call("POST", "/v1/contacts", { name: "Asha", phoneNumber: "+919876543204" })).body
    const { page, open } = await suite.consoleOf(org)
    await open(`people/${id}`)
    await page.getByRole("button", { name: "Erase the person" }).click()
    const erase = page.getByRole("button", { name: "Erase for good" })
    await page.getByLabel("Type +919876543204").fill("+919876543299")
    expect(await erase.isDisabled()).toBe(true)
    await page.getByLabel("Type +919876543204").fill("+919876543204")
    await erase.click()
    await page.getByText("The person was erased").waitFor()
    expect((await org.call("GET", `/v1/contacts/${id}`)).status).toBe(404)
    await page.getByText("No contacts yet").waitFor()
    await page.goBack()
    await page.getByText("There is no such contact").waitFor()
    expect(await page.getByText("Asha").count()).toBe(0)
  })

  test("create an audience, add contacts to it, and remove them again", async () => {
    const org = await suite.server.organization()
    for (const last of [5, 6, 7]) {
      await org.call("POST", "/v1/contacts", { name: `Person ${last}`, phoneNumber: `+91987654320${last}` })
    }
    const { page, open, problems } = await suite.consoleOf(org, { role: "MEMBER" })
    await open("people/audiences")
    await page.getByRole("button", { name: "Add audience" }).first().click()
    await page.getByLabel("Name", { exact: true }).fill("Spring")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Spring" }).waitFor()
    await page.getByRole("button", { name: "Add contacts" }).click()
    await page.getByLabel("Choose Person 5").check()
    await page.getByLabel("Choose Person 6").check()
    await page.getByRole("button", { name: "Add 2 contacts" }).click()
    await page.getByText("2 contacts", { exact: true }).first().waitFor()
    await page.getByLabel("Choose Person 6").check()
    await page.getByRole("button", { name: "Remove 1 from the audience" }).click()
    await page.getByText("1 contact", { exact: true }).first().waitFor()
    expect(problems).toEqual([])
  })

  test("add several contacts to an audience at once, and delete several", async () => {
    const org = await suite.server.organization()
    for (const last of [1, 2, 3]) {
      await org.call("POST", "/v1/contacts", { name: `Person ${last}`, phoneNumber: `+91987654331${last}` })
    }
    const audience = (await org.call("POST", "/v1/audiences", { name: "Spring" })).body
    const { page, open, problems } = await suite.consoleOf(org, { role: "MEMBER" })
    await open("people")
    await page.getByLabel("Choose all of this page").check()
    await page.getByLabel("Choose Person 3").uncheck()
    await page.getByRole("button", { name: "Add 2 to an audience" }).click()
    await page.getByRole("dialog").getByLabel("Audience").selectOption(audience.id)
    await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click()
    await page.getByText("2 contacts added to Spring").waitFor()
    expect((await org.call("GET", `/v1/audiences/${audience.id}`)).body.contactCount).toBe(2)

    await page.getByLabel("Choose Person 1").check()
    await page.getByLabel("Choose Person 3").check()
    await page.getByRole("button", { name: "Delete 2" }).click()
    await page.getByRole("alertdialog").getByText("They leave all audiences").waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete 2 contacts" }).click()
    await page.getByText("2 contacts deleted").waitFor()
    await page.getByRole("link", { name: "Person 1" }).waitFor({ state: "detached" })
    const left = (await org.call("GET", "/v1/contacts")).body.data
    expect(left.map(({ name }: { name: string }) => name)).toEqual(["Person 2"])
    expect(await page.getByRole("button", { name: "Choose none" }).count()).toBe(0)

    const viewer = await suite.consoleOf(org, { role: "VIEWER" })
    await viewer.open("people")
    await viewer.page.getByRole("link", { name: "Person 2" }).waitFor()
    expect(await viewer.page.getByRole("checkbox").count()).toBe(0)
    expect(problems).toEqual([])
  })

  test("let a super admin upload the list of a registry for all organizations, which no ADMIN removes", async () => {
    const org = await suite.server.organization()
    const root = await suite.consoleOf(org, { role: "SUPER_ADMIN" })
    const { page } = root
    await root.open("people/registries")
    await page.getByRole("button", { name: "Upload a list" }).first().click()
    await page.getByLabel("Registry", { exact: true }).selectOption("OTHER")
    await page.getByLabel("Name", { exact: true }).fill("of all")
    await page.getByLabel("Blocks until", { exact: false }).fill("2099-01-01")
    await page.getByLabel("For all organizations").check()
    await choose(page, "all.csv", "+919876543399\n")
    await page.getByText("1 numbers are blocked").waitFor()
    const [stored] = (await suite.server.admin("GET", "/admin/v1/number-lists")).body.data
    expect(stored).toMatchObject({ name: "of all", numbers: 1, scope: "INSTALLATION" })
    expect(stored.expiresAt).toMatch(/^20(98-12-31|99-01-01)/)

    const admin = await suite.consoleOf(org)
    await admin.open("people/registries")
    await admin.page.getByText("of the installation", { exact: false }).waitFor()
    expect(await admin.page.getByRole("button", { name: /Remove the list/ }).count()).toBe(0)

    await page.getByRole("button", { name: "Remove the list OTHER of all" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove", exact: true }).click()
    await page.getByText("List removed").waitFor()
    expect((await suite.server.admin("GET", "/admin/v1/number-lists")).body.data).toEqual([])
    expect([...root.problems, ...admin.problems]).toEqual([])
  })

  test("show what an import would do before it is stored, import by the same columns, and give back the rejected rows", async () => {
    const org = await suite.server.organization()
    await org.call("POST", "/v1/contacts", { name: "Known", phoneNumber: "+919876543207" })
    const { page, open, problems } = await suite.consoleOf(org, { role: "MEMBER" })
    const counts = () => page.getByRole("dialog").getByRole("definition").allInnerTexts()
    const shows = (...expected: ReadonlyArray<string>) =>
      expect.poll(counts, { timeout: patience.engine }).toEqual(expected)
    await open("people/imports")
    await page.getByRole("button", { name: "Import a file" }).first().click()
    await choose(
      page,
      `${attack.replaceAll("/", "")}.csv`,
      `\ufeffFull Name;Mobile;Second;Notes\r\nAsha;+91 98765-43208;=1+1;x\r\nKnown;0091 9876543207;;y\r\n${attack.replaceAll(/["\n]/g, "")};=1+1;;z\r\n`
    )
    await shows("1", "1", "1")
    await page.getByText("Row 3").waitFor()
    expect(await org.call("GET", "/v1/contacts")).toMatchObject({ body: { total: 1 } })
    await page.getByLabel("Mobile becomes").selectOption("Leave out")
    await page.getByText("Choose above which column becomes the phone number.").waitFor()
    expect(await page.getByRole("button", { name: "Import", exact: true }).isDisabled()).toBe(true)
    await page.getByLabel("Mobile becomes").selectOption("Phone number")
    await page.getByLabel("Notes becomes").selectOption("Leave out")
    await shows("1", "1", "1")
    await page.getByRole("button", { name: "Import", exact: true }).click()
    await page.getByText("Completed, some rejected").waitFor()
    const saved = page.waitForEvent("download")
    await page.getByRole("button", { name: "Download" }).click()
    const text = readFileSync(await (await saved).path(), "utf8")
    expect(text.split("\r\n")[1]).toMatch(/^3,"?'=1\+1"?,/)
    await page.getByRole("link", { name: "Call them in a campaign" }).click()
    await expect
      .poll(() => page.getByLabel("Audience").locator("option:checked").textContent(), { timeout: patience.engine })
      .toContain("(2 contacts)")
    await open("people")
    await page.getByRole("link", { name: "Asha" }).waitFor()
    const { data } = (await org.call("GET", "/v1/contacts?search=Asha")).body
    expect(data).toMatchObject([{ phoneNumber: "+919876543208", metadata: { Second: "=1+1" } }])
    expect(data[0].metadata).not.toHaveProperty("Notes")
    expect(problems).toEqual([])
  })

  test("say what is wrong with a file that is no table, and read 10,000 rows", async () => {
    const org = await suite.server.organization()
    const { page, open, problems } = await suite.consoleOf(org)
    await open("people/imports")
    await page.getByRole("button", { name: "Import a file" }).first().click()
    const dialog = page.getByRole("dialog")
    for (const [name, content, words] of [
      [
        "quote.csv",
        'name,phoneNumber\n"Asha,+919876543208\n',
        "Line 2, column name: the quote that opens here is never closed"
      ],
      ["latin.csv", Buffer.from("name,phoneNumber\nJos\xe9,+919876543208\n", "latin1"), "Line 2 is not UTF-8"],
      ["wide.csv", Buffer.from("\ufeffname,phoneNumber\n", "utf16le"), "Line 1 is not UTF-8"],
      ["empty.csv", "", "The file has no rows"],
      ["header.csv", "name,phoneNumber\r\n", "The file has no rows"],
      ["table.xlsx", "PK", "must be a .csv file"]
    ] as const) {
      await choose(page, name, content)
      await dialog.getByRole("alert").getByText(words).waitFor()
      expect(await page.getByRole("button", { name: "Import", exact: true }).isDisabled(), name).toBe(true)
    }
    const rows = Array.from(
      { length: 10_000 },
      (_, no) => `Person ${no},${no % 100 === 7 ? "12" : `+49170${1_000_000 + no}`}`
    )
    await choose(page, "many.csv", `name,phone\n${rows.join("\n")}\n`)
    await page.getByText("The first 100 of 10,000 rows").waitFor()
    await page.getByText("100 rows would be rejected").waitFor()
    expect(await dialog.getByRole("definition").allInnerTexts()).toEqual(["9,900", "0", "100"])
    expect(await dialog.locator("tbody tr").count()).toBe(100)
    expect(await seriousViolations(page)).toEqual([])
    expect(problems).toEqual([])
  })

  test("add the numbers of a file to Do Not Contact, find one of them, and say who added it and why", async () => {
    const org = await suite.server.organization()
    const { page, open, problems } = await suite.consoleOf(org, { role: "MEMBER" })
    await open("people/do-not-contact")
    const add = async (text: string) => {
      await choose(page, `${attack.replaceAll("/", "")}.csv`, text)
      await page.getByText("Known", { exact: true }).waitFor()
      return page.getByRole("dialog").getByRole("definition").allInnerTexts()
    }
    await page.getByRole("button", { name: "Add a file" }).click()
    await choose(page, "names.csv", "name\nAsha\n")
    await page.getByText("the column phoneNumber is missing").waitFor()
    expect(
      await add(`phone_number;reason\n+91 9876543221;${attack.replaceAll('"', "")}\n+919876543222;\n0170 12;\n`)
    ).toEqual(["2", "0", "1"])
    await page.getByText("Row 3").waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await page.getByRole("button", { name: "Another file" }).click()
    expect(await add("phoneNumber\n+919876543221\n")).toEqual(["0", "1", "0"])
    await page.getByRole("button", { name: "Done" }).click()

    const numbers = () => page.locator("tbody b").allInnerTexts()
    await expect.poll(numbers, { timeout: patience.engine }).toHaveLength(2)
    await page.getByRole("button", { name: "Add a file" }).click()
    await add("phoneNumber,expiresAt\n+919876543223,2020-01-01\n+919876543224,2099-01-01\n")
    await page.getByRole("button", { name: "Done" }).click()
    await expect.poll(numbers, { timeout: patience.engine }).toHaveLength(4)
    await page.getByRole("cell", { name: "+919876543223 Expired" }).waitFor()
    await page.getByRole("cell", { name: /^\+919876543224 until .*2099/ }).waitFor()
    await page.getByLabel("Search by number").fill("0091 98765 43221")
    await expect.poll(numbers, { timeout: patience.engine }).toEqual(["+919876543221"])
    const row = page.getByRole("row", { name: "+919876543221" })
    expect(await row.getByRole("cell").allInnerTexts()).toEqual([
      "+919876543221",
      attack.replaceAll('"', ""),
      "Petra",
      expect.stringMatching(/\d/),
      ""
    ])
    await page.getByLabel("Search by number").fill("555")
    await page.getByText("This number is not on Do Not Contact").waitFor()
    await expect.poll(() => page.url(), { timeout: patience.engine }).toContain("search=")
    const saved = page.waitForEvent("download")
    await page.getByRole("button", { name: "Download" }).click()
    expect(readFileSync(await (await saved).path(), "utf8")).toContain("+919876543222,Do Not Contact,")
    expect(problems).toEqual([])
  })

  test("show a viewer no way to change anything", async () => {
    const org = await suite.server.organization()
    const { id } = (await org.call("POST", "/v1/contacts", { name: "Asha", phoneNumber: "+919876543209" })).body
    const { page, open } = await suite.consoleOf(org, { role: "VIEWER" })
    await open("people")
    await page.getByRole("link", { name: "Asha" }).waitFor()
    expect(await page.getByRole("button", { name: /Add|Import/ }).count()).toBe(0)
    await open(`people/${id}`)
    await page.getByText("May be called").waitFor()
    expect(await page.getByRole("button", { name: /Edit|Delete|Erase|Never|Withdraw/ }).count()).toBe(0)
  })
})
