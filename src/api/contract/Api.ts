import { HttpApi, OpenApi } from "effect/http-api"
import { license, servers } from "./about.ts"
import { AudiencesGroup } from "./audiences.ts"
import { CallMovesGroup } from "./call-moves.ts"
import { CampaignCallsGroup } from "./campaign-calls.ts"
import { CampaignsGroup } from "./campaigns.ts"
import { ContactsGroup } from "./contacts.ts"
import { DoNotContactGroup } from "./do-not-contact.ts"
import { FlowsGroup } from "./flows.ts"
import { FrequencyCapGroup } from "./frequency-cap.ts"
import { ImportsGroup } from "./imports.ts"
import { IntentLabelsGroup } from "./intent-labels.ts"
import { JourneyRulesGroup } from "./journey-rules.ts"
import { KnowledgeBasesGroup } from "./knowledge-bases.ts"
import { openBodies } from "./open-bodies.ts"
import { WriteBackGroup } from "./write-back.ts"

/** The interface of REST clients. */
export class Api extends HttpApi.make("carillon")
  .add(ContactsGroup)
  .add(AudiencesGroup)
  .add(ImportsGroup)
  .add(FlowsGroup)
  .add(KnowledgeBasesGroup)
  .add(CampaignsGroup)
  .add(IntentLabelsGroup)
  .add(JourneyRulesGroup)
  .add(CallMovesGroup)
  .add(DoNotContactGroup)
  .add(FrequencyCapGroup)
  .add(CampaignCallsGroup)
  .add(WriteBackGroup)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" })
  .annotate(HttpApi.QueryParseOptions, { errors: "all" })
  .annotate(OpenApi.Transform, openBodies)
  .annotate(OpenApi.Title, "Carillon")
  .annotate(OpenApi.Version, "1.0.0")
  .annotate(OpenApi.License, license)
  .annotate(OpenApi.Servers, servers)
  .annotate(
    OpenApi.Description,
    `Places automated AI voice calls from campaigns, holds the conversation, and reports what came of it.

Every request carries an API key in \`x-api-key\`; a key belongs to one organization and sees nothing of another.
Every failure has one body: \`{statusCode, message, error, code, requestId}\`, with \`details: [{path, message}]\` for a
rejected request. Each answer has an \`X-Request-Id\`. Requests are limited for each organization: see the \`RateLimit\` and
\`RateLimit-Policy\` headers, and \`Retry-After\` on a 429. Unknown fields of a body are ignored.`
  ) {}
