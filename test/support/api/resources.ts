import { randomUUID } from "node:crypto"
import { Transcripts } from "../../../src/calls/conversations/Transcripts.ts"
import { Recordings } from "../../../src/calls/recordings/Recordings.ts"
import { lawRules } from "../../../src/domain/law/rules-in-words.ts"
import { rowsOf } from "../data/calls.ts"
import { uploadDocument } from "../data/knowledge/knowledge.ts"
import { newPhoneNumber } from "../data/phone-numbers.ts"
import { makePerson } from "./people.ts"
import type { TestOrganization, TestServer } from "./test-server.ts"

/** Kinds of resources that an id in a path or a body can name. */
export type ResourceKind = keyof typeof kinds

interface Resource {
  /** Creates a resource. `params` are the ids before its own in the path, to which it may belong. */
  readonly make: (
    server: TestServer,
    organization: TestOrganization,
    params: Readonly<Record<string, string>>
  ) => Promise<string>
  readonly remove?: (server: TestServer, organization: TestOrganization, id: string) => Promise<unknown>
}

/** Creates a resource of an organization and returns its id. */
export const makeResource = (
  server: TestServer,
  organization: TestOrganization,
  kind: ResourceKind,
  params: Readonly<Record<string, string>> = {}
): Promise<string> => {
  const { make }: Resource = kinds[kind]
  return make(server, organization, params)
}

/** Creates a resource, deletes it and returns its id; undefined when the kind cannot be deleted. */
export const makeDeletedResource = async (server: TestServer, organization: TestOrganization, kind: ResourceKind) => {
  const { make, remove }: Resource = kinds[kind]
  if (remove === undefined) return undefined
  const id = await make(server, organization, {})
  await remove(server, organization, id)
  return id
}

/** Whether a resource of another organization is answered 403, and not 404. */
export const isForbiddenToOthers = (kind: ResourceKind) => kind === "knowledgeBase"

/** Whether the id of a resource belongs to no organization: all flows number their versions alike. */
export const isShared = (kind: ResourceKind) =>
  [
    "adminToken",
    "installationNumberList",
    "installationNumberUpload",
    "retiredKey",
    "person",
    "superAdmin",
    "flowVersion",
    "attemptNo"
  ].includes(kind)

/** Returns the id of a resource that never existed. */
export const missingId = (kind: ResourceKind) => (kind === "organization" ? "2147483647" : randomUUID())

/** Texts that are not valid as an id. */
export const malformedIds = (kind: ResourceKind) => [
  "x",
  "-1",
  "1.5",
  "1e3",
  "00000000-0000-0000-0000-00000000000g",
  `${randomUUID()}0`,
  `{${randomUUID()}}`,
  "99999999999999999999",
  "%00",
  "%27%20or%20%271%27=%271",
  "null",
  "__proto__",
  "%F0%9F%98%80",
  "x".repeat(5000),
  ...(kind === "organization"
    ? ["0", "+1", "01", "2147483648"]
    : ["flowVersion", "attemptNo"].includes(kind)
      ? ["0", "01", "2"]
      : ["1"])
]

const admin = (organization: TestOrganization) => `/admin/v1/organizations/${organization.id}`

// Each exception is from another rule, as each resource has its own id.
const exceptable = lawRules().filter(({ kind }) => kind !== "DUTY")
let rulesExcepted = 0
// A number belongs to one organization.
let callerIdsMade = 0

