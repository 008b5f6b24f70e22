/**
 * Joins a campaign with its flow `f`, in the version that the campaign uses, or in the one that `version` selects. If
 * that is null, `f` is the published version. After a `left` join, all columns of a flow that was deleted are null.
 */
export const flowOfCampaign = ({ campaign = "c", join = "inner", version = `${campaign}.flow_version` }: Join = {}) => `
  ${join} join flows latest on latest.organization_id = ${campaign}.organization_id and latest.id = ${campaign}.flow_id
  left join flow_versions v on v.organization_id = latest.organization_id and v.flow_id = latest.id
    and v.version = ${version}
  cross join lateral jsonb_populate_record(latest, v.flow) f`

interface Join {
  readonly campaign?: string
  readonly join?: "inner" | "left"
  readonly version?: string
}
