import { randomInt, randomUUID } from "node:crypto"
import { newPhoneNumber } from "../data/phone-numbers.ts"
import type { Operation } from "./contract.ts"
import { newFlow, type ResourceKind, unreachableUrl } from "./resources.ts"
import type { AdminRole, Role } from "./test-server.ts"

/** Facts about an operation that the test suites need and its OpenAPI document does not contain. */
export interface Sample {
  /** A resource that must exist besides those that the request names. */
  readonly needs?: ResourceKind
  /** Kind of the resource that each path parameter names. */
  readonly params?: Readonly<Record<string, ResourceKind>>
  /** The lowest role of a key that may use the operation. */
  readonly role?: Role
  /** The lowest role of an admin token that may use the operation; VIEWER by default. */
  readonly adminRole?: AdminRole
  /** Builds a valid body. `id` creates a resource to name in it. */
  readonly body?: (id: (kind: ResourceKind) => Promise<string>) => unknown
  /** Content type of a body that is not JSON. */
  readonly contentType?: string
  /** The status when the ids in the body name no resource of the organization. */
  readonly strangers?: 200 | 404
  /** Whether the operation may conflict, such as two contacts with one number, or a wrong state. */
  readonly conflicts?: true
  /** Further statuses that are specific to this operation. */
  readonly also?: ReadonlyArray<number>
  readonly bodyLimit?: number
  /** The status for an id in the path that names no resource of the organization; 404 by default. */
  readonly foreign?: 403
  /** The status for a body over the limit; 413 by default. */
  readonly tooLarge?: 400
  /** Whether the operation only reads, although it has a body. */
  readonly readsOnly?: true
  /** The status when the same request is repeated. */
  readonly again?: 200
  /** Whether the body may be left out. */
  readonly bodyIsOptional?: true
  /** The status of every request that passes the authentication. */
  readonly always?: number
}

/** Returns the sample of an operation. A new operation without a sample fails every generic suite. */
export const sampleOf = ({ document, id }: Operation): Sample => {
  const sample = samples[`${document} ${id}`]
  if (sample === undefined) throw new Error(`${document} ${id} has no sample in test/support/api/samples.ts`)
  return sample
}

const contact = { id: "contact" } as const
const audience = { id: "audience" } as const
const organization = { id: "organization" } as const
const draft = { id: "draft" } as const
const labelOfDraft = { id: "draft", labelId: "intentLabel" } as const
const flowOfOrganization = { id: "organization", flowId: "flow" } as const
const bulk = 16 * 1024 * 1024

const base = { id: "knowledgeBase" } as const
const document = { id: "knowledgeBase", docId: "document" } as const

const newContact = () => ({ name: "Asha", phoneNumber: newPhoneNumber(), metadata: { city: "Pune", tags: ["one"] } })
const members = async (id: (kind: ResourceKind) => Promise<string>) => ({ contactIds: [await id("contact")] })

const upload = (fields: Readonly<Record<string, string>>, filename = "contacts.csv") =>
  Object.entries(fields)
    .map(([name, value]) => {
      const file = name === "file" ? `; filename="${filename}"\r\nContent-Type: application/octet-stream` : ""
      return `--boundary\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`
    })
    .concat("--boundary--\r\n")
    .join("")