const kinds = {
  organization: { make: async (_, { id }) => String(id) },
  apiKey: {
    make: async (server, organization) =>
      (await server.admin("POST", `${admin(organization)}/api-keys`, { name: "One more" })).body.id
  },
  adminToken: {
    make: async (server) => (await server.admin("POST", "/admin/v1/tokens", { name: "One more" })).body.id
  },
  retiredKey: {
    make: async (server) => {
      const id = `k${randomUUID().slice(0, 8)}`
      await rowsOf(server).query((sql) => sql`insert into retired_encryption_keys (key_id) values (${id})`)
      return id
    }
  },
  person: { make: async (server) => (await makePerson(server)).id },
  superAdmin: { make: async (server) => (await makePerson(server, { role: "SUPER_ADMIN" })).id },
  member: {
    make: async (server, { id }) => (await makePerson(server, { organization: id, role: "VIEWER" })).id,
    remove: (server, organization, id) => server.admin("DELETE", `${admin(organization)}/people/${id}`)
  },
  contact: {
    make: async (_, { call }) =>
      (await call("POST", "/v1/contacts", { name: "Asha", phoneNumber: newPhoneNumber() })).body.id,
    remove: (_, { call }, id) => call("DELETE", `/v1/contacts/${id}`)
  },
  audience: {
    make: async (_, { call }) => (await call("POST", "/v1/audiences", { name: "All" })).body.id,
    remove: (_, { call }, id) => call("DELETE", `/v1/audiences/${id}`)
  },
  flow: {
    make: async (server, organization) => (await server.admin("POST", `${admin(organization)}/flows`, newFlow)).body.id,
    remove: (server, organization, id) => server.admin("DELETE", `${admin(organization)}/flows/${id}`)
  },
  // Belongs to the flow that the path names.
  trial: {
    make: async (server, organization, params): Promise<string> => {
      const flow = params.flowId ?? (await makeResource(server, organization, "flow"))
      return (await server.admin("POST", `${admin(organization)}/flows/${flow}/trials`)).body.id
    }
  },
  // The revision of a new draft of the flow that the path names.
  flowDraft: {
    make: async (server, organization, params): Promise<string> => {
      const flowId = params.flowId ?? (await makeResource(server, organization, "flow"))
      const draft = { flow: { ...newFlow, name: "Shorter" }, basedOn: 1, revision: null }
      const { body } = await server.admin("PUT", `${admin(organization)}/flows/${flowId}/draft`, draft)
      return body.revision ?? randomUUID()
    }
  },
  flowVersion: { make: async () => "1" },
  attemptNo: { make: async () => "1" },
  recordedCall: {
    make: async (server, { id }) => {
      const rows = rowsOf(server)
      const callId = await rows.call(id, await rows.campaign(id), { status: "COMPLETED", attempts: 1 })
      const attempt = { id: await rows.attempt(id, callId), organizationId: id }
      await server.run(
        Recordings.use(({ write }) => {
          const { add, end, run } = write(attempt)
          add({ fromMillis: 0, audio: new Uint8Array(1_600).fill(1), peaks: new Uint8Array(2) })
          end()
          return run
        })
      )
      return callId
    }
  },
  model: {
    make: async (server, organization) => {
      const name = `M${randomUUID().slice(0, 8).toUpperCase()}`
      const body = { name, baseUrl: "https://models.example/v1", model: "small" }
      return (await server.admin("PUT", `${admin(organization)}/models`, body)).body.name
    },
    remove: (server, organization, id) => server.admin("DELETE", `${admin(organization)}/models/${id}`)
  },
  toolHeaders: {
    make: async (server, organization) => {
      const name = `h${randomUUID().slice(0, 8)}`
      const body = { name, origin: "https://crm.example", headers: { "x-api-key": "secret" } }
      return (await server.admin("PUT", `${admin(organization)}/tool-headers`, body)).body.name
    },
    remove: (server, organization, id) => server.admin("DELETE", `${admin(organization)}/tool-headers/${id}`)
  },
  mcpServer: {
    make: async (server, organization) => {
      const name = `m${randomUUID().slice(0, 8)}`
      const body = { name, url: "https://crm.invalid/mcp" }
      return (await server.admin("PUT", `${admin(organization)}/mcp-servers`, body)).body.name
    },
    remove: (server, organization, id) => server.admin("DELETE", `${admin(organization)}/mcp-servers/${id}`)
  },
  numberList: {
    make: (server, organization) => makeNumberList(server, organization.id),
    remove: (server, organization, id) => server.admin("DELETE", `${admin(organization)}/number-lists/${id}`)
  },
  installationNumberList: {
    make: (server) => makeNumberList(server, null),
    remove: (server, _, id) => server.admin("DELETE", `/admin/v1/number-lists/${id}`)
  },
  numberUpload: { make: (server, organization) => makeNumberUpload(server, organization.id) },
  installationNumberUpload: { make: (server) => makeNumberUpload(server, null) },
  lawException: {
    make: async (server, organization) => {
      const body = { rule: exceptable[rulesExcepted++ % exceptable.length]?.name, reason: "A reason" }
      return (await server.admin("PUT", `${admin(organization)}/law-exceptions`, body)).body.rule
    },
    remove: (server, organization, id) => server.admin("DELETE", `${admin(organization)}/law-exceptions/${id}`)
  },
  carrierAccount: {
    make: async (server, organization) => {
      const body = { accountId: `AC${randomUUID().replaceAll("-", "")}`, authToken: "a-token-of-the-tests" }
      return (await server.admin("PUT", `${admin(organization)}/carrier-accounts`, body)).body.accountId
    },
    remove: (server, organization, id) => server.admin("DELETE", `${admin(organization)}/carrier-accounts/${id}`)
  },
  callerId: {
    make: async (server, organization) => {
      const number = `+1212${String(++callerIdsMade).padStart(7, "0")}`
      return (await server.admin("PUT", `${admin(organization)}/caller-ids`, { number })).body.number
    },
    remove: (server, organization, id) => server.admin("DELETE", `${admin(organization)}/caller-ids/${id}`)
  },
  transferTarget: {
    make: async (server, organization) => {
      const name = `desk-${randomUUID().slice(0, 8)}`
      const body = { name, address: "+442079460000" }
      return (await server.admin("PUT", `${admin(organization)}/transfer-targets`, body)).body.name
    },
    remove: (server, organization, id) =>
      server.admin("DELETE", `${admin(organization)}/transfer-targets/${encodeURIComponent(id)}`)
  },
  campaign: { make: (server, { id }) => rowsOf(server).campaign(id) },
  call: {
    make: async (server, { id }) => {
      const rows = rowsOf(server)
      return rows.call(id, await rows.campaign(id))
    }
  },
  liveCall: {
    make: async (server, { id }) => {
      const rows = rowsOf(server)
      const call = await rows.call(id, await rows.campaign(id), { status: "IN_PROGRESS", attempts: 1 })
      await rows.attempt(id, call, { ended_at: null, outcome: null, lease_expires_at: new Date("2100-01-01") })
      return call
    }
  },
  callWithoutLabel: {
    make: async (server, organization) => {
      const rows = rowsOf(server)
      const campaign = await rows.campaign(organization.id)
      const status = { status: "COMPLETED", attempts: 1, intent_undetermined: true }
      const callId = await rows.call(organization.id, campaign, status)
      // No webhook reports a call that ended years ago.
      const id = await rows.attempt(organization.id, callId, { ended_at: new Date("2020-01-01") })
      const line = { role: "person" as const, text: "Yes", startMs: 0, endMs: 900, interrupted: false }
      const talk = { transcript: [line], turns: [], heard: true, optedOut: false, failed: false }
      await server.run(Transcripts.use(({ end }) => end({ organizationId: organization.id, callId, id }, talk)))
      return callId
    }
  },
  // A label of the campaign of the call that the path names.
  labelOfCall: {
    make: async (server, { id }, { callId = randomUUID() }) => {
      const rows = rowsOf(server)
      const [call] = await rows.query(
        (sql) => sql<{ campaignId: string }>`select campaign_id from calls
          where organization_id = ${id} and id::text = ${callId}`
      )
      return rows.label(id, call?.campaignId ?? (await rows.campaign(id)))
    }
  },
  callInReview: {
    make: (server, organization) =>
      makeCall(
        server,
        organization,
        {},
        {
          status: "COMPLETED",
          flagged_for_review: true,
          in_review_since: new Date(),
          review_reason: "A rule asks for it"
        }
      )
  },
  dncEntry: {
    make: async (server, organization) =>
      (await server.admin("POST", `${admin(organization)}/dnc`, { phoneNumber: newPhoneNumber() })).body.id,
    remove: (_, { call }, id) => call("DELETE", `/v1/dnc/${id}`)
  },
  draft: {
    make: async (server, organization) =>
      (await organization.call("POST", "/v1/campaigns", await newCampaign(server, organization))).body.id
  },
  // A calling window days from now, so that no call changes the campaign.
  pausedCampaign: {
    make: async (server, organization): Promise<string> => {
      const days = [((new Date().getUTCDay() + 2) % 7) + 1]
      await server.admin("PATCH", admin(organization), { callingWindow: { days, start: "09:00", end: "10:00" } })
      const id = await makeResource(server, organization, "draft")
      await organization.call("POST", `/v1/campaigns/${id}/start`)
      await organization.call("POST", `/v1/campaigns/${id}/pause`)
      return id
    }
  },
  intentLabel: {
    make: async (server, organization, params) =>
      (
        await organization.call("POST", `${await draftOf(server, organization, params)}/intent-labels`, {
          name: randomUUID()
        })
      ).body.id
  },
  // The ids of all labels of a campaign, joined by commas.
  labelOrder: {
    make: async (server, organization, params) => {
      const { body } = await organization.call("GET", `${await draftOf(server, organization, params)}/intent-labels`)
      return body.map(({ id }: { id: string }) => id).join()
    }
  },
  // A rule has the id of its label.
  journeyRule: {
    make: async (server, organization, params) => {
      const draft = await draftOf(server, organization, params)
      const [{ id }] = (await organization.call("GET", `${draft}/intent-labels`)).body
      await organization.call("PUT", `${draft}/journey-rules/${id}`, { action: "FLAG_REVIEW" })
      return id
    }
  },
  callback: {
    make: (server, organization, params) =>
      makeCall(server, organization, params, { status: "QUEUED", priority: 0, callback_scheduled_at: new Date() })
  },
  suppressedCall: {
    make: (server, organization, params) =>
      makeCall(server, organization, params, {
        status: "SUPPRESSED",
        suppression: "CAMPAIGN",
        suppression_reason: "No"
      })
  },
  // Enables the organization's webhook first.
  failedDelivery: {
    make: async (server, { call, id }) => {
      await call("PUT", "/v1/write-back/config", { webhookEnabled: true, webhookUrl: unreachableUrl })
      const rows = rowsOf(server)
      const campaignId = await rows.campaign(id)
      return rows.delivery(id, await rows.call(id, campaignId))
    }
  },
  knowledgeBase: {
    make: async (_, { call }) => (await call("POST", "/v1/knowledge-bases", { name: "Branches" })).body.id,
    remove: (_, { call }, id) => call("DELETE", `/v1/knowledge-bases/${id}`)
  },
  // Belongs to the knowledge base that the path names.
  document: {
    make: async (server, organization, params): Promise<string> => {
      const base = params.id ?? (await makeResource(server, organization, "knowledgeBase"))
      return (await uploadDocument(organization.call, base, "hours.txt", "We are open from 9 am to 6 pm.")).body.id
    }
  },
  import: {
    make: async (_, { call }) =>
      (await call("POST", "/v1/imports/api/bulk", { contacts: [{ name: "Ravi", phoneNumber: newPhoneNumber() }] })).body
        .importId
  }
} satisfies Record<string, Resource>

