import type { Answer } from "../../../api/contract.ts"
import { request } from "../../../api/request.ts"
import { changedFields } from "../../../ui/edits/changed-fields.ts"
import type { Campaign } from "../campaign.ts"

type Label = Answer<"GET", "/v1/campaigns/:id/intent-labels">[number]

/** The name that a copy begins with; of a long name as much as a name may have. */
export const nameOfCopy = ({ name }: Campaign): string => {
  const suffix = " (copy)"
  return `${[...name].slice(0, 255 - suffix.length).join("")}${suffix}`
}

/** The settings that a copy begins with. */
export const settingsOf = ({
  callsPerMinute,
  maxConcurrentCalls,
  maxRetries,
  retryDelayMinutes,
  retryDelaysMinutes,
  retryWithinWindow,
  bestTimeOptimization,
  callTimeoutMinutes,
  timezone
}: Campaign) => ({
  callsPerMinute,
  maxConcurrentCalls,
  maxRetries,
  retryDelayMinutes,
  retryDelaysMinutes,
  retryWithinWindow,
  bestTimeOptimization,
  callTimeoutMinutes,
  timezone
})

/** Lets a copy call from the numbers of the former campaign. */
export const copyCallerPool = async ({ id }: Campaign, { callerPool }: Campaign) => {
  if (callerPool === null) return
  const path = "/admin/v1/organizations/:id/campaigns/:campaignId/caller-pool"
  await request("PUT", path, { params: { campaignId: id }, body: { pool: callerPool } })
}

/** States for a copy why the former campaign calls: it decides which laws and lists of numbers hold for its calls. */
export const copyPurpose = async (copy: Campaign, former: Campaign, mayState: boolean) => {
  // With another use case the purpose would have another effect.
  if (former.purpose === null || former.useCaseType !== copy.useCaseType) return
  if (!mayState) throw new Error("An admin has to state it again, under Calls for on the page of the campaign")
  const body = { purpose: former.purpose, reason: `Copied from the campaign ${former.name}` }
  const path = "/admin/v1/organizations/:id/campaigns/:campaignId/purpose"
  await request("PUT", path, { params: { campaignId: copy.id }, body })
}

/** Copies the labels of a campaign and what follows each. */
export const copyLabels = async (copy: Campaign, former: Campaign) => {
  const [labels, ofFormer] = await Promise.all([copy, former].map(labelsOf))
  const rules = await request("GET", "/v1/campaigns/:id/journey-rules", { params: { id: former.id } })
  const lost: Array<string> = []
  for (const label of ofFormer ?? []) {
    const copied = await copiedLabel(copy.id, label, labels?.find(isCopyOf(label)))
    const rule = rules.find(({ intentLabelId }) => intentLabelId === label.id)
    if (copied === undefined) {
      // Another use case begins with other labels.
      if (rule !== undefined || copy.useCaseType === former.useCaseType) lost.push(label.name)
    } else if (rule !== undefined) {
      const { action, retryDelayMinutes } = rule
      const params = { id: copy.id, labelId: copied.id }
      await request("PUT", "/v1/campaigns/:id/journey-rules/:labelId", { params, body: { action, retryDelayMinutes } })
    }
  }
  if (lost.length > 0) throw new Error(`The copy has no label ${lost.join(", ")}`)
}

const labelsOf = ({ id }: Campaign) => request("GET", "/v1/campaigns/:id/intent-labels", { params: { id } })

// The labels of the copy are new ones. The two of the system may have another name by now.
const isCopyOf = (label: Label) => (other: Label) =>
  label.isSystem
    ? other.isSystem && other.suppressRetries === label.suppressRetries
    : other.name.toLowerCase() === label.name.toLowerCase()

const copiedLabel = async (id: string, label: Label, same: Label | undefined): Promise<Label | undefined> => {
  const { color, isCustom, isPositive, isSystem, name, retryBehavior } = label
  const fields = isSystem ? { name, color } : { name, color, isPositive, retryBehavior }
  if (same === undefined) {
    if (!isCustom) return undefined
    return request("POST", "/v1/campaigns/:id/intent-labels", { params: { id }, body: { ...fields, name } })
  }
  const changes = changedFields<Partial<Label>>(same, fields)
  if (Object.keys(changes).length === 0) return same
  return request("PATCH", "/v1/campaigns/:id/intent-labels/:labelId", {
    params: { id, labelId: same.id },
    body: changes
  })
}
