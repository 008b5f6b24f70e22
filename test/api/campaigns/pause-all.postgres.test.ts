import { afterAll, describe, expect, test } from "vitest"
import { CampaignControl } from "../../../src/dialer/CampaignControl.ts"
import { answered } from "../../support/api/answered.ts"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { makePerson } from "../../support/api/people.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"

const server = await startServer()
afterAll(server.stop)

const path = ({ id }: TestOrganization) => `/admin/v1/organizations/${id}/campaigns/pause`
const later = { scheduledAt: "2030-03-28T02:30:00", timezone: "UTC" }

describe("the pause of all campaigns", () => {
  test("pauses those that run, makes scheduled ones drafts, and leaves all others", async () => {
    const org = await server.organization()
    const client = campaignClient(server, org)
    const running = [await client.started(await client.people(2, 2)), await client.started(await client.people(2))]
    const scheduled = await client.started(await client.people(2), later)
    const paused = await client.started(await client.people(2))
    await client.move(paused, "pause")
    const draft = await client.draft(await client.people(2))
    const cancelled = await client.started(await client.people(2))
    await client.move(cancelled, "cancel")
    const others = campaignClient(server, await server.organization())
    const ofOthers = await others.started(await others.people(2))

    const { call: asMember, id: person } = await makePerson(server, { organization: org.id, role: "MEMBER" })
    expect(await answered(200, asMember("POST", path(org)))).toEqual({ paused: 2, unscheduled: 1 })
    const statuses = async () =>
      Promise.all(
        [...running, scheduled, paused, draft, cancelled].map(async (id) => (await client.campaign(id)).status)
      )
    const after = ["PAUSED", "PAUSED", "DRAFT", "PAUSED", "DRAFT", "CANCELLED"]
    expect(await statuses()).toEqual(after)
    expect(await client.campaign(scheduled)).toMatchObject({ scheduledAt: "2030-03-28T02:30:00.000Z" })
    expect((await others.campaign(ofOthers)).status).toBe("IN_PROGRESS")

    const entries = async () =>
      (
        await answered(
          200,
          server.admin("GET", `/admin/v1/organizations/${org.id}/security-log?actor=person:${person}`)
        )
      ).data
    expect((await entries()).map(({ action, target }: any) => [action, target]).sort()).toEqual(
      [...running.map((id) => ["campaign.pause", id]), ["campaign.draft", scheduled]].sort()
    )
    expect(await answered(200, asMember("POST", path(org)))).toEqual({ paused: 0, unscheduled: 0 })
    expect(await statuses()).toEqual(after)
    expect(await entries()).toHaveLength(3)

    await answered(200, client.move(scheduled, "start"))
    await answered(200, client.move(running[0] ?? "", "resume"))
    expect((await statuses()).slice(0, 3)).toEqual(["IN_PROGRESS", "PAUSED", "SCHEDULED"])
  })

  test("is refused to viewers and to people of other organizations", async () => {
    const org = await server.organization()
    const viewer = await makePerson(server, { organization: org.id, role: "VIEWER" })
    const stranger = await makePerson(server, { organization: (await server.organization()).id, role: "ADMIN" })
    await answered(403, viewer.call("POST", path(org)))
    await answered(403, stranger.call("POST", path(org)))
  })

  test("changes every campaign or none", async () => {
    const org = await server.organization()
    const client = campaignClient(server, org)
    const ids = [await client.started(await client.people(2)), await client.started(await client.people(2))]
    const { query } = rowsOf(server)
    await query(
      (sql) => sql`create function refuse_pause() returns trigger language plpgsql as $$ begin
      if new.status = 'PAUSED' then raise exception 'no pause'; end if; return new; end $$`
    )
    await query((sql) =>
      sql.unsafe(`create trigger refuse_pause before update on campaigns for each row when (old.id = '${ids[1]}')
        execute function refuse_pause()`)
    )
    const pauseAll = CampaignControl.use(({ pauseAll }) => pauseAll(org.id))
    await expect(server.run(pauseAll)).rejects.toThrow()
    expect((await client.campaign(ids[0] ?? "")).status).toBe("IN_PROGRESS")
    await query((sql) => sql`drop trigger refuse_pause on campaigns`)
    expect(await answered(200, server.admin("POST", path(org)))).toEqual({ paused: 2, unscheduled: 0 })
  })
})
