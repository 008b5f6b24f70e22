import { Layer } from "effect"
import { GuardedHttp } from "../platform/http/GuardedHttp.ts"
import { CallData } from "./CallData.ts"
import { McpTools } from "./McpTools.ts"
import { ToolRequests } from "./ToolRequests.ts"
import { ToolTests } from "./ToolTests.ts"

/** Requests of tools. */
export const layer = Layer.merge(ToolTests.layer, CallData.layer).pipe(
  Layer.provideMerge(ToolRequests.layer),
  Layer.provideMerge(McpTools.layer),
  Layer.provide(GuardedHttp.layer)
)
