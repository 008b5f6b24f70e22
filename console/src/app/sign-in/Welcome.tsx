import { useMutation } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import type { ApiFailure } from "../../api/request.ts"
import { auth } from "../../api/session.ts"
import { buttonClasses } from "../../ui/Button.tsx"
import { Entrance } from "./Entrance.tsx"

/** Signs in by a link that works once. Its token is behind the #, which browsers send to no server and write in no log. */
export const Welcome = () => {
  const signIn = useMutation<unknown, ApiFailure, string>({
    mutationFn: (token) => auth("sign-in/link", { token }),
    onSuccess: () => location.replace("/console")
  })
  const { mutate } = signIn
  const began = useRef(false)
  useEffect(() => {
    if (began.current) return
    began.current = true
    const token = location.hash.slice(1)
    // Takes the token out of the address and of the history.
    history.replaceState(null, "", location.pathname)
    mutate(token)
  }, [mutate])
  return (
    <Entrance title={signIn.error === null ? "Welcome" : "This link does not work"}>
      {signIn.error === null ? (
        <p role="status" className="text-muted">
          Signing you in …
        </p>
      ) : (
        <>
          <p role="alert">{signIn.error.message}</p>
          <p className="text-muted">
            A link works once and for a short time. The service prints a new one when it starts, as long as no person
            has an account.
          </p>
          <a className={buttonClasses("primary")} href="/console">
            To the sign-in
          </a>
        </>
      )}
    </Entrance>
  )
}
