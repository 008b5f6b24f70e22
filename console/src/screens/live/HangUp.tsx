import { useState } from "react"
import { useMay } from "../../api/session.ts"
import { useChange } from "../../api/use-api.ts"
import { Button } from "../../ui/Button.tsx"
import { ConfirmChange } from "../../ui/form/ConfirmChange.tsx"
import type { LiveCall } from "./live-calls.ts"

/** Ends a call under way, after a question. */
export const HangUp = ({ call }: { readonly call: LiveCall }) => {
  const isMember = useMay("MEMBER")
  const [isOpen, setOpen] = useState(false)
  const hangUp = useChange("POST", "/admin/v1/organizations/:id/calls/:callId/hang-up")
  if (!isMember) return null
  return (
    <>
      <Button kind="danger" icon="stop" onClick={() => setOpen(true)}>
        Hang up
      </Button>
      <ConfirmChange
        title={`Hang up on ${call.contactName || call.phoneNumber}?`}
        confirm="Hang up"
        isDangerous
        change={hangUp}
        input={isOpen ? { params: { callId: call.id } } : undefined}
        done="The call is being ended"
        onDone={() => setOpen(false)}
      >
        <p>
          The carrier ends the call at once, in the middle of a word. The conversation is analyzed as if the person had
          hung up; a call that is still ringing counts as not answered.
        </p>
      </ConfirmChange>
    </>
  )
}
