import { HttpApi, OpenApi } from "effect/http-api"
import { CallMovesGroup } from "./calls/call-moves.ts"
import { CampaignCallsGroup } from "./calls/campaign-calls.ts"
import { CampaignsGroup } from "./campaigns/campaigns.ts"
import { IntentLabelsGroup } from "./campaigns/intent-labels.ts"
import { JourneyRulesGroup } from "./campaigns/journey-rules.ts"
import { AudiencesGroup } from "./contacts/audiences.ts"
import { ContactsGroup } from "./contacts/contacts.ts"
import { DoNotContactGroup } from "./contacts/do-not-contact.ts"
import { FrequencyCapGroup } from "./contacts/frequency-cap.ts"
import { ImportsGroup } from "./contacts/imports.ts"
import { FlowsGroup } from "./flows/flows.ts"
import { KnowledgeBasesGroup } from "./flows/knowledge-bases.ts"
import { license, servers } from "./operations/about.ts"
import { WriteBackGroup } from "./operations/write-back.ts"
import { ApiKeyAuth, Failures } from "./shared/middleware.ts"
import { openBodies } from "./shared/open-bodies.ts"

/** The interface for REST clients. */
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
  .middleware(ApiKeyAuth)
  .middleware(Failures)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" })
  .annotate(HttpApi.QueryParseOptions, { errors: "all" })
  .annotate(OpenApi.Transform, openBodies)
  .annotate(OpenApi.Title, "Carillon")
  .annotate(OpenApi.Version, "1.0.0")
  .annotate(OpenApi.License, license)
  .annotate(OpenApi.Servers, servers)
  .annotate(
    OpenApi.Description,
    `Places automated AI voice calls from campaigns, holds the conversations, and reports their outcomes.

Every request carries an API key in \`x-api-key\`. A key belongs to one organization and has no access to any other. People who
are signed in to the console use their session instead, and name the organization in the header \`carillon-organization\`
or \`x-organization-id\`. People with a role in a single organization may leave it out.
Every failure has the same body: \`{statusCode, message, error, code, requestId}\`, with \`details: [{path, message}]\` for a
rejected request. Every response has an \`X-Request-Id\`. The number of requests is limited for each organization: the
headers \`RateLimit\` and \`RateLimit-Policy\` show the limits, and \`Retry-After\` on a 429 the seconds to wait. Unknown
fields of a request body are ignored.`
  ) {}
