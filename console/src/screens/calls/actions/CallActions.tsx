import { useMay } from "../../../api/session.ts"
import { useChange } from "../../../api/use-api.ts"
import { useToast } from "../../../ui/Toasts.tsx"
import { type ExplainedCall, isWholeNumber } from "../call/explained-call.ts"
import { ActionButton } from "./ActionButton.tsx"
import { CorrectLabel } from "./CorrectLabel.tsx"
import { DoNotContact } from "./DoNotContact.tsx"
import { ErasePerson } from "./ErasePerson.tsx"

/** The actions on a call that its state and the role of the person allow. */
export const CallActions = ({ call }: { readonly call: ExplainedCall }) => {
  const isMember = useMay("MEMBER")
  const isAdmin = useMay("ADMIN")
  const hasNumber = isWholeNumber(call.phoneNumber)
  const isLive = call.status === "IN_PROGRESS"
  return (
    <>
      {isMember && !isLive && call.outcome === "CONNECTED" && <CorrectLabel call={call} />}
      {isMember && call.intentLabel === null && call.transcript.length > 0 && !isLive && <AnalyzeAgain call={call} />}
      {isMember && isWaiting(call) && call.callbackScheduledAt !== null && <CallbackDone call={call} />}
      {isAdmin && call.status === "SUPPRESSED" && <LiftSuppression call={call} />}
      {isMember && hasNumber && <DoNotContact phoneNumber={call.phoneNumber} name={call.contactName} />}
      {isAdmin && hasNumber && <ErasePerson phoneNumber={call.phoneNumber} name={call.contactName} />}
    </>
  )
}

const isWaiting = ({ status }: ExplainedCall) => status === "PENDING" || status === "QUEUED"

interface OfCall {
  readonly call: ExplainedCall
}

const AnalyzeAgain = ({ call }: OfCall) => {
  const toast = useToast()
  const analyze = useChange("POST", "/admin/v1/organizations/:id/calls/:callId/analyze")
  return (
    <ActionButton
      icon="refresh"
      label="Analyze again"
      title="Analyze the conversation again?"
      confirm="Analyze it"
      action={analyze}
      onConfirm={(done) =>
        analyze.mutate(
          { params: { callId: call.id } },
          {
            onSuccess: () => {
              toast.done("The conversation is analyzed soon", "While the model gives no answer, for up to a day")
              done()
            }
          }
        )
      }
    >
      <p>A model reads the last conversation. Its label is routed and reported like any other.</p>
    </ActionButton>
  )
}

const CallbackDone = ({ call }: OfCall) => {
  const toast = useToast()
  const fulfill = useChange("POST", "/v1/campaigns/:id/callbacks/:campaignCallId/fulfill")
  return (
    <ActionButton
      icon="check"
      label="Callback done"
      title="Was the callback done elsewhere?"
      confirm="It was done"
      action={fulfill}
      onConfirm={(done) =>
        fulfill.mutate(
          { params: { id: call.campaignId, campaignCallId: call.id } },
          {
            onSuccess: () => {
              toast.done("The callback is not placed")
              done()
            }
          }
        )
      }
    >
      <p>The call that is planned is not placed, because somebody has spoken with the person.</p>
    </ActionButton>
  )
}

const LiftSuppression = ({ call }: OfCall) => {
  const toast = useToast()
  const restore = useChange("POST", "/v1/campaigns/:id/suppressed/:campaignCallId/restore")
  return (
    <ActionButton
      icon="play"
      label="Lift the suppression"
      title={`May ${call.contactName || "the person"} be called again?`}
      confirm="Lift the suppression"
      isDangerous
      action={restore}
      onConfirm={(done) =>
        restore.mutate(
          { params: { id: call.campaignId, campaignCallId: call.id }, body: {} },
          {
            onSuccess: () => {
              toast.done("The suppression was lifted")
              done()
            }
          }
        )
      }
    >
      <p>
        {call.suppressionReason === null
          ? "The call"
          : `The call was suppressed because of ${call.suppressionReason}. It`}{" "}
        goes back into the campaign, and is placed when the campaign runs. A number on Do Not Contact stays suppressed.
      </p>
    </ActionButton>
  )
}
