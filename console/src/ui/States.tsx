import type { ReactNode } from "react"
import { Button } from "./Button.tsx"
import { Icon, type IconName } from "./Icon.tsx"

interface StateProps {
  readonly icon: IconName
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** A part of a screen that has nothing to show, says why, and offers the next step. */
export const Empty = ({ icon, title, children, action }: StateProps) => (
  <div className="flex flex-col items-center gap-2 px-6 py-12 text-center">
    <span className="rounded-full bg-sunken p-3 text-muted">
      <Icon name={icon} size={24} />
    </span>
    <h2 className="font-semibold">{title}</h2>
    {children !== undefined && <div className="max-w-md text-muted">{children}</div>}
    {action !== undefined && <div className="mt-2">{action}</div>}
  </div>
)

/** Holds the place of what is loaded. */
export const Loading = ({ lines = 4, label = "Loading" }: { readonly lines?: number; readonly label?: string }) => (
  <div role="status" aria-label={label} className="flex animate-pulse flex-col gap-3 p-4">
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
      <div key={line} className="h-4 rounded bg-sunken" style={{ width: `${95 - ((line * 17) % 40)}%` }} />
    ))}
  </div>
)

interface FailureProps {
  readonly failure: { readonly message: string; readonly status?: number; readonly requestId?: string }
  readonly onRetry?: () => void
}

/** A request failed: what was wrong, and what to do. */
export const Failed = ({ failure, onRetry }: FailureProps) => {
  if (failure.status === 403) return <Forbidden>{failure.message}</Forbidden>
  if (failure.status === 404) {
    return (
      <Empty icon="search" title="Not found">
        {failure.message}
      </Empty>
    )
  }
  return (
    <div role="alert">
      <Empty
        icon="warning"
        title={failure.status === 0 ? "The service cannot be reached" : "This could not be loaded"}
        action={
          onRetry && (
            <Button icon="refresh" onClick={onRetry}>
              Try again
            </Button>
          )
        }
      >
        {failure.status === 0 ? "Check the connection; the page goes on by itself once it is back." : failure.message}
        {failure.requestId ? <p className="mt-1 font-mono text-xs">Request {failure.requestId}</p> : null}
      </Empty>
    </div>
  )
}

/** The role of the person does not allow this. */
export const Forbidden = ({ children }: { readonly children?: ReactNode }) => (
  <Empty icon="info" title="Your role does not allow this">
    {children ?? "An admin of the organization can change your role in Settings."}
  </Empty>
)

interface ReadProps<A> {
  readonly of: {
    readonly data: A | undefined
    readonly error: FailureProps["failure"] | null
    readonly refetch: () => unknown
  }
  readonly lines?: number
  readonly children: (data: A) => ReactNode
}

/** Shows the answer of a query, or that it is loading or has failed. An older answer stays while a newer one fails. */
export const Read = <A,>({ of, lines, children }: ReadProps<A>) => {
  if (of.data !== undefined) return children(of.data)
  if (of.error !== null) return <Failed failure={of.error} onRetry={() => void of.refetch()} />
  return <Loading {...(lines === undefined ? {} : { lines })} />
}
