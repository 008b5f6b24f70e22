import { makePerson } from "../api/people.ts"
import type { Call, TestServer } from "../api/test-server.ts"
import { uploadDocument } from "../data/knowledge/knowledge.ts"
import { newPhoneNumber } from "../data/phone-numbers.ts"
import { recordedCallsOf } from "./recorded-calls.ts"

/** A screen, and the texts that it must show. */
export interface Screen {
  readonly path: string
  readonly texts: ReadonlyArray<string>
}

/** A text as the console writes it into its address: one that is JSON, such as a text in quotes, is written as JSON. */
const inAddress = (text: string) => {
  try {
    JSON.parse(text)
    return encodeURIComponent(JSON.stringify(text))
  } catch {
    return encodeURIComponent(text)
  }
}

const made = async (call: Call, path: string, body: object): Promise<any> => {
  const answer = await call("POST", path, body)
  if (answer.status >= 300) throw new Error(`${path} ${answer.status} ${answer.text}`)
  return answer.body
}

/**
 * Creates an organization that has these texts wherever people can write, and returns its screens: the lists with all
 * texts, and the pages of each object.
 */
export const hostileOrganization = async (server: TestServer, texts: ReadonlyArray<string>) => {
  const org = await server.organization(texts[0])
  const admin = `/admin/v1/organizations/${org.id}`
  const recorded = recordedCallsOf(server, org)
  const pages: Array<Screen> = []
  for (const [index, text] of texts.entries()) {
    const phoneNumber = newPhoneNumber()
    const contact = await made(org.call, "/v1/contacts", {
      name: text,
      phoneNumber,
      occupation: text.slice(0, 90),
      metadata: { [text]: text, nested: { [text]: [text] } },
      consent: { basis: "EXPRESS", purpose: "ALL", at: "2020-01-01", source: text.slice(0, 90), evidence: text }
    })
    const audience = await made(org.call, "/v1/audiences", { name: text, description: text })
    await made(org.call, `/v1/audiences/${audience.id}/contacts`, { contactIds: [contact.id] })
    const flow = await made(server.admin, `${admin}/flows`, {
      name: text,
      initialPrompt: text,
      systemInstruction: text,
      variables: [{ name: text.slice(0, 60), description: text, type: "STRING" }]
    })
    const base = await made(org.call, "/v1/knowledge-bases", { name: text, description: text })
    const file = `${text.replaceAll(/["\r\n/\\]/g, "").slice(0, 80)}.md`
    await uploadDocument(org.call, base.id, file, `${text} The branch opens on Saturday.`)
    await made(server.admin, `${admin}/dnc`, { phoneNumber: newPhoneNumber(), reason: text })
    await made(server.admin, `${admin}/api-keys`, { name: text })
    const draft = await made(org.call, "/v1/campaigns", {
      name: text,
      useCaseType: "CUSTOM",
      flowId: flow.id,
      audienceId: audience.id
    })
    await made(org.call, `/v1/campaigns/${draft.id}/intent-labels`, {
      name: text.slice(0, 60),
      color: "#1f9d55",
      description: text
    })
    const { importId } = await made(org.call, "/v1/imports/api/bulk", {
      contacts: [{ name: text, phoneNumber: text.slice(0, 90) }]
    })
    await makePerson(server, { name: text, organization: org.id, role: "MEMBER" })
    const campaign = await recorded.campaign(text)
    await recorded.rows.query((sql) => sql`update intent_labels set name = ${text} where id = ${campaign.interested}`)
    const call = await recorded.call(campaign, {
      name: text,
      words: text,
      inReview: true,
      // The review queue has the longest waiting first.
      minutesAgo: 2 * (texts.length - index),
      fields: { review_reason: text, phone_number: phoneNumber }
    })
    const question = inAddress(text.slice(0, 200))
    pages.push(
      { path: `people/${contact.id}`, texts: [text] },
      { path: `people/audiences/${audience.id}`, texts: [text] },
      { path: `people/imports/${importId}?audience=${audience.id}`, texts: [text.slice(0, 90)] },
      { path: `flows/${flow.id}`, texts: [text] },
      { path: `flows/${flow.id}/versions`, texts: [text] },
      { path: `flows/${flow.id}/versions/1`, texts: [text] },
      { path: `flows/${flow.id}/try`, texts: [text] },
      { path: `knowledge/${base.id}?question=${question}`, texts: [text] },
      { path: `campaigns/${campaign.id}`, texts: [text] },
      { path: `campaigns/new?from=${campaign.id}`, texts: [text] },
      { path: `campaigns/${draft.id}/setup?step=audience`, texts: [text] },
      { path: `campaigns/${draft.id}/setup?step=pace`, texts: [text] },
      { path: `campaigns/${draft.id}/setup?step=labels`, texts: [text] },
      { path: `campaigns/${draft.id}/setup?step=start`, texts: [text] },
      { path: `calls/${call}`, texts: [text] },
      { path: `calls?label=${question}`, texts: [text] },
      { path: `people?search=${question}`, texts: [text] },
      { path: `people/do-not-contact?search=${question}`, texts: [text.slice(0, 200)] },
      { path: `campaigns?search=${question}`, texts: [text] },
      { path: `settings/log?actor=${question}`, texts: [] }
    )
  }
  const lists: ReadonlyArray<Screen> = [
    ...["", "campaigns", "campaigns/new", "calls", "people", "people/audiences", "people/do-not-contact"],
    ...["flows", "knowledge", "settings/people", "settings/keys"]
  ].map((path) => ({ path, texts }))
  const others: ReadonlyArray<Screen> = [
    ...[
      "live",
      "people/imports",
      "people/registries",
      "people/consent",
      "flows/new",
      "settings",
      "settings/organization",
      "settings/law",
      "settings/costs",
      "settings/speech",
      "settings/models",
      "settings/webhook"
    ],
    ...[
      "settings/tool-headers",
      "settings/mcp-servers",
      "settings/caller-ids",
      "settings/transfer-targets",
      "settings/log",
      "settings/doctor",
      "settings/events",
      "settings/events?part=dead-letters",
      "settings/events?part=live",
      "settings/accounts",
      "settings/admin-tokens",
      "settings/encryption",
      "settings/service-log",
      "campaigns?search=nothing"
    ]
  ].map((path) => ({ path, texts: [] }))
  return { org, lists, others, pages }
}
