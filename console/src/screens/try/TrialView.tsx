import { type FormEvent, Fragment, type RefObject, useEffect, useState } from "react"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { ConversationLog, LogLine } from "../../ui/conversation/ConversationLog.tsx"
import { Field } from "../../ui/Field.tsx"
import { Card } from "../../ui/Page.tsx"
import { duration } from "../../ui/words/format.ts"
import { Keypad } from "./Keypad.tsx"
import type { TrialState } from "./trial-state.ts"
import type { useTrial } from "./use-trial.ts"

interface TrialViewProps {
  readonly trial: ReturnType<typeof useTrial>
  readonly byMicrophone: boolean
  readonly onRestart: () => void
}

/** A trial under way, or over: its words, how fast each turn was answered, and the means to take part. */
export const TrialView = ({ trial, byMicrophone, onRestart }: TrialViewProps) => {
  const { state, send } = trial
  const isOver = state.end !== undefined
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={isOver ? "muted" : "accent"}>{isOver ? "Over" : phases[state.phase]}</Badge>
          <span className="font-normal text-muted">
            <Elapsed since={trial.startedAt} isRunning={!isOver} /> of 10:00
          </span>
        </span>
      }
      actions={
        <div className="flex flex-wrap gap-2">
          {isOver ? (
            <>
              <Button onClick={trial.leave}>Change the person</Button>
              <Button kind="primary" icon="refresh" onClick={onRestart}>
                Try again
              </Button>
            </>
          ) : (
            <>
              <Button icon="refresh" onClick={onRestart}>
                Restart
              </Button>
              <Button kind="danger" icon="stop" onClick={() => send({ type: "hangUp" })}>
                Hang up
              </Button>
            </>
          )}
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        <Words state={state} />
        <End state={state} />
        {!isOver && byMicrophone && <Microphone trial={trial} />}
        {!isOver && <Typing onSay={(text) => send({ type: "typed", text })} />}
        {!isOver && <Keypad key={trial.startedAt} onPress={(digit) => send({ type: "pressed", digit })} />}
      </div>
    </Card>
  )
}

const phases: Readonly<Record<TrialState["phase"], string>> = {
  greeting: "The agent is about to speak",
  listening: "The agent listens",
  thinking: "The agent thinks",
  speaking: "The agent speaks",
  draining: "The agent says goodbye",
  ended: "Over"
}

const Elapsed = ({ isRunning, since }: { readonly since: number; readonly isRunning: boolean }) => {
  const [now, setNow] = useState(since)
  useEffect(() => {
    if (!isRunning) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  return <span>{duration(Math.max(0, Math.floor((now - since) / 1000)))}</span>
}

const Words = ({ state: { lines, turns } }: { readonly state: TrialState }) => (
  <ConversationLog className="h-[50dvh] min-h-60">
    {lines.length === 0 && <p className="text-muted">The agent begins in a moment.</p>}
    {lines.map(({ growing, line, role, text }, index) => (
      <Fragment key={line}>
        <LogLine role={role} person="You" text={text} growing={growing} />
        {turns
          .filter(({ after }) => after === index + 1)
          .map(({ number, turn }) => (
            <p key={number} className="text-muted text-xs">
              {turn.totalMs === null ? "…" : `Answered in ${turn.totalMs} ms`}
            </p>
          ))}
      </Fragment>
    ))}
  </ConversationLog>
)

const End = ({ state: { end, hasOptedOut } }: { readonly state: TrialState }) => (
  <div aria-live="polite" className="flex flex-col gap-1 empty:hidden">
    {hasOptedOut && (
      <p>
        The agent understood that you want no more calls. In a call your number would be on Do Not Contact now; a trial
        stores nothing.
      </p>
    )}
    {end === "over" && <p className="text-muted">The conversation is over.</p>}
    {end === "failed" && (
      <p className="text-bad">
        The conversation broke off on our side, as the doctor or the log may explain. A call would be tried again.
      </p>
    )}
    {end === "forbidden" && (
      <p className="text-bad">The conversation ended: you have signed out, or your role does not allow it any more.</p>
    )}
    {end === "lost" && <p className="text-bad">The connection was lost.</p>}
  </div>
)

const Typing = ({ onSay }: { readonly onSay: (text: string) => void }) => {
  const [text, setText] = useState("")
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === "") return
    onSay(text.trim())
    setText("")
  }
  return (
    <form className="flex items-end gap-2" onSubmit={submit}>
      <div className="min-w-0 flex-1">
        <Field
          label="What you say"
          hidesLabel
          placeholder="What you say …"
          value={text}
          maxLength={2000}
          autoComplete="off"
          autoFocus
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <Button type="submit" kind="primary" disabled={text.trim() === ""}>
        Say
      </Button>
    </form>
  )
}

const Microphone = ({ trial: { isMicrophoneLost, isMuted, level, mute } }: Pick<TrialViewProps, "trial">) =>
  isMicrophoneLost ? (
    <p role="alert" className="text-bad">
      Your microphone was disconnected, or the browser has taken it away, so the agent hears silence. Type what you say,
      or connect it and press Restart.
    </p>
  ) : (
    <div className="flex items-center gap-3 rounded-xl bg-sunken px-3 py-2">
      <Button small icon="microphone" aria-pressed={isMuted} onClick={() => mute(!isMuted)}>
        {isMuted ? "Unmute" : "Mute"}
      </Button>
      <Level of={level} />
    </div>
  )

const Level = ({ of }: { readonly of: RefObject<number> }) => {
  const [shown, setShown] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setShown(of.current), 100)
    return () => clearInterval(timer)
  }, [of])
  return (
    <>
      <meter className="sr-only" aria-label="Loudness of your microphone" min={0} max={100} value={shown} />
      <div aria-hidden="true" className="h-2 flex-1 overflow-hidden rounded-full bg-line">
        <div className="h-full rounded-full bg-good" style={{ width: `${shown}%` }} />
      </div>
    </>
  )
}
