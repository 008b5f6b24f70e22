import { Link } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { download } from "../../../api/download.ts"
import { urlOf } from "../../../api/request.ts"
import { useMay } from "../../../api/session.ts"
import { useChange } from "../../../api/use-api.ts"
import { Button, buttonClasses } from "../../../ui/Button.tsx"
import { Confirm } from "../../../ui/Dialog.tsx"
import { Icon, type IconName } from "../../../ui/Icon.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import type { Campaign } from "../campaign.ts"

type Action = "start" | "pause" | "resume" | "cancel"

interface ActionWords {
  readonly label: string
  readonly icon: IconName
  readonly title: string
  readonly done: string
  readonly effects: ReactNode
}

const words: Readonly<Record<Action, ActionWords>> = {
  start: {
    label: "Start",
    icon: "play",
    title: "Start this campaign now?",
    done: "The campaign has started",
    effects: <p>It does not wait for its time: calls start now, inside the calling hours of each contact.</p>
  },
  pause: {
    label: "Pause",
    icon: "pause",
    title: "Pause this campaign?",
    done: "The campaign is paused",
    effects: (
      <>
        <p>No further call is placed. Calls that are live now go on to their end, and get their labels.</p>
        <p>
          Contacts that wait keep their place. Callbacks and retries that fall due meanwhile follow after you resume.
        </p>
      </>
    )
  },
  resume: {
    label: "Resume",
    icon: "play",
    title: "Resume this campaign?",
    done: "The campaign runs again",
    effects: (
      <>
        <p>Calls start again at the campaign's pace, inside the calling hours of each contact.</p>
        <p>Callbacks and retries that fell due during the pause come first.</p>
      </>
    )
  },
  cancel: {
    label: "Cancel",
    icon: "stop",
    title: "Cancel this campaign for good?",
    done: "The campaign is cancelled",
    effects: (
      <>
        <p>No further call is placed, and it cannot be started again. Calls that are live now go on to their end.</p>
        <p>Contacts that wait are skipped. What was reached until now stays, and can be exported.</p>
      </>
    )
  }
}

const possible: Readonly<Record<Campaign["status"], ReadonlyArray<Action>>> = {
  DRAFT: ["cancel"],
  SCHEDULED: ["start", "cancel"],
  IN_PROGRESS: ["pause", "cancel"],
  PAUSED: ["resume", "cancel"],
  COMPLETED: [],
  CANCELLED: []
}

/** The changes of status that are possible now, with a dialog that says what each does. */
export const CampaignActions = ({ campaign }: { readonly campaign: Campaign }) => {
  const { id, status, name } = campaign
  const mayChange = useMay("MEMBER")
  const [asked, setAsked] = useState<Action>()
  const toast = useToast()
  const [isLoading, setLoading] = useState(false)
  const exportResults = async () => {
    setLoading(true)
    await download(`/v1/write-back/campaigns/${id}/results.csv`, `${name}.csv`).catch(toast.failed)
    setLoading(false)
  }
  const mayAudit = useMay("ADMIN")
  const [isAuditing, setAuditing] = useState(false)
  const saveRecord = async () => {
    setAuditing(true)
    const url = urlOf("/admin/v1/organizations/:id/campaigns/:campaignId/audit", { params: { campaignId: id } })
    await download(url, `audit ${name}.tar`).catch(toast.failed)
    setAuditing(false)
  }
  return (
    <>
      {mayChange && status === "DRAFT" && (
        <Link
          to="/campaigns/$campaignId/setup"
          params={{ campaignId: id }}
          search={{ step: "audience" }}
          className={buttonClasses("primary")}
        >
          <Icon name="edit" size={17} />
          Set up and start
        </Link>
      )}
      {mayChange &&
        possible[status].map((action) => (
          <Button
            // Resume takes the place of Pause, and its focus.
            key={action === "cancel" ? "cancel" : "go"}
            kind={action === "cancel" ? "danger" : action === "resume" ? "primary" : "secondary"}
            icon={words[action].icon}
            onClick={() => setAsked(action)}
          >
            {words[action].label}
          </Button>
        ))}
      {mayChange && (
        <Link to="/campaigns/new" search={{ from: id }} className={buttonClasses()}>
          <Icon name="copy" size={17} />
          Clone
        </Link>
      )}
      {status !== "DRAFT" && (
        <Link to="/calls" search={{ campaignId: id }} className={buttonClasses()}>
          <Icon name="calls" size={17} />
          Calls
        </Link>
      )}
      {status !== "DRAFT" && (
        <Button icon="download" busy={isLoading} onClick={exportResults}>
          Export
        </Button>
      )}
      {mayAudit && status !== "DRAFT" && (
        <Button icon="download" busy={isAuditing} onClick={saveRecord}>
          Audit record
        </Button>
      )}
      {asked !== undefined && <Ask key={asked} action={asked} id={id} onClose={() => setAsked(undefined)} />}
    </>
  )
}

const Ask = ({
  action,
  id,
  onClose
}: {
  readonly action: Action
  readonly id: string
  readonly onClose: () => void
}) => {
  const { title, label, effects, done } = words[action]
  const toast = useToast()
  const start = useChange("POST", "/v1/campaigns/:id/start")
  const pause = useChange("POST", "/v1/campaigns/:id/pause")
  const resume = useChange("POST", "/v1/campaigns/:id/resume")
  const cancel = useChange("POST", "/v1/campaigns/:id/cancel")
  const change = { start, pause, resume, cancel }[action]
  const confirm = () =>
    change.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          toast.done(done)
          onClose()
        }
      }
    )
  return (
    <Confirm
      title={title}
      confirm={`${label} the campaign`}
      isOpen
      isDangerous={action === "cancel"}
      busy={change.isPending}
      failure={change.error}
      onClose={onClose}
      onConfirm={confirm}
    >
      {effects}
    </Confirm>
  )
}
