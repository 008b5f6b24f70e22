import { useQueryClient } from "@tanstack/react-query"
import { type RouterProvider as Provider, RouterProvider } from "@tanstack/react-router"
import { type ComponentProps, useEffect, useRef } from "react"
import { addressOf, organizationId } from "../api/organization.ts"
import { type Me, useMe } from "../api/session.ts"
import { Button } from "../ui/Button.tsx"
import { Cover } from "../ui/Dialog.tsx"
import { Empty, Failed, Loading } from "../ui/States.tsx"
import { FirstOrganization } from "./FirstOrganization.tsx"
import { SignIn } from "./sign-in/SignIn.tsx"

type Router = ComponentProps<typeof Provider>["router"]

/**
 * The screens of an organization, for a person who is signed in. The sign-in keeps the address, and a session that ends
 * covers the screen instead of replacing it: the person comes back to the same place and to a form as it was.
 */
export const App = ({ router }: { readonly router: Router }) => {
  const me = useMe()
  const queries = useQueryClient()
  const last = useRef<Me | undefined>(undefined)
  useEffect(() => {
    if (!me.data) return
    // Nothing of another person stays on the screen.
    if (last.current !== undefined && last.current.id !== me.data.id) location.reload()
    last.current = me.data
    // The requests that the end of the session has failed; lists that are shown stay as they are.
    void queries.invalidateQueries({ predicate: ({ state }) => state.status === "error" })
  }, [me.data, queries])
  if (me.data === undefined) {
    return me.error === null ? (
      <Loading label="Loading the console" />
    ) : (
      <Failed failure={me.error} onRetry={() => void me.refetch()} />
    )
  }
  if (me.data === null && last.current === undefined) return <SignIn />
  return (
    <>
      <div inert={me.data === null}>
        {organizationId === undefined ? <ToOrganization /> : <RouterProvider router={router} />}
      </div>
      {me.data === null && (
        <Cover label="Sign in again">
          <SignIn reason="Your session has ended. Sign in to go on where you were." />
        </Cover>
      )}
    </>
  )
}

/** Opens the first organization of a person who came without the address of one. */
const ToOrganization = () => {
  const me = useMe().data
  const first = me?.organizations[0]
  useEffect(() => {
    if (first !== undefined) location.replace(addressOf(first.id))
  }, [first])
  if (!me || first !== undefined) return null
  if (me.isSuperAdmin) return <FirstOrganization />
  return (
    <Empty
      icon="people"
      title="You are in no organization yet"
      action={<Button onClick={() => location.reload()}>Look again</Button>}
    >
      An admin of your organization can invite {me.email ?? me.name}.
    </Empty>
  )
}
