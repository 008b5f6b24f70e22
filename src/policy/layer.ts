import { Layer } from "effect"
import * as Providers from "../providers/Providers.ts"
import * as AfterCall from "./AfterCall.ts"
import { Analysis } from "./Analysis.ts"

/** Analyzes each conversation once it has ended, and tags the call. */
export const layer = AfterCall.layer.pipe(Layer.provide(Analysis.layer), Layer.provide(Providers.layer))