// Creates a call in the campaign that the path names, or in a new one.
const makeCall = async (
  server: TestServer,
  { id }: TestOrganization,
  params: Readonly<Record<string, string>>,
  fields: object
) => {
  const { campaign, call } = rowsOf(server)
  return call(id, params.id ?? (await campaign(id)), { ...fields })
}

// Path of the draft campaign that the path names, or of a new one.
const draftOf = async (
  server: TestServer,
  organization: TestOrganization,
  params: Readonly<Record<string, string>>
): Promise<string> => `/v1/campaigns/${params.id ?? (await makeResource(server, organization, "draft"))}`

/** Returns the body of a campaign with a new flow, and a new audience of one contact. */
export const newCampaign = async (
  server: TestServer,
  organization: TestOrganization
): Promise<Readonly<Record<"name" | "useCaseType" | "flowId" | "audienceId", string>>> => {
  const flowId = await makeResource(server, organization, "flow")
  const audienceId = await makeResource(server, organization, "audience")
  const contactIds = [await makeResource(server, organization, "contact")]
  await organization.call("POST", `/v1/audiences/${audienceId}/contacts`, { contactIds })
  return { name: "Spring", useCaseType: "CUSTOM", flowId, audienceId }
}

// The host name is too long for DNS, so no request leaves the machine.
export const unreachableUrl = `https://${"crm".repeat(30)}.example/calls`

export const newFlow = { name: "Reminder", systemInstruction: "Remind politely.", initialPrompt: "Hello." }

const makeNumberList = async (server: TestServer, organizationId: number | null) => {
  const id = randomUUID()
  await rowsOf(server).query(
    (sql) =>
      sql`insert into number_lists ${sql.insert({
        id,
        organizationId,
        registry: "OTHER",
        name: id,
        dated: "2026-11-27",
        numbers: 0,
        rejected: 0
      })}`
  )
  return id
}

/** Makes an upload that was completed long ago. */
const makeNumberUpload = async (server: TestServer, organizationId: number | null) => {
  const id = randomUUID()
  await rowsOf(server).query(
    (sql) =>
      sql`insert into number_uploads ${sql.insert({
        id,
        organizationId,
        kind: "LIST",
        registry: "OTHER",
        name: id,
        dated: "2026-11-27",
        layout: "{}",
        requester: "{}",
        status: "COMPLETED",
        total: 0,
        completedAt: new Date("2026-11-27")
      })}`
  )
  return id
}
