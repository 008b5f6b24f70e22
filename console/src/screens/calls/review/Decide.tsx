import { useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { useChange } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { Field } from "../../../ui/Field.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { CorrectLabel } from "../actions/CorrectLabel.tsx"
import { DoNotContact } from "../actions/DoNotContact.tsx"
import { isWholeNumber } from "../call/explained-call.ts"
import { Key } from "../shortcuts.tsx"

export type CallInReview = Answer<"GET", "/admin/v1/organizations/:id/review-queue">["data"][number]

interface DecideProps {
  readonly call: CallInReview
  readonly onDecided: () => void
}

/** The decisions about a call in review. Only "reviewed" takes it out of the queue. */
export const Decide = ({ call, onDecided }: DecideProps) => {
  const toast = useToast()
  const [note, setNote] = useState("")
  const resolve = useChange("POST", "/admin/v1/organizations/:id/review-queue/:callId/resolve")
  const review = () => {
    if (resolve.isPending) return
    resolve.mutate(
      { params: { callId: call.id }, body: note.trim() === "" ? {} : { note: note.trim() } },
      {
        onSuccess: () => {
          toast.done(`${call.contactName || call.phoneNumber} was reviewed`)
          onDecided()
        },
        onError: (failure) => toast.failed(failure)
      }
    )
  }
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-3">
      <Field
        label={
          <>
            Note <Key>N</Key>
          </>
        }
        hint="Stored in the security log with your name. Enter marks the call as reviewed, Escape leaves the field."
        maxLength={1000}
        aria-keyshortcuts="n"
        value={note}
        onChange={(event) => setNote(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") review()
          if (event.key === "Escape") event.currentTarget.blur()
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" icon="check" aria-keyshortcuts="r" busy={resolve.isPending} onClick={review}>
          Reviewed <Key>R</Key>
        </Button>
        {call.outcome === "CONNECTED" && call.status !== "IN_PROGRESS" && <CorrectLabel call={call} shortcut="l" />}
        {isWholeNumber(call.phoneNumber) && (
          <DoNotContact phoneNumber={call.phoneNumber} name={call.contactName} shortcut="d" />
        )}
      </div>
    </div>
  )
}
