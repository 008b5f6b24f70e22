import { Link } from "@tanstack/react-router"
import { openCallAudio } from "../../api/call-audio.ts"
import { useMay } from "../../api/session.ts"
import { Listen } from "../../ui/audio/Listen.tsx"
import { buttonClasses } from "../../ui/Button.tsx"
import { ConversationLog, LogLine } from "../../ui/conversation/ConversationLog.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { HangUp } from "./HangUp.tsx"
import { Elapsed } from "./LiveCard.tsx"
import { LiveState, LiveTransferLine } from "./LiveState.tsx"
import type { LiveCall } from "./live-calls.ts"
import { Result } from "./Result.tsx"

interface OpenCallProps {
  readonly callId: string
  /** Undefined if the call is not live, and did not end a moment ago. */
  readonly call: LiveCall | undefined
  readonly isConnected: boolean
  readonly onClose: () => void
}

/** All words of one call as they are spoken. It stays open when the call has ended. */
export const OpenCall = ({ callId, call, isConnected, onClose }: OpenCallProps) => {
  const isMember = useMay("MEMBER")
  return (
    <Dialog title={call?.contactName || call?.phoneNumber || "Call"} isOpen onClose={onClose} isWide>
      {call === undefined ? (
        <p className="text-muted">{isConnected ? "This call is not under way." : "Connecting …"}</p>
      ) : (
        <Words call={call} />
      )}
      {call !== undefined && isMember && (
        <Listen isLive={call.state !== "ENDED"} open={(signal) => openCallAudio(call.id, signal)} />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {call !== undefined && call.state !== "ENDED" && <HangUp call={call} />}
        <Link to="/calls/$callId" params={{ callId }} className={buttonClasses()}>
          Page of the call
        </Link>
      </div>
    </Dialog>
  )
}

const Words = ({ call }: { readonly call: LiveCall }) => (
  <>
    <p className="-mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
      {call.phoneNumber.replaceAll("*", "•")}
      {call.state === "ENDED" ? (
        <Result call={call} />
      ) : (
        <>
          <LiveState call={call} />
          <Elapsed since={call.since} />
        </>
      )}
    </p>
    <LiveTransferLine call={call} />
    <ConversationLog className="max-h-[55dvh] min-h-40">
      {call.lines.length === 0 && (
        <p className="text-muted">{call.state === "RINGING" ? "The phone rings." : "Nobody has spoken."}</p>
      )}
      {call.lines.map(({ line, role, text, growing }) => (
        <LogLine key={line} role={role} person="Person" text={text} growing={growing} />
      ))}
    </ConversationLog>
  </>
)
