import { Schema } from "effect"

/** Whether the calls of a flow are recorded. */
export const RecordingMode = Schema.Literals(["OFF", "ON", "AFTER_CONSENT"]).annotate({
  description:
    "Whether calls are recorded. ON: from the first word on. AFTER_CONSENT: the agent asks after its opening, and only a clear yes begins the recording"
})
export type RecordingMode = typeof RecordingMode.Type

/** The person's answer to the question whether the call may be recorded. */
export const RecordingConsent = Schema.Literals(["GIVEN", "REFUSED", "UNANSWERED", "WITHDRAWN"])
export type RecordingConsent = typeof RecordingConsent.Type
