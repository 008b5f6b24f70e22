import { useQueryClient } from "@tanstack/react-query"
import { type RouterProvider as Provider, RouterProvider } from "@tanstack/react-router"
import { type ComponentProps, useEffect, useRef } from "react"
import { addressOf, organizationId } from "../api/organization.ts"
import { type Me, useMe } from "../api/session.ts"
import { Button, buttonClasses } from "../ui/Button.tsx"
import { classes } from "../ui/class-names.ts"
import { Cover } from "../ui/Dialog.tsx"
import { Failed, Loading } from "../ui/States.tsx"
import { Account } from "./Account.tsx"
import { FirstOrganization } from "./FirstOrganization.tsx"
import { Entrance } from "./sign-in/Entrance.tsx"
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
  const person = me.data ?? last.current
  if (person === undefined) return <SignIn />
  const isInOrganization = person.organizations.some(({ id }) => String(id) === organizationId)
  return (
    <>
      <div inert={me.data === null}>
        {isInOrganization ? <RouterProvider router={router} /> : <ToOrganization person={person} />}
      </div>
      {me.data === null && (
        <Cover label="Sign in again">
          <SignIn reason="Your session has ended. Sign in to go on where you were." />
        </Cover>
      )}
    </>
  )
}

/**
 * Opens the first organization of a person who came without the address of one. An address of an organization in which
 * the person has no role stays: it may be a mistake, or the wrong account.
 */
const ToOrganization = ({ person }: { readonly person: Me }) => {
  const [first] = person.organizations
  const opens = organizationId === undefined && first !== undefined
  useEffect(() => {
    if (opens) location.replace(addressOf(first.id))
  }, [opens, first])
  if (opens) return null
  if (first === undefined && person.isSuperAdmin) return <FirstOrganization />
  return (
    <Entrance
      title={
        first === undefined ? "You are in no organization yet" : `You have no role in organization ${organizationId}`
      }
    >
      <p className="text-muted">
        An admin of {first === undefined ? "your" : "that"} organization can invite {person.email ?? person.name}.
      </p>
      {first === undefined ? (
        <Button onClick={() => location.reload()}>Look again</Button>
      ) : (
        <a className={classes(buttonClasses("primary"), "max-w-full")} href={addressOf(first.id)}>
          <span className="truncate">Open {first.name}</span>
        </a>
      )}
      <Account />
    </Entrance>
  )
}
