import type { Answer } from "../../../../api/contract.ts"
import { urlOf } from "../../../../api/request.ts"
import { Waveform } from "../../../../ui/audio/Waveform.tsx"
import { Button, buttonClasses } from "../../../../ui/Button.tsx"
import { Icon } from "../../../../ui/Icon.tsx"
import { duration } from "../../../../ui/words/format.ts"
import type { Playback } from "./use-recording.ts"

export type Recorded = Answer<"GET", "/admin/v1/organizations/:id/calls/:callId/recordings">["recordings"][number]

/** The address of a recording. */
export const recordingUrl = (callId: string, attemptNo: number): string =>
  urlOf("/admin/v1/organizations/:id/calls/:callId/recordings/:attemptNo", {
    params: { callId, attemptNo: String(attemptNo) }
  })

interface RecordingProps {
  readonly url: string
  readonly recording: Recorded
  readonly playback: Playback
}

/** Plays a recording of the call, with both sides as a waveform. */
export const Recording = ({ url, recording, playback }: RecordingProps) => {
  const { durationMs, fromMs, isOver, peaks } = recording
  const at = Math.min(durationMs, Math.max(0, (playback.at ?? fromMs) - fromMs))
  const [now, whole] = [at, durationMs].map((millis) => duration(Math.floor(millis / 1000)))
  return (
    <section aria-label="Recording" className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <Button
          kind="primary"
          icon={playback.isPlaying ? "pause" : "play"}
          aria-label={playback.isPlaying ? "Pause" : "Play the recording"}
          onClick={playback.toggle}
        />
        <div className="relative min-w-0 flex-1">
          <Waveform peaks={peaks} played={durationMs === 0 ? 0 : at / durationMs} />
          <input
            type="range"
            aria-label="Position in the recording"
            aria-valuetext={`${now} of ${whole}`}
            min={0}
            max={durationMs}
            step={100}
            value={at}
            onChange={(event) => playback.seek(fromMs + Number(event.target.value))}
            className="absolute inset-0 h-full w-full cursor-pointer opacity-0 focus-visible:opacity-60"
          />
        </div>
        <a
          href={url}
          download={`call-${recording.attemptNo}.wav`}
          aria-label="Save the recording"
          className={`${buttonClasses("quiet")} w-9 px-0`}
        >
          <Icon name="download" size={17} />
        </a>
      </div>
      <p className="flex flex-wrap gap-x-4 text-muted text-xs">
        <span>
          {now} of {whole}
        </span>
        <span>Above the person, below the agent</span>
        {!isOver && <span>The call still lasts: this is what was recorded until now</span>}
      </p>
      {playback.problem !== undefined && (
        <p role="alert" className="text-bad text-sm">
          {playback.problem}
        </p>
      )}
    </section>
  )
}
