import { HttpApi, OpenApi } from "effect/http-api"
import { license, servers } from "./about.ts"
import { ApiKeysGroup } from "./api-keys.ts"
import { AdminCallsGroup, ReviewQueueGroup } from "./campaign-calls.ts"
import { AdminContactsGroup } from "./contacts.ts"
import { AdminDoNotContactGroup } from "./do-not-contact.ts"
import { DoctorGroup } from "./doctor.ts"
import { EventsGroup } from "./events.ts"
import { AdminFlowsGroup } from "./flows.ts"
import { AdminImportsGroup } from "./imports.ts"
import { LiveCampaignsGroup } from "./live-campaigns.ts"
import { openBodies } from "./open-bodies.ts"
import { OrganizationsGroup } from "./organizations.ts"
import { AdminWriteBackGroup } from "./write-back.ts"

/** The interface of those who run the service: what its dashboard and its command line use. */
export class AdminApi extends HttpApi.make("carillonAdmin")
  .add(OrganizationsGroup)
  .add(ApiKeysGroup)
  .add(AdminFlowsGroup)
  .add(AdminImportsGroup)
  .add(AdminContactsGroup)
  .add(AdminDoNotContactGroup)
  .add(AdminCallsGroup)
  .add(AdminWriteBackGroup)
  .add(ReviewQueueGroup)
  .add(LiveCampaignsGroup)
  .add(EventsGroup)
  .add(DoctorGroup)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" })
  .annotate(HttpApi.QueryParseOptions, { errors: "all" })
  .annotate(OpenApi.Transform, openBodies)
  .annotate(OpenApi.Title, "Carillon administration")
  .annotate(OpenApi.Version, "1.0.0")
  .annotate(OpenApi.License, license)
  .annotate(OpenApi.Servers, servers)
  .annotate(
    OpenApi.Description,
    `Organizations, API keys, flows and what else a dashboard sets up. Every request carries
\`Authorization: Bearer <ADMIN_TOKEN>\`. Failures have the same body as those of \`/v1\`.`
  ) {}
