import { Context, type Effect } from "effect"
import type { StreamedAttempt } from "../calls/Attempts.ts"
import type { Brief } from "./brief.ts"

/** Reads what a conversation needs to know of its call. */
export class Briefs extends Context.Service<
  Briefs,
  {
    /** Undefined when the contact or the flow was deleted in the meantime: there is nothing to say. */
    readonly of: (attempt: StreamedAttempt) => Effect.Effect<Brief | undefined>
  }
>()("carillon/media/Briefs") {}
