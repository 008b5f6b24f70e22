import { Layer } from "effect"
import * as Calls from "../../../src/calls/layer.ts"
import * as Campaigns from "../../../src/campaigns/layer.ts"
import { accountsAndContacts } from "./ground.ts"

/** Campaigns and the records of their calls. */
export const records = Calls.records.pipe(Layer.provideMerge(Campaigns.layer), Layer.provideMerge(accountsAndContacts))
