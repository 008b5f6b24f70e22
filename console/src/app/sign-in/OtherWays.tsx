import { useMutation } from "@tanstack/react-query"
import { passkeyProblem, signInWithPasskey } from "../../api/passkeys.ts"
import type { ApiFailure } from "../../api/request.ts"
import { useApi } from "../../api/use-api.ts"
import { Button, buttonClasses } from "../../ui/Button.tsx"

/** The ways to sign in without a password. */
export const OtherWays = ({ onDone }: { readonly onDone?: (() => void) | undefined }) => {
  const providers = useApi("/auth/providers", {}).data?.providers ?? []
  const passkey = useMutation<void, ApiFailure>({ mutationFn: signInWithPasskey, onSuccess: () => onDone?.() })
  const hasPasskeys = passkeyProblem === undefined
  if (providers.length === 0 && !hasPasskeys) return null
  return (
    <div className="flex flex-col gap-2 border-line border-t pt-4">
      {providers.map(({ label, name }) => (
        <a
          key={name}
          className={buttonClasses()}
          href={`/auth/oidc/${encodeURIComponent(name)}/start?returnTo=${encodeURIComponent(placeToComeBackTo())}`}
        >
          Sign in with {label}
        </a>
      ))}
      {hasPasskeys && (
        <Button busy={passkey.isPending} onClick={() => passkey.mutate()}>
          Sign in with a passkey
        </Button>
      )}
      {passkey.error !== null && (
        <p role="alert" className="text-bad">
          {passkey.error.message}
        </p>
      )}
    </div>
  )
}

// A link that works once opens nothing more after the sign-in.
const placeToComeBackTo = () =>
  /^\/console\/(invitation|welcome)$/.test(location.pathname) ? "/console" : location.pathname + location.search
