/** The topics of the service, each with its main fields, which a list of events shows. */
export const topics: Readonly<Record<string, ReadonlyArray<string>>> = {
  "call-ended.v1": ["outcome", "status", "attempt", "durationSeconds", "failureReason"],
  "call-tagged.v1": ["intentLabelName", "journeyAction", "status", "attempt"],
  "call-suppressed.v1": ["scope", "reason"],
  "person-erased.v1": ["phoneNumber"],
  "campaign-changed.v1": ["from", "to", "reason"]
}
