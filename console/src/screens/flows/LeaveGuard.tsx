import { useBlocker } from "@tanstack/react-router"
import { useRef } from "react"
import { Confirm } from "../../ui/Dialog.tsx"

interface Guard {
  readonly status: "blocked" | "idle"
  readonly proceed?: (() => void) | undefined
  readonly reset?: (() => void) | undefined
}

/** Asks before the page is left while something is not saved. `leave` goes without a question, after it was saved. */
export const useLeaveGuard = (isChanged: boolean) => {
  const isLeaving = useRef(false)
  const guard: Guard = useBlocker({
    shouldBlockFn: () => isChanged && !isLeaving.current,
    enableBeforeUnload: () => isChanged && !isLeaving.current,
    withResolver: true
  })
  const leave = (go: () => void) => {
    isLeaving.current = true
    go()
  }
  return { guard, leave }
}

export const LeaveGuard = ({ guard }: { readonly guard: Guard }) => (
  <Confirm
    title="Leave without saving?"
    confirm="Leave"
    isDangerous
    isOpen={guard.status === "blocked"}
    onClose={() => guard.reset?.()}
    onConfirm={() => guard.proceed?.()}
  >
    The changes to this flow are lost.
  </Confirm>
)
