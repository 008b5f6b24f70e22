import { type ReactNode, useEffect, useRef } from "react"
import { classes } from "../class-names.ts"

interface ConversationLogProps {
  readonly className: string
  readonly children: ReactNode
}

/** The words of a conversation as they are spoken. It scrolls to each new word, unless the person reads further up. */
export const ConversationLog = ({ className, children }: ConversationLogProps) => {
  const box = useRef<HTMLDivElement>(null)
  const followsEnd = useRef(true)
  useEffect(() => {
    const element = box.current
    if (element !== null && followsEnd.current) element.scrollTop = element.scrollHeight
  })
  return (
    <div
      ref={box}
      role="log"
      aria-label="Conversation"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region with a scroll bar must be scrollable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        followsEnd.current = scrollHeight - scrollTop - clientHeight < 40
      }}
      className={classes("flex flex-col gap-2 overflow-y-auto rounded-lg", className)}
    >
      {children}
    </div>
  )
}

interface LogLineProps {
  readonly role: "agent" | "person"
  /** The name of the person for a screen reader, which does not show the sides. */
  readonly person: string
  readonly text: string
  /** Whether more words of the line may come. */
  readonly growing: boolean | undefined
}

export const LogLine = ({ role, person, text, growing }: LogLineProps) => (
  <p
    dir="auto"
    className={classes(
      "max-w-[85%] rounded-2xl px-3 py-2",
      role === "agent" ? "self-start rounded-tl-sm bg-sunken" : "self-end rounded-tr-sm bg-accent-soft",
      growing && "italic"
    )}
  >
    <span className="sr-only">{role === "agent" ? "Agent" : person}: </span>
    {text}
  </p>
)
