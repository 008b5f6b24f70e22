import { Link } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import { openCallAudio } from "../../api/call-audio.ts"
import { useMay } from "../../api/session.ts"
import { buttonClasses } from "../../ui/Button.tsx"
import { classes } from "../../ui/class-names.ts"
import { Dialog } from "../../ui/Dialog.tsx"
import { Listen } from "../../ui/Listen.tsx"
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

const Words = ({ call }: { readonly call: LiveCall }) => {
  const box = useRef<HTMLDivElement>(null)
  const followsEnd = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new word moves the end
  useEffect(() => {
    const element = box.current
    if (element !== null && followsEnd.current) element.scrollTop = element.scrollHeight
  }, [call.lines])
  return (
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
      <div
        ref={box}
        role="log"
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region with a bar must be scrollable by keyboard
        tabIndex={0}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          // A person who reads further up is not moved.
          followsEnd.current = scrollHeight - scrollTop - clientHeight < 40
        }}
        className="flex max-h-[55dvh] min-h-40 flex-col gap-2 overflow-y-auto rounded-lg"
      >
        {call.lines.length === 0 && (
          <p className="text-muted">{call.state === "RINGING" ? "The phone rings." : "Nobody has spoken."}</p>
        )}
        {call.lines.map(({ line, role, text, growing }) => (
          <p
            key={line}
            dir="auto"
            className={classes(
              "max-w-[85%] rounded-2xl px-3 py-2",
              role === "agent" ? "self-start rounded-tl-sm bg-sunken" : "self-end rounded-tr-sm bg-accent-soft",
              growing && "italic"
            )}
          >
            <span className="sr-only">{role === "agent" ? "Agent: " : "Person: "}</span>
            {text}
          </p>
        ))}
      </div>
    </>
  )
}
