import { Layer } from "effect"
import { CallerIds } from "./callers/CallerIds.ts"
import { CarrierAccounts } from "./callers/CarrierAccounts.ts"
import { Disclosures } from "./Disclosures.ts"
import { AdminTokens } from "./keys/AdminTokens.ts"
import { ApiKeys } from "./keys/ApiKeys.ts"
import { WebhookSecrets } from "./keys/WebhookSecrets.ts"
import { LawExceptions } from "./LawExceptions.ts"
import { OrganizationLimits } from "./OrganizationLimits.ts"
import { Organizations } from "./Organizations.ts"
import { Prices } from "./Prices.ts"
import { Handshakes } from "./people/Handshakes.ts"
import { Invitations } from "./people/Invitations.ts"
import { Members } from "./people/Members.ts"
import { OpenIdProviders } from "./people/OpenIdProviders.ts"
import { Passkeys } from "./people/Passkeys.ts"
import { Passwords } from "./people/Passwords.ts"
import { People } from "./people/People.ts"
import { SecondFactors } from "./people/SecondFactors.ts"
import { Sessions } from "./people/Sessions.ts"
import { SignInLinks } from "./people/SignInLinks.ts"
import { SignOns } from "./people/SignOns.ts"
import { SecurityLog } from "./SecurityLog.ts"
import { SpeechProfiles } from "./speech/SpeechProfiles.ts"
import { UsualSpeech } from "./speech/UsualSpeech.ts"
import { Usage } from "./Usage.ts"
import * as UsageFolding from "./UsageFolding.ts"

/** The files that settings name. Read before the database is opened, so that a wrong one stops the start first. */
export const files = Layer.merge(Prices.layer, UsualSpeech.layer)

/** Organizations, their keys and secrets, their quota, and the security log. */
export const layer = Layer.mergeAll(
  Organizations.layer,
  LawExceptions.layer,
  Disclosures.layer,
  CallerIds.layer,
  CarrierAccounts.layer,
  ApiKeys.layer,
  AdminTokens.layer,
  WebhookSecrets.layer,
  SpeechProfiles.layer
).pipe(Layer.provideMerge(Layer.mergeAll(SecurityLog.layer, Usage.layer, OrganizationLimits.layer)))

/** Folds usage in the background. */
export const folding = UsageFolding.layer

/** People of the console and their sessions. */
export const people = Layer.mergeAll(
  SignOns.layer,
  OpenIdProviders.layer,
  Handshakes.layer,
  Passkeys.layer,
  Passwords.layer,
  Members.layer,
  SecondFactors.layer,
  Sessions.layer,
  Sessions.retention,
  SignInLinks.layer
).pipe(Layer.provideMerge(Layer.merge(People.layer, Invitations.layer)))