const samples: Readonly<Record<string, Sample>> = {
  "api contacts.list": {},
  "api contacts.get": { params: contact },
  "api contacts.history": { params: contact },
  "api contacts.create": { role: "MEMBER", body: newContact, conflicts: true, also: [402] },
  "api contacts.update": {
    params: contact,
    role: "MEMBER",
    body: () => ({ name: "Asha R", language: "hi-IN", metadata: { city: "Goa" } }),
    conflicts: true
  },
  "api contacts.withdrawConsent": {
    params: contact,
    role: "MEMBER",
    body: () => ({ purpose: "MARKETING", through: "Letter" })
  },
  "api contacts.remove": { params: contact, role: "MEMBER" },
  "api contacts.bulk": { role: "MEMBER", body: () => ({ contacts: [newContact()] }), bodyLimit: bulk, also: [402] },
  "api contacts.bulkDelete": { role: "MEMBER", body: members, strangers: 200 },
  "api contacts.addToAudience": {
    role: "MEMBER",
    body: async (id) => ({ ...(await members(id)), audienceId: await id("audience") }),
    strangers: 404
  },

  "api audiences.list": {},
  "api audiences.get": { params: audience },
  "api audiences.create": { role: "MEMBER", body: () => ({ name: "Everyone", description: "All of them" }) },
  "api audiences.update": { params: audience, role: "MEMBER", body: () => ({ name: "Some" }) },
  "api audiences.remove": { params: audience, role: "MEMBER", conflicts: true },
  "api audiences.contacts": { params: audience },
  "api audiences.availableContacts": { params: audience },
  "api audiences.addContacts": { params: audience, role: "MEMBER", body: members, strangers: 200 },
  "api audiences.removeContacts": { params: audience, role: "MEMBER", body: members, strangers: 200 },
  "api audiences.removeContactsByPost": { params: audience, role: "MEMBER", body: members, strangers: 200 },

  "api flows.list": {},
  "api flows.get": { params: { id: "flow" } },
  "api flows.attach": { params: { id: "flow" }, role: "MEMBER", body: () => ({ knowledgeBaseId: null }) },

  "api knowledgeBases.list": {},
  "api knowledgeBases.get": { params: base },
  "api knowledgeBases.create": {
    role: "MEMBER",
    body: () => ({ name: "Branches", description: "Where and when" })
  },
  "api knowledgeBases.update": { params: base, role: "MEMBER", body: () => ({ name: "Shops" }) },
  "api knowledgeBases.remove": { params: base, role: "MEMBER" },
  "api knowledgeBases.upload": {
    also: [402],
    params: base,
    role: "MEMBER",
    body: () => upload({ file: "We are open from 9 am to 6 pm.\n" }, "hours.txt"),
    contentType: "multipart/form-data; boundary=boundary",
    tooLarge: 400
  },
  "api knowledgeBases.removeDocument": { params: document, role: "MEMBER" },
  "api knowledgeBases.search": {
    params: base,
    body: () => ({ query: "What are your opening hours?" }),
    readsOnly: true
  },

  "api callMoves.fulfill": { params: { id: "campaign", campaignCallId: "callback" }, role: "MEMBER", conflicts: true },
  "api callMoves.restore": {
    params: { id: "campaign", campaignCallId: "suppressedCall" },
    role: "ADMIN",
    body: () => ({ reason: "They asked us to" }),
    bodyIsOptional: true,
    conflicts: true
  },

  "api dnc.list": {},
  "api dnc.remove": { params: { id: "dncEntry" }, role: "ADMIN" },
  "api frequencyCap.get": { params: organization, foreign: 403 },
  "api frequencyCap.update": {
    params: organization,
    role: "ADMIN",
    body: () => ({ maxCallsPerDay: 3, maxCallsPerWeek: 10 }),
    foreign: 403
  },

  "api campaignCalls.dashboard": {},
  "api campaignCalls.progress": { params: { id: "campaign" } },
  "api campaignCalls.list": { params: { id: "campaign" } },

  "api campaigns.list": {},
  "api campaigns.get": { params: draft },
  "api campaigns.create": {
    role: "MEMBER",
    body: async (id) => ({
      name: "Spring",
      useCaseType: "COLLECTIONS",
      flowId: await id("flow"),
      audienceId: await id("audience"),
      retryDelaysMinutes: [30, 120],
      scheduledAt: "2040-01-31T09:00:00",
      timezone: "Asia/Kolkata"
    }),
    strangers: 404
  },
  "api campaigns.update": {
    params: draft,
    role: "MEMBER",
    body: async (id) => ({
      name: "Summer",
      useCaseType: "EDUTECH",
      audienceId: await id("audience"),
      endAt: "2041-01-01T00:00:00.000Z"
    }),
    strangers: 404,
    conflicts: true
  },
  "api campaigns.updateRetryPolicy": {
    params: draft,
    role: "MEMBER",
    body: () => ({ maxRetries: 1, retryDelaysMinutes: [], endAt: null }),
    conflicts: true
  },
  "api campaigns.useFlowVersion": {
    params: { id: "pausedCampaign" },
    role: "MEMBER",
    body: () => ({ version: 1 }),
    conflicts: true
  },
  "api campaigns.start": { params: draft, role: "MEMBER", also: [402] },
  "api campaigns.pause": { params: { id: "pausedCampaign" }, role: "MEMBER" },
  "api campaigns.resume": { params: { id: "pausedCampaign" }, role: "MEMBER", also: [402] },
  "api campaigns.cancel": { params: draft, role: "MEMBER" },

  "api intentLabels.list": { params: draft },
  "api intentLabels.add": { params: draft, role: "MEMBER", body: () => ({ name: "Maybe", color: "#aabbcc" }) },
  "api intentLabels.update": {
    params: labelOfDraft,
    role: "MEMBER",
    body: () => ({ name: "Perhaps", isPositive: true, retryBehavior: "SUPPRESS_CAMPAIGN" }),
    conflicts: true
  },
  "api intentLabels.reorder": {
    params: draft,
    role: "MEMBER",
    body: async (id) => ({ orderedIds: (await id("labelOrder")).split(",") }),
    conflicts: true
  },
  "api intentLabels.remove": { params: labelOfDraft, role: "MEMBER", conflicts: true, also: [400] },

  "api journeyRules.list": { params: draft },
  "api journeyRules.put": {
    params: labelOfDraft,
    role: "MEMBER",
    body: () => ({ action: "RETRY", retryDelayMinutes: 90 })
  },
  "api journeyRules.remove": { params: { id: "draft", labelId: "journeyRule" }, role: "MEMBER" },

  "api imports.list": {},
  "api imports.bulk": {
    role: "MEMBER",
    body: async (id) => ({ contacts: [newContact()], audienceId: await id("audience") }),
    strangers: 404,
    bodyLimit: bulk
  },
  "api imports.upload": { always: 403 },
  "api imports.status": { params: { id: "import" } },
  "api imports.errors": { params: { id: "import" } },

  "api writeBack.config": {},
  "api writeBack.configure": {
    role: "ADMIN",
    body: () => ({ webhookEnabled: true, webhookUrl: unreachableUrl, csvAutoExport: true })
  },
  "api writeBack.endLinks": { role: "ADMIN" },
  "api writeBack.failures": {},
  "api writeBack.retry": { params: { id: "failedDelivery" }, role: "ADMIN", conflicts: true },
  "api writeBack.results": { params: { campaignId: "campaign" } },

  "admin organizations.list": {},
  "admin organizations.create": { adminRole: "ADMIN", body: () => ({ name: "Another" }) },
  "admin organizations.get": { params: organization },
  "admin organizations.update": { adminRole: "ADMIN", params: organization, body: () => ({ name: "Acme" }) },
  "admin organizations.webhookSecret": { adminRole: "ADMIN", params: organization },
  "admin organizations.rotateWebhookSecret": { adminRole: "ADMIN", params: organization },
  "admin organizations.securityLog": { params: organization },
  "admin apiKeys.list": { params: organization },
  "admin apiKeys.create": { adminRole: "ADMIN", params: organization, body: () => ({ name: "Key", role: "VIEWER" }) },
  "admin apiKeys.revoke": { adminRole: "ADMIN", params: { id: "organization", keyId: "apiKey" } },
  "admin adminTokens.list": { adminRole: "ADMIN" },
  "admin adminTokens.create": { adminRole: "ADMIN", body: () => ({ name: "Token", role: "VIEWER" }) },
  "admin adminTokens.revoke": { adminRole: "ADMIN", params: { tokenId: "adminToken" } },
  "admin members.list": { params: organization },
  "admin members.invite": {
    adminRole: "ADMIN",
    params: organization,
    body: () => ({ email: `${randomUUID()}@example.com`, role: "MEMBER" }),
    conflicts: true
  },
  "admin members.change": {
    adminRole: "ADMIN",
    params: { id: "organization", personId: "member" },
    body: () => ({ role: "MEMBER" })
  },
  "admin members.remove": { adminRole: "ADMIN", params: { id: "organization", personId: "member" } },
  "admin members.signInLink": { adminRole: "ADMIN", params: { id: "organization", personId: "member" } },
  "admin members.removeTotp": { adminRole: "ADMIN", params: { id: "organization", personId: "member" } },
  "admin people.list": { adminRole: "ADMIN" },
  "admin people.invite": { adminRole: "ADMIN", body: () => ({ email: `${randomUUID()}@example.com` }) },
  "admin people.change": {
    adminRole: "ADMIN",
    params: { personId: "person" },
    body: () => ({ isSuperAdmin: false }),
    conflicts: true
  },
  "admin people.remove": { adminRole: "ADMIN", params: { personId: "person" }, conflicts: true },
  "admin people.signInLink": { adminRole: "ADMIN", needs: "superAdmin", body: () => ({}), also: [404] },
  "admin people.signInLinkFor": { adminRole: "ADMIN", params: { personId: "person" } },
  "admin people.removeTotp": { adminRole: "ADMIN", params: { personId: "person" } },
  "admin speech.examine": { adminRole: "OPERATOR", params: organization },
  "admin models.list": { params: organization },
  "admin models.put": {
    adminRole: "ADMIN",
    params: organization,
    body: () => ({ name: "SAMPLE", baseUrl: "https://models.example/v1", model: "small", temperature: 0.4 })
  },
  "admin models.remove": { adminRole: "ADMIN", params: { id: "organization", name: "model" }, conflicts: true },
  "admin toolHeaders.list": { params: organization },
  "admin toolHeaders.get": { params: { id: "organization", name: "toolHeaders" } },
  "admin toolHeaders.put": {
    adminRole: "ADMIN",
    params: organization,
    body: () => ({ name: "sample", origin: "https://crm.example", headers: { "x-api-key": "secret-of-the-sample" } })
  },
  "admin toolHeaders.remove": {
    adminRole: "ADMIN",
    params: { id: "organization", name: "toolHeaders" },
    conflicts: true
  },
  "admin mcpServers.list": { params: organization },
  "admin mcpServers.get": { params: { id: "organization", name: "mcpServer" } },
  // The server of the samples cannot be reached.
  "admin mcpServers.tools": {
    adminRole: "OPERATOR",
    params: { id: "organization", name: "mcpServer" },
    always: 409,
    also: [200, 409]
  },
  "admin mcpServers.put": {
    adminRole: "ADMIN",
    params: organization,
    body: () => ({ name: "sample", url: "https://crm.invalid/mcp", headers: { "x-api-key": "secret-of-the-sample" } })
  },
  "admin mcpServers.remove": {
    adminRole: "ADMIN",
    params: { id: "organization", name: "mcpServer" },
    conflicts: true
  },
  "admin law.list": { params: organization },
  "admin law.except": {
    adminRole: "ADMIN",
    params: organization,
    body: () => ({ rule: "FR.marketing-hours", reason: "All contacts agreed to other hours" })
  },
  "admin law.restore": { adminRole: "ADMIN", params: { id: "organization", rule: "lawException" } },
  "admin transferTargets.list": { params: organization },
  "admin transferTargets.get": { params: { id: "organization", name: "transferTarget" } },
  "admin transferTargets.put": {
    adminRole: "ADMIN",
    params: organization,
    body: () => ({
      name: "Service desk",
      address: "+442079460000",
      hours: { days: [1, 2, 3, 4, 5], start: "09:00", end: "17:30", timezone: "Europe/London" },
      priority: 2,
      language: "en"
    })
  },
  "admin transferTargets.remove": { adminRole: "ADMIN", params: { id: "organization", name: "transferTarget" } },
  "admin toolTests.run": {
    adminRole: "OPERATOR",
    params: organization,
    body: () => ({
      tool: {
        name: "look_up",
        description: "Looks up an order",
        parameters: { type: "object", properties: {} },
        request: { method: "GET", url: "https://crm.invalid/orders" },
        changes: false
      },
      arguments: {}
    })
  },
  "admin toolTests.runCallData": {
    adminRole: "OPERATOR",
    params: organization,
    body: () => ({
      callData: {
        request: { method: "GET", url: "https://crm.invalid/accounts" },
        variables: [{ name: "balance", path: "balance", default: "an open amount" }]
      }
    })
  },
  "admin securityLog.list": {},
  "admin speech.get": { params: organization },
  "admin speech.put": {
    adminRole: "ADMIN",
    params: organization,
    body: () => ({ ears: { "hi-IN": [{ vendor: "google" }] }, apiKeys: { deepgram: "dg-sample" } })
  },
  "admin speech.clear": { adminRole: "ADMIN", params: organization },
  "admin speech.voices": { params: organization },
  "admin speech.sample": {
    adminRole: "OPERATOR",
    params: organization,
    body: () => ({ text: "Hello.", language: "en-IN" })
  },
  "admin imports.preview": {
    adminRole: "OPERATOR",
    params: organization,
    body: () => upload({ file: "name,phoneNumber\nAsha,+919812345678\n", mapping: '{"name":"name"}' }),
    contentType: "multipart/form-data; boundary=boundary",
    bodyLimit: bulk,
    readsOnly: true
  },
  "admin imports.rejected": { params: { id: "organization", importId: "import" } },
  "admin imports.upload": {
    adminRole: "OPERATOR",
    params: organization,
    body: async (id) => upload({ file: "name,phoneNumber\nAsha,+919812345678\n", audienceId: await id("audience") }),
    contentType: "multipart/form-data; boundary=boundary",
    strangers: 404,
    bodyLimit: bulk
  },
  "admin reviewQueue.list": { params: organization },
  "admin reviewQueue.resolve": {
    adminRole: "OPERATOR",
    params: { id: "organization", callId: "callInReview" },
    body: () => ({ note: "Called them back" }),
    bodyIsOptional: true,
    conflicts: true
  },
  "admin overview.follow": { params: organization },
  "admin overview.get": { params: organization },
  "admin campaignInsight.preflight": { params: { id: "organization", campaignId: "draft" }, conflicts: true },
  "admin campaignInsight.insight": { params: { id: "organization", campaignId: "campaign" } },
  "admin campaignCallerPool.choose": {
    adminRole: "OPERATOR",
    params: { id: "organization", campaignId: "draft" },
    body: () => ({ pool: null }),
    conflicts: true
  },
  "admin carrierAccounts.list": { params: organization },
  "admin carrierAccounts.put": {
    adminRole: "ADMIN",
    params: organization,
    // An account belongs to one organization.
    body: () => ({
      carrier: "TWILIO",
      accountId: `AC${randomUUID().replaceAll("-", "")}`,
      authToken: "a-token-of-the-tests",
      callsPerSecond: 5
    })
  },
  "admin carrierAccounts.remove": {
    adminRole: "ADMIN",
    params: { id: "organization", accountId: "carrierAccount" },
    conflicts: true
  },
  "admin callerIds.list": { params: organization },
  "admin callerIds.get": { params: { id: "organization", number: "callerId" } },
  "admin callerIds.put": {
    adminRole: "ADMIN",
    params: organization,
    // A number belongs to one organization.
    body: () => ({
      number: `+1212${String(randomInt(1e7)).padStart(7, "0")}`,
      account: null,
      pool: "Sales",
      dailyCap: 150,
      state: "ACTIVE",
      reason: "Switched on again"
    })
  },
  "admin callerIds.remove": { adminRole: "ADMIN", params: { id: "organization", number: "callerId" } },
  "admin campaignPurpose.state": {
    adminRole: "ADMIN",
    params: { id: "organization", campaignId: "draft" },
    body: () => ({ purpose: "SERVICE", reason: "The campaign announces delivery times" }),
    conflicts: true
  },
  "admin campaignPace.change": {
    adminRole: "OPERATOR",
    params: { id: "organization", campaignId: "draft" },
    body: () => ({ callsPerMinute: 20, maxConcurrentCalls: 7 }),
    conflicts: true
  },
  "admin allCampaigns.pause": { adminRole: "OPERATOR", params: organization },
  "admin calls.list": { params: organization },
  "admin calls.explain": { params: { id: "organization", callId: "call" } },
  "admin calls.hangUp": {
    adminRole: "OPERATOR",
    params: { id: "organization", callId: "liveCall" },
    conflicts: true
  },
  "admin calls.listen": {
    adminRole: "OPERATOR",
    params: { id: "organization", callId: "liveCall" },
    conflicts: true
  },
  "admin recordings.list": { adminRole: "OPERATOR", params: { id: "organization", callId: "recordedCall" } },
  "admin recordings.audio": {
    adminRole: "OPERATOR",
    params: { id: "organization", callId: "recordedCall", attemptNo: "attemptNo" }
  },
  "admin calls.correctLabel": {
    adminRole: "OPERATOR",
    params: { id: "organization", callId: "callWithoutLabel" },
    body: async (id) => ({ labelId: await id("labelOfCall"), note: "They said so" }),
    strangers: 404,
    conflicts: true
  },
  "admin calls.analyze": {
    adminRole: "OPERATOR",
    params: { id: "organization", callId: "callWithoutLabel" },
    conflicts: true
  },
  "admin calls.analyzeAll": {
    adminRole: "OPERATOR",
    params: organization,
    body: async (id) => ({ campaignId: await id("campaign"), since: "2030-01-01T00:00:00.000Z" }),
    bodyIsOptional: true,
    strangers: 404
  },
  "admin writeBack.requeue": {
    adminRole: "OPERATOR",
    params: organization,
    body: async (id) => ({ status: "FAILED", campaignId: await id("campaign") }),
    bodyIsOptional: true,
    strangers: 404,
    needs: "failedDelivery"
  },
  "admin writeBack.test": { adminRole: "OPERATOR", params: organization, needs: "failedDelivery", also: [400] },
  "admin events.lag": {},
  "admin events.deadLetters": {},
  "admin events.replay": { adminRole: "OPERATOR", body: () => ({ topic: "call-ended.v1", ids: [randomUUID()] }) },
  "admin events.stream": {},
  "admin costs.organization": { params: organization },
  "admin costs.capOrganization": { adminRole: "ADMIN", params: organization, body: () => ({ monthly: null }) },
  "admin costs.campaign": { params: { id: "organization", campaignId: "draft" } },
  "admin costs.capCampaign": {
    adminRole: "ADMIN",
    params: { id: "organization", campaignId: "draft" },
    body: () => ({ monthly: null })
  },
  "admin liveCampaigns.follow": { params: { id: "organization", campaignId: "draft" } },
  "admin contacts.erase": {
    adminRole: "ADMIN",
    params: organization,
    body: () => ({ phoneNumber: newPhoneNumber() }),
    conflicts: true
  },
  "admin contacts.export": {
    adminRole: "ADMIN",
    params: organization,
    body: () => ({ phoneNumber: newPhoneNumber() })
  },
  "admin audit.keys": {},
  "admin audit.campaign": { adminRole: "ADMIN", params: { id: "organization", campaignId: "campaign" } },
  "admin dnc.list": { params: organization },
  "admin dnc.download": { params: organization },
  "admin dnc.upload": {
    adminRole: "OPERATOR",
    params: organization,
    body: () => upload({ file: "phoneNumber\n+919812345678\n" }, "numbers.csv"),
    contentType: "multipart/form-data; boundary=boundary",
    bodyLimit: 32 * 1024 * 1024
  },
  "admin dnc.add": {
    adminRole: "OPERATOR",
    params: organization,
    body: () => ({ phoneNumber: newPhoneNumber(), reason: "By letter" }),
    again: 200
  },
  "admin numberLists.list": { params: organization },
  "admin numberLists.registries": { params: organization },
  "admin numberLists.upload": {
    adminRole: "OPERATOR",
    params: organization,
    body: () => upload({ file: "+919812345678\n", registry: "OTHER", dated: "2026-11-27" }, "numbers.csv"),
    contentType: "multipart/form-data; boundary=boundary",
    bodyLimit: 32 * 1024 * 1024
  },
  "admin numberLists.remove": {
    adminRole: "ADMIN",
    params: { id: "organization", listId: "numberList" }
  },
  "admin numberUploads.list": { params: organization },
  "admin numberUploads.doNotContact": {
    adminRole: "OPERATOR",
    params: organization,
    body: () => upload({ file: "phoneNumber\n+919812345678\n" }, "numbers.csv"),
    contentType: "multipart/form-data; boundary=boundary",
    bodyLimit: 32 * 1024 * 1024
  },
  "admin numberUploads.lists": {
    adminRole: "OPERATOR",
    params: organization,
    body: () => upload({ file: "+919812345678\n", registry: "OTHER", dated: "2026-11-27" }, "numbers.csv"),
    contentType: "multipart/form-data; boundary=boundary",
    bodyLimit: 32 * 1024 * 1024
  },
  "admin numberUploads.get": { params: { id: "organization", uploadId: "numberUpload" } },
  "admin numberUploads.errors": { params: { id: "organization", uploadId: "numberUpload" } },
  "admin numberUploads.cancel": { adminRole: "OPERATOR", params: { id: "organization", uploadId: "numberUpload" } },
  "admin consents.list": { params: organization },
  "admin consents.download": { params: organization },
  "admin consents.record": {
    adminRole: "OPERATOR",
    params: organization,
    body: () => ({
      phoneNumber: newPhoneNumber(),
      basis: "EXPRESS_WRITTEN",
      purpose: "MARKETING",
      at: "2026-11-27T00:00:00.000Z",
      source: "Form"
    })
  },
  "admin consents.withdraw": {
    adminRole: "OPERATOR",
    params: organization,
    body: () => ({ phoneNumber: newPhoneNumber(), purpose: "ALL", through: "Letter" })
  },
  "admin consents.policies": { params: organization },
  "admin consents.setPolicies": {
    adminRole: "ADMIN",
    params: organization,
    body: () => ({ policies: { US: "REQUIRED" } })
  },
  "admin consents.report": { params: { id: "organization", campaignId: "campaign" } },
  "admin installationNumberLists.list": {},
  "admin installationNumberLists.upload": {
    adminRole: "ADMIN",
    body: () => upload({ file: "+919812345678\n", registry: "OTHER", dated: "2026-11-27" }, "numbers.csv"),
    contentType: "multipart/form-data; boundary=boundary",
    bodyLimit: 32 * 1024 * 1024
  },
  "admin installationNumberUploads.list": {},
  "admin installationNumberUploads.lists": {
    adminRole: "ADMIN",
    body: () => upload({ file: "+919812345678\n", registry: "OTHER", dated: "2026-11-27" }, "numbers.csv"),
    contentType: "multipart/form-data; boundary=boundary",
    bodyLimit: 32 * 1024 * 1024
  },
  "admin installationNumberUploads.get": { params: { uploadId: "installationNumberUpload" } },
  "admin installationNumberUploads.errors": { params: { uploadId: "installationNumberUpload" } },
  "admin installationNumberUploads.cancel": { adminRole: "ADMIN", params: { uploadId: "installationNumberUpload" } },
  "admin installationNumberLists.remove": { adminRole: "ADMIN", params: { listId: "installationNumberList" } },
  "admin disclosure.get": { params: organization },
  "admin disclosure.set": {
    adminRole: "ADMIN",
    params: organization,
    body: () => ({
      legalName: "Acme Ltd",
      callbackNumber: "+442079460000",
      sentences: { en: "This is an automated assistant of {{legalName}}." }
    })
  },
  "admin doctor.examine": {},
  "admin secrets.status": {},
  "admin secrets.rotation": {},
  "admin secrets.rotate": { adminRole: "ADMIN" },
  "admin secrets.retire": { adminRole: "ADMIN", params: { keyId: "retiredKey" }, conflicts: true },
  "admin flowTrials.abilities": { params: flowOfOrganization },
  "admin flowTrials.begin": { adminRole: "OPERATOR", params: flowOfOrganization, conflicts: true },
  // No request of the suites asks for a websocket.
  "admin flowTrials.line": {
    adminRole: "OPERATOR",
    params: { ...flowOfOrganization, trialId: "trial" },
    always: 426,
    conflicts: true,
    also: [101, 426]
  },
  "admin flows.list": { params: organization },
  "admin flows.create": { adminRole: "OPERATOR", params: organization, body: () => newFlow },
  "admin flows.get": { params: flowOfOrganization },
  "admin flows.update": {
    adminRole: "OPERATOR",
    params: flowOfOrganization,
    body: () => ({ allowInterrupts: false })
  },
  "admin flows.remove": { adminRole: "OPERATOR", params: flowOfOrganization, conflicts: true },
  "admin flows.draft": { params: flowOfOrganization },
  "admin flows.saveDraft": {
    adminRole: "OPERATOR",
    params: flowOfOrganization,
    body: () => ({ flow: newFlow, basedOn: 1, revision: null }),
    conflicts: true
  },
  "admin flows.discardDraft": {
    adminRole: "OPERATOR",
    params: flowOfOrganization,
    body: async (id) => ({ revision: await id("flowDraft") }),
    conflicts: true
  },
  "admin flows.publish": {
    adminRole: "OPERATOR",
    params: flowOfOrganization,
    body: async (id) => ({ revision: await id("flowDraft"), note: "Shorter" }),
    conflicts: true
  },
  "admin flows.versions": { params: flowOfOrganization },
  "admin flows.version": { params: { ...flowOfOrganization, version: "flowVersion" } },
  "admin flows.restore": {
    adminRole: "OPERATOR",
    params: { ...flowOfOrganization, version: "flowVersion" },
    body: () => ({ current: 1, note: "As before" }),
    conflicts: true
  }
}
