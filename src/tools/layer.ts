import { Layer } from "effect"
import { GuardedHttp } from "../platform/http/GuardedHttp.ts"
import { ToolRequests } from "./ToolRequests.ts"

/** Requests of tools. */
export const layer = ToolRequests.layer.pipe(Layer.provide(GuardedHttp.layer))
