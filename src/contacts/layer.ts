import { Layer } from "effect"
import { Audiences } from "./Audiences.ts"
import { Contacts } from "./Contacts.ts"
import { Consents } from "./consents/Consents.ts"
import { DoNotContact } from "./DoNotContact.ts"
import { FrequencyCaps } from "./FrequencyCaps.ts"
import { ImportChunks } from "./imports/ImportChunks.ts"
import { Imports } from "./imports/Imports.ts"
import * as ImportWorker from "./imports/ImportWorker.ts"
import { RowsReader } from "./imports/RowsReader.ts"
import * as NumberRetention from "./NumberRetention.ts"
import { PhoneLedger } from "./PhoneLedger.ts"
import { NumberLists } from "./registries/NumberLists.ts"
import { NumberUploads } from "./registries/NumberUploads.ts"

/** Contacts, audiences, and the rules for phone numbers: Do Not Contact, frequency caps, the ledger of calls. */
export const layer = Layer.mergeAll(
  Contacts.layer,
  Audiences.layer,
  DoNotContact.layer,
  FrequencyCaps.layer,
  Consents.layer,
  NumberLists.layer,
  NumberUploads.layer,
  PhoneLedger.layer,
  RowsReader.layer
)

/** Imports, applied only when a caller asks for the next chunk. */
export const importing = ImportChunks.layer.pipe(Layer.provideMerge(Imports.layer))

/** Imports with the worker that applies them, and the deletion of old numbers. */
export const imports = Layer.merge(ImportWorker.layer, NumberRetention.layer).pipe(Layer.provideMerge(importing))
