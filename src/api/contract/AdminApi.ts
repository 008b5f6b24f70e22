import { HttpApi, OpenApi } from "effect/http-api"
import { AdminTokensGroup } from "./accounts/admin-tokens.ts"
import { ApiKeysGroup } from "./accounts/api-keys.ts"
import { CallerIdsGroup } from "./accounts/caller-ids.ts"
import { CarrierAccountsGroup } from "./accounts/carrier-accounts.ts"
import { DisclosureGroup } from "./accounts/disclosure.ts"
import { LawGroup } from "./accounts/law.ts"
import { OrganizationsGroup } from "./accounts/organizations.ts"
import { SecurityLogGroup } from "./accounts/security-log.ts"
import { SpeechGroup } from "./accounts/speech.ts"
import { AdminCallsGroup, ReviewQueueGroup } from "./calls/campaign-calls.ts"
import { RecordingsGroup } from "./calls/recordings.ts"
import { AllCampaignsGroup } from "./campaigns/all-campaigns.ts"
import { CampaignCallerPoolGroup } from "./campaigns/campaign-caller-pool.ts"
import { CampaignInsightGroup } from "./campaigns/campaign-insight.ts"
import { CampaignPaceGroup } from "./campaigns/campaign-pace.ts"
import { CampaignPurposeGroup } from "./campaigns/campaign-purpose.ts"
import { CostsGroup } from "./campaigns/costs.ts"
import { LiveCampaignsGroup } from "./campaigns/live-campaigns.ts"
import { OverviewGroup } from "./campaigns/overview.ts"
import { AdminConsentsGroup } from "./contacts/consents.ts"
import { AdminContactsGroup } from "./contacts/contacts.ts"
import { AdminDoNotContactGroup } from "./contacts/do-not-contact.ts"
import { AdminImportsGroup } from "./contacts/imports.ts"
import { AdminNumberListsGroup, InstallationNumberListsGroup } from "./contacts/number-lists.ts"
import { AdminNumberUploadsGroup, InstallationNumberUploadsGroup } from "./contacts/number-uploads.ts"
import { FlowTrialsGroup } from "./flows/flow-trials.ts"
import { AdminFlowsGroup } from "./flows/flows.ts"
import { AdminModelsGroup } from "./flows/models.ts"
import { AdminTransferTargetsGroup } from "./flows/transfer-targets.ts"
import { license, servers } from "./operations/about.ts"
import { AuditGroup } from "./operations/audit.ts"
import { DoctorGroup } from "./operations/doctor.ts"
import { EventsGroup } from "./operations/events.ts"
import { SecretsGroup } from "./operations/secrets.ts"
import { AdminWriteBackGroup } from "./operations/write-back.ts"
import { MembersGroup, PeopleGroup } from "./people/people.ts"
import { AdminAuth, Failures } from "./shared/middleware.ts"
import { openBodies } from "./shared/open-bodies.ts"
import { AdminMcpServersGroup } from "./tools/mcp-servers.ts"
import { AdminToolHeadersGroup } from "./tools/tool-headers.ts"
import { AdminToolTestsGroup } from "./tools/tool-tests.ts"

/** The interface for operators: the dashboard and the command line use it. */
export class AdminApi extends HttpApi.make("carillonAdmin")
  .add(OrganizationsGroup)
  .add(ApiKeysGroup)
  .add(AdminTokensGroup)
  .add(MembersGroup)
  .add(PeopleGroup)
  .add(SecurityLogGroup)
  .add(SpeechGroup)
  .add(DisclosureGroup)
  .add(AdminFlowsGroup)
  .add(FlowTrialsGroup)
  .add(RecordingsGroup)
  .add(AdminModelsGroup)
  .add(AdminToolHeadersGroup)
  .add(AdminMcpServersGroup)
  .add(AdminToolTestsGroup)
  .add(LawGroup)
  .add(CampaignPurposeGroup)
  .add(CallerIdsGroup)
  .add(CarrierAccountsGroup)
  .add(CampaignCallerPoolGroup)
  .add(AdminTransferTargetsGroup)
  .add(AdminImportsGroup)
  .add(AdminContactsGroup)
  .add(AdminDoNotContactGroup)
  .add(AdminNumberListsGroup)
  .add(AdminNumberUploadsGroup)
  .add(AdminConsentsGroup)
  .add(InstallationNumberListsGroup)
  .add(InstallationNumberUploadsGroup)
  .add(OverviewGroup)
  .add(CampaignInsightGroup)
  .add(CampaignPaceGroup)
  .add(AllCampaignsGroup)
  .add(AdminCallsGroup)
  .add(AdminWriteBackGroup)
  .add(AuditGroup)
  .add(CostsGroup)
  .add(ReviewQueueGroup)
  .add(LiveCampaignsGroup)
  .add(EventsGroup)
  .add(DoctorGroup)
  .add(SecretsGroup)
  .middleware(AdminAuth)
  .middleware(Failures)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" })
  .annotate(HttpApi.QueryParseOptions, { errors: "all" })
  .annotate(OpenApi.Transform, openBodies)
  .annotate(OpenApi.Title, "Carillon administration")
  .annotate(OpenApi.Version, "1.0.0")
  .annotate(OpenApi.License, license)
  .annotate(OpenApi.Servers, servers)
  .annotate(
    OpenApi.Description,
    `Manages organizations, API keys and flows, and shows operators the calls, the events and the state of the service. Every
request carries \`Authorization: Bearer <token>\`: an admin token with a role, or \`ADMIN_TOKEN\`, which has the role ADMIN.
People who are signed in to the console use their session instead. In an organization the role MEMBER of a person counts like
OPERATOR; what concerns no single organization needs a SUPER_ADMIN.
Failures have the same body as those of \`/v1\`.`
  ) {}
