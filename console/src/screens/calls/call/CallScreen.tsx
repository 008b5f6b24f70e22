import { getRouteApi, Link } from "@tanstack/react-router"
import { openCallAudio } from "../../../api/call-audio.ts"
import { useMay } from "../../../api/session.ts"
import { useChange } from "../../../api/use-api.ts"
import { Listen } from "../../../ui/audio/Listen.tsx"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Icon } from "../../../ui/Icon.tsx"
import { Card, Page } from "../../../ui/Page.tsx"
import { Empty, Read } from "../../../ui/States.tsx"
import { Time } from "../../../ui/Time.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { duration } from "../../../ui/words/format.ts"
import { callStatus } from "../../../ui/words/value-words.ts"
import { CallActions } from "../actions/CallActions.tsx"
import { CallResult } from "../CallResult.tsx"
import { Analysis } from "./Analysis.tsx"
import { Attempts, Costs } from "./Attempts.tsx"
import { Conversation } from "./conversation/Conversation.tsx"
import { RecordedConversation } from "./conversation/RecordedConversation.tsx"
import { Decisions } from "./Decisions.tsx"
import { Deliveries } from "./Deliveries.tsx"
import { type ExplainedCall, useCall } from "./explained-call.ts"
import { Facts } from "./Facts.tsx"
import { ToolCalls } from "./ToolCalls.tsx"
import { Transfers } from "./Transfers.tsx"
import { useNews } from "./use-news.ts"

const route = getRouteApi("/calls/$callId")

/** Everything about one call: its conversation, why it was placed, and its result. */
export const CallScreen = () => {
  const { callId } = route.useParams()
  const call = useCall(callId)
  useNews(callId, call.data, () => void call.refetch())
  if (call.data === undefined) {
    return (
      <Page title="Call" above={<ToCalls />}>
        <Card>
          <Read of={call} lines={8}>
            {() => null}
          </Read>
        </Card>
      </Page>
    )
  }
  return <Shown key={callId} call={call.data} />
}

const ToCalls = () => (
  <Link to="/calls" className="hover:text-text hover:underline">
    Calls
  </Link>
)

const Shown = ({ call }: { readonly call: ExplainedCall }) => {
  const status = callStatus.of(call.status)
  const isMember = useMay("MEMBER")
  return (
    <Page
      title={call.contactName || call.phoneNumber}
      above={
        <span className="flex min-w-0 items-center gap-1">
          <span className="shrink-0">
            <ToCalls />
          </span>
          <Icon name="chevron" size={14} />
          <Link
            to="/calls"
            search={{ campaignId: call.campaignId }}
            className="truncate hover:text-text hover:underline"
          >
            {call.campaignName}
          </Link>
        </span>
      }
      beside={
        <>
          <Badge tone={status.tone}>{status.label}</Badge>
          <CallResult call={call} />
        </>
      }
      actions={<CallActions call={call} />}
    >
      {call.inReviewSince !== null && <InReview call={call} />}
      {call.status === "IN_PROGRESS" && <UnderWay callId={call.id} mayListen={isMember} />}
      <Card>
        <div className="grid gap-x-8 gap-y-1.5 md:grid-cols-2 xl:grid-cols-3">
          <Facts
            facts={{
              "Phone number": call.phoneNumber,
              "Last attempt": call.startedAt === null ? "never" : <Time value={call.startedAt} />
            }}
          />
          <Facts
            facts={{
              Attempts: call.attempts,
              Length: call.duration === 0 ? "no conversation" : duration(call.duration)
            }}
          />
          <Facts
            facts={{
              "Next attempt": call.nextAttemptAt && <Time value={call.nextAttemptAt} />,
              Callback: call.callbackScheduledAt && (
                <>
                  <Time value={call.callbackScheduledAt} />
                  {call.callbackAdjusted && " (moved into the calling hours)"}
                </>
              ),
              "To remind of the promise for": call.reminderFor,
              Deferred: call.deferralReason,
              Suppressed: call.suppressionReason,
              Reason: call.failureReason
            }}
          />
        </div>
      </Card>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card title="Conversation">
          {call.transcript.length === 0 ? (
            <Empty icon="calls" title="No words are stored">
              Nobody has spoken in this call, or its time of retention is over.
            </Empty>
          ) : isMember ? (
            <RecordedConversation call={call} />
          ) : (
            <Conversation call={call} />
          )}
        </Card>
        <div className="flex min-w-0 flex-col gap-4">
          <Analysis call={call} />
          <ToolCalls calls={call.toolCalls} attempts={call.attempts} />
          <Transfers tries={call.transfers} attempts={call.attempts} />
          <Decisions decisions={call.decisions} />
          <Attempts attempts={call.attemptLog} />
          <Deliveries deliveries={call.deliveries} />
          <Costs attempts={call.attemptLog} />
        </div>
      </div>
    </Page>
  )
}

const UnderWay = ({ callId, mayListen }: { readonly callId: string; readonly mayListen: boolean }) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl bg-info-soft px-4 py-2.5 text-info">
    This call is under way.{" "}
    <Link to="/live" search={{ call: callId }} className="font-medium underline">
      Follow it live
    </Link>
    {mayListen && (
      <div className="ml-auto text-text">
        <Listen isLive open={(signal) => openCallAudio(callId, signal)} />
      </div>
    )}
  </div>
)

const InReview = ({ call }: { readonly call: ExplainedCall }) => {
  const isMember = useMay("MEMBER")
  const toast = useToast()
  const resolve = useChange("POST", "/admin/v1/organizations/:id/review-queue/:callId/resolve")
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-xl bg-warn-soft px-4 py-2.5 text-warn">
      <p>
        Waits for a review since <Time value={call.inReviewSince} />
        {call.reviewReason !== null && `: ${call.reviewReason}`}
      </p>
      {isMember && (
        <Button
          small
          icon="check"
          busy={resolve.isPending}
          onClick={() =>
            resolve.mutate(
              { params: { callId: call.id }, body: {} },
              {
                onSuccess: () => toast.done("The call left the review queue"),
                onError: (failure) => toast.failed(failure)
              }
            )
          }
        >
          Mark as reviewed
        </Button>
      )}
    </div>
  )
}
