import { useState } from "react"
import { useApi } from "../../../../api/use-api.ts"
import { Select } from "../../../../ui/Select.tsx"
import type { ExplainedCall } from "../explained-call.ts"
import { Conversation } from "./Conversation.tsx"
import { Recording, recordingUrl } from "./Recording.tsx"
import { useRecording } from "./use-recording.ts"

const consents = {
  GIVEN: "The person agreed to the recording.",
  REFUSED: "The person did not agree to a recording.",
  UNANSWERED: "The person gave no clear answer, so nothing was recorded.",
  WITHDRAWN: "The person took their consent back, and the recording was deleted."
} as const

/** The words of a call with their recording: a line plays from its time on, and the one that sounds is marked. */
export const RecordedConversation = ({ call }: { readonly call: ExplainedCall }) => {
  const { data } = useApi("/admin/v1/organizations/:id/calls/:callId/recordings", { params: { callId: call.id } })
  const recordings = data?.recordings ?? []
  const [chosen, choose] = useState<number>()
  const recording = recordings.find(({ attemptNo }) => attemptNo === chosen) ?? recordings.at(-1)
  const url = recording && recordingUrl(call.id, recording.attemptNo)
  const playback = useRecording(url, recording?.fromMs ?? 0)
  const consent = data?.consents.at(-1)?.consent
  // The words are those of the last conversation.
  const isOfWords = recording !== undefined && recording === recordings.at(-1)
  return (
    <div className="flex flex-col gap-4">
      {recordings.length > 1 && (
        <Select
          label="Recording of attempt"
          value={String(recording?.attemptNo)}
          onChange={(attemptNo) => choose(Number(attemptNo))}
          options={recordings.map(({ attemptNo }) => ({ value: String(attemptNo), label: String(attemptNo) }))}
        />
      )}
      {recording !== undefined && url !== undefined && (
        <Recording key={url} url={url} recording={recording} playback={playback} />
      )}
      {consent !== undefined && <p className="text-muted text-sm">{consents[consent]}</p>}
      <Conversation call={call} {...(isOfWords && { playback, recordedFrom: recording.fromMs })} />
    </div>
  )
}
