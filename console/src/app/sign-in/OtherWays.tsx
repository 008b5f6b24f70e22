import { useApi } from "../../api/use-api.ts"
import { buttonClasses } from "../../ui/Button.tsx"

/** The ways to sign in without a password. */
export const OtherWays = () => {
  const providers = useApi("/auth/providers", {}).data?.providers ?? []
  if (providers.length === 0) return null
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
    </div>
  )
}

// A link that works once opens nothing more after the sign-in.
const placeToComeBackTo = () =>
  /^\/console\/(invitation|welcome)$/.test(location.pathname) ? "/console" : location.pathname + location.search
