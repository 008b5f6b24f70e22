import { useMutation, useQuery } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import type { Answer } from "../../api/contract.ts"
import { addressOf } from "../../api/organization.ts"
import { againAfterFailure } from "../../api/passing-failures.ts"
import { type ApiFailure, request } from "../../api/request.ts"
import { auth, type Me, useMe } from "../../api/session.ts"
import { Button, buttonClasses } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { NewPasswordField } from "../../ui/form/NewPasswordField.tsx"
import { problemsOf, Refusal } from "../../ui/form/Refusal.tsx"
import { Loading } from "../../ui/States.tsx"
import { isolated } from "../../ui/words/format.ts"
import { Entrance } from "./Entrance.tsx"
import { OtherWays } from "./OtherWays.tsx"
import { SignIn } from "./SignIn.tsx"

type Shown = Answer<"POST", "/auth/invitations/show">
type Accepted = Answer<"POST", "/auth/invitations/accept">

interface NewAccount {
  readonly name?: string
  readonly password?: string
}

/** A person who was invited accepts: with a new account, or by signing in to the one that they have. */
export const Invitation = () => {
  const [token] = useState(() => location.hash.slice(1))
  const me = useMe()
  const shown = useQuery<Shown, ApiFailure>({
    queryKey: ["/auth/invitations/show", token],
    queryFn: () => request("POST", "/auth/invitations/show", { body: { token } }),
    // Once it is accepted, it is gone.
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: againAfterFailure
  })
  const accept = useMutation<Accepted, ApiFailure, NewAccount>({
    mutationFn: async (account) => (await auth("invitations/accept", { token, ...account })) as Accepted,
    onSuccess: ({ person }) => {
      const joined = person.organizations.find(({ name }) => name === shown.data?.organization)
      location.replace(joined === undefined ? "/console" : addressOf(joined.id))
    }
  })
  if (shown.error !== null && shown.data === undefined) return <Refused failure={shown.error} />
  if (shown.data === undefined || me.data === undefined) return <Loading label="Loading the invitation" />
  const invitation = shown.data
  const hasAccount = invitation.hasAccount || accept.error?.code === "SIGN_IN_TO_ACCEPT"
  if (me.data === null && hasAccount) {
    return (
      <SignIn
        reason={`${inWords(invitation)} Sign in as ${invitation.email} to accept.`}
        onDone={() => accept.mutate({})}
      />
    )
  }
  return (
    <Entrance title="You are invited">
      <p className="text-muted">{inWords(invitation)}</p>
      {me.data === null ? (
        <>
          <AccountForm email={invitation.email} accept={accept} />
          <OtherWays onDone={() => accept.mutate({})} />
        </>
      ) : me.data.email?.toLowerCase() === invitation.email.toLowerCase() ? (
        <>
          <Refusal failure={accept.error} />
          <Button kind="primary" busy={accept.isPending || accept.isSuccess} onClick={() => accept.mutate({})}>
            Accept as {me.data.name}
          </Button>
        </>
      ) : (
        <ForAnother me={me.data} email={invitation.email} />
      )}
    </Entrance>
  )
}

const roles = { VIEWER: "a viewer", MEMBER: "a member", ADMIN: "an admin", SUPER_ADMIN: "a super admin" } as const

const inWords = ({ organization, role }: Shown) =>
  `You are invited ${organization === null ? "" : `to ${isolated(organization)} `}as ${roles[role]}.`

interface AccountFormProps {
  readonly email: string
  readonly accept: {
    readonly error: ApiFailure | null
    readonly isPending: boolean
    readonly mutate: (account: NewAccount) => void
  }
}

const AccountForm = ({ email, accept }: AccountFormProps) => {
  const [name, setName] = useState("")
  const [password, setPassword] = useState("")
  const problemOf = problemsOf(accept.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    accept.mutate({ name, password })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label="E-mail" type="email" autoComplete="username" readOnly value={email} />
      <Field
        label="Your name"
        autoComplete="name"
        required
        autoFocus
        value={name}
        problem={problemOf("name")}
        onChange={(event) => setName(event.target.value)}
      />
      <NewPasswordField label="Password" value={password} problem={problemOf("password")} onChange={setPassword} />
      <Refusal failure={accept.error} fields={["name", "password"]} />
      <Button kind="primary" type="submit" busy={accept.isPending}>
        Create the account
      </Button>
    </form>
  )
}

/** Another person is signed in to this browser. The invitation stays open. */
const ForAnother = ({ me, email }: { readonly me: Me; readonly email: string }) => {
  const signOut = useMutation<unknown, ApiFailure>({ mutationFn: () => auth("sign-out") })
  return (
    <>
      <p>
        It is for {email}, and you are signed in as {me.email ?? me.name}. Sign out here first, or open the link in
        another browser.
      </p>
      <Refusal failure={signOut.error} />
      <Button kind="primary" busy={signOut.isPending} onClick={() => signOut.mutate()}>
        Sign out
      </Button>
    </>
  )
}

const Refused = ({ failure }: { readonly failure: ApiFailure }) => (
  <Entrance title={failure.status === 404 ? "This link does not work" : "The invitation could not be loaded"}>
    <p role="alert">{failure.message}</p>
    {failure.status === 404 && (
      <p className="text-muted">An invitation works once, for a week. An admin of the organization can invite again.</p>
    )}
    <a className={buttonClasses("primary")} href="/console">
      To the sign-in
    </a>
  </Entrance>
)
