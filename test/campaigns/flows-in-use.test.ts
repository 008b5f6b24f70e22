import { afterAll, expect, test } from "vitest"
import { Flows } from "../../src/campaigns/Flows.ts"
import { briefServices } from "../support/data/briefs.ts"

const { flow, organization, rows, run, stop } = await briefServices()
afterAll(stop)

test("the flows in use are those of all running campaigns, each distinct voice once for its organization", async () => {
  const [one, two] = [await organization(), await organization({ name: "Other" })]
  const hindi = {
    language: "hi-IN",
    voiceGender: "MALE",
    ttsProvider: "GENERATIVE_TTS",
    initialPrompt: "नमस्ते।"
  } as const
  const english = {
    language: "en-IN",
    voiceGender: "FEMALE",
    ttsProvider: "CLOUD_TTS",
    initialPrompt: "Hello."
  } as const
  const inUse = () => run(Flows.use((it) => it.inUse))
  const [first, same, third, fourth] = [
    await flow(one, english),
    await flow(two, english),
    await flow(two, hindi),
    await flow(one, { ...english, language: "ta-IN" })
  ]
  for (const status of ["DRAFT", "SCHEDULED", "PAUSED", "COMPLETED", "CANCELLED"]) {
    await rows.campaign(one, { flow_id: fourth, status })
  }
  expect(await inUse()).toEqual([])
  await rows.campaign(one, { flow_id: first, started_at: new Date(1) })
  const second = await rows.campaign(one, { flow_id: first, started_at: new Date(2) })
  const last = await rows.campaign(two, { flow_id: same, started_at: new Date(3) })
  const spokenEnglish = [
    { ...english, organizationId: one, campaignId: second },
    { ...english, organizationId: two, campaignId: last }
  ]
  expect(await inUse()).toEqual(expect.arrayContaining(spokenEnglish))
  expect(await inUse()).toHaveLength(2)
  const other = await rows.campaign(two, { flow_id: third })
  const spokenHindi = { ...hindi, organizationId: two, campaignId: other }
  // A campaign never uses the flow of another organization.
  await rows.campaign(two, { flow_id: fourth })
  expect(await inUse()).toEqual(expect.arrayContaining([...spokenEnglish, spokenHindi]))
  expect(await inUse()).toHaveLength(3)
})
