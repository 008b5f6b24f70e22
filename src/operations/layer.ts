import { Layer } from "effect"
import { Readiness } from "../dialer/Readiness.ts"
import * as Providers from "../providers/Providers.ts"
import { AuditBundle } from "./AuditBundle.ts"
import { ConsentReports } from "./ConsentReports.ts"
import { CallerChecks } from "./checks/CallerChecks.ts"
import { Doctor } from "./checks/Doctor.ts"
import { Preflights } from "./checks/Preflights.ts"
import { Erasure } from "./Erasure.ts"
import { KeyRotation } from "./installation-keys/KeyRotation.ts"
import { SigningKeys } from "./installation-keys/SigningKeys.ts"
import { PersonExport } from "./PersonExport.ts"
import * as RecordRetention from "./RecordRetention.ts"
import { VoiceCatalog } from "./VoiceCatalog.ts"

/** The services that operators use, each about the whole service. */
export const layer = Layer.mergeAll(
  Erasure.layer,
  PersonExport.layer,
  ConsentReports.layer,
  AuditBundle.layer.pipe(Layer.provideMerge(SigningKeys.layer)),
  Preflights.layer.pipe(Layer.provide(Readiness.layer)),
  Doctor.layer.pipe(Layer.provideMerge(CallerChecks.layer)),
  KeyRotation.layer,
  RecordRetention.layer,
  VoiceCatalog.layer.pipe(Layer.provide(Providers.layer))
)
