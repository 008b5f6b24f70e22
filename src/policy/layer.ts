import { Layer } from "effect"
import * as Providers from "../providers/Providers.ts"
import * as AfterCall from "./AfterCall.ts"
import { Analysis } from "./Analysis.ts"
import * as AnalysisRetries from "./AnalysisRetries.ts"
import { CallAnalysis } from "./CallAnalysis.ts"

/** Analyzes each conversation once it has ended, and tags the call. Analyzes again what no model answered. */
export const layer = Layer.merge(AfterCall.layer, AnalysisRetries.layer).pipe(
  Layer.provide(CallAnalysis.layer),
  Layer.provide(Analysis.layer),
  Layer.provide(Providers.layer)
)
