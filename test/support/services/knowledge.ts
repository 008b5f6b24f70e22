import { Layer } from "effect"
import * as Campaigns from "../../../src/campaigns/layer.ts"
import { Embedders } from "../../../src/providers/Embedders.ts"
import { DocumentReader } from "../../../src/rag/DocumentReader.ts"
import * as Knowledge from "../../../src/rag/layer.ts"
import { accountsAndContacts, onDatabase, type Settings } from "./ground.ts"

/** Knowledge bases with a reader and embedders of the test's own. */
export const knowledgeServicesOn = (
  settings: Settings,
  fakes: { readonly reader: DocumentReader["Service"]; readonly embedders: Embedders["Service"] }
) =>
  Knowledge.services.pipe(
    Layer.provide([Layer.succeed(DocumentReader, fakes.reader), Layer.succeed(Embedders, fakes.embedders)]),
    Layer.provideMerge(Campaigns.layer),
    Layer.provideMerge(accountsAndContacts),
    onDatabase(settings)
  )
