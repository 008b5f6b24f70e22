import { Schema } from "effect"

export const CampaignStatus = Schema.Literals(["DRAFT", "SCHEDULED", "IN_PROGRESS", "PAUSED", "COMPLETED", "CANCELLED"])
