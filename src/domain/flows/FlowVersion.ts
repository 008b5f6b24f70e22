import { Schema, SchemaTransformation } from "effect"
import { Timestamp } from "../calendar/time.ts"
import { countProblem } from "../schema/count-problem.ts"
import { FlowSettings, NewFlow, publication } from "./Flow.ts"

/** A published version in the list of a flow's versions. */
export const FlowVersion = Schema.Struct({ ...publication, publishedAt: Timestamp }).annotate({
  identifier: "FlowVersion"
})
export type FlowVersion = typeof FlowVersion.Type

/** The number of a version in a path. A malformed one becomes 0, which no version has. */
export const VersionInPath = Schema.String.pipe(
  Schema.decodeTo(
    Schema.Int,
    SchemaTransformation.transform({
      decode: (text: string) => (/^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : 0),
      encode: (version: number) => String(version)
    })
  )
)

const revision = Schema.String.annotate({ description: "Changes each time that the draft is saved" })
const basedOn = Schema.Int.annotate({ description: "Number of the version that the draft changes" })

/** The draft of a flow; without one, what is published. */
export const FlowDraft = Schema.Struct({
  flow: FlowSettings,
  basedOn,
  revision: Schema.NullOr(revision).annotate({ description: "null: no draft is saved" }),
  savedAt: Schema.NullOr(Timestamp),
  savedBy: Schema.NullOr(Schema.String),
  savedByName: Schema.NullOr(Schema.String)
}).annotate({ identifier: "FlowDraft" })
export type FlowDraft = typeof FlowDraft.Type

/** A draft to be saved. */
export const NewFlowDraft = Schema.Struct({
  flow: NewFlow,
  basedOn,
  revision: Schema.NullOr(revision).annotate({
    description: "The revision that was read, null when no draft was saved. Another one by now is answered with a 409"
  })
}).annotate({ identifier: "NewFlowDraft" })
export type NewFlowDraft = typeof NewFlowDraft.Type

const note = Schema.optionalKey(
  Schema.NullOr(
    Schema.String.annotate({ description: "Why the version is published, at most 500 characters" }).check(
      Schema.makeFilter((text) => countProblem([...text].length, 500, "characters"))
    )
  )
)

const revisionRead = revision.annotate({
  description: "The revision that was read. Another one by now is answered with a 409"
})

export const DraftToDiscard = Schema.Struct({ revision: revisionRead }).annotate({ identifier: "DraftToDiscard" })

/** Which draft is to be published, and why. */
export const Publication = Schema.Struct({
  revision: revisionRead,
  note
}).annotate({ identifier: "Publication" })
export type Publication = typeof Publication.Type

/** From which version a flow goes back to an older one, and why. */
export const Restoration = Schema.Struct({
  current: Schema.Int.annotate({
    description: "Number of the version that was read as the current one. Another one by now is answered with a 409"
  }),
  note
}).annotate({ identifier: "Restoration" })
export type Restoration = typeof Restoration.Type
