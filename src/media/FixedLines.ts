import { Context, type Effect } from "effect"
import type { ProviderFailure } from "../providers/ProviderFailure.ts"
import type { Brief } from "./brief.ts"
import type { FixedLine } from "./fixed-lines.ts"

/** The sound of what the agent says without thinking. */
export class FixedLines extends Context.Service<
  FixedLines,
  {
    /** Rendered once for all calls with the voice; an opening with the contact's own words is made for the call alone. */
    readonly render: (
      brief: Brief,
      line: FixedLine
    ) => Effect.Effect<{ readonly text: string; readonly audio: Uint8Array }, ProviderFailure>
  }
>()("carillon/media/FixedLines") {}
