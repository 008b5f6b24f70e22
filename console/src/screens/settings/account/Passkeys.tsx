import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { addPasskey, passkeyProblem } from "../../../api/passkeys.ts"
import type { ApiFailure } from "../../../api/request.ts"
import { useApi, useChange } from "../../../api/use-api.ts"
import { Button } from "../../../ui/Button.tsx"
import { Field } from "../../../ui/Field.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { Read } from "../../../ui/States.tsx"
import { Time } from "../../../ui/Time.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { browserOf } from "./browser-name.ts"
import { OwnPassword } from "./OwnPassword.tsx"

type Passkey = Answer<"GET", "/auth/passkeys">[number]

/** The passkeys of the person: by a finger, face or PIN they sign in without a password. */
export const Passkeys = ({ hasPassword }: { readonly hasPassword: boolean }) => {
  const passkeys = useApi("/auth/passkeys", {})
  return (
    <>
      <p className="text-muted">
        With a passkey you sign in by finger, face or PIN of this device, without a password and a code.
      </p>
      <Read of={passkeys}>
        {(all) => (
          <ul className="divide-y divide-line">
            {all.map((passkey) => (
              <Entry key={passkey.id} passkey={passkey} />
            ))}
          </ul>
        )}
      </Read>
      {passkeyProblem === undefined ? (
        <AddPasskey hasPassword={hasPassword} />
      ) : (
        <p className="text-muted text-xs">{passkeyProblem}</p>
      )}
    </>
  )
}

const Entry = ({ passkey: { createdAt, host, id, lastUsedAt, name } }: { readonly passkey: Passkey }) => {
  const toast = useToast()
  const remove = useChange("DELETE", "/auth/passkeys/:passkeyId", { refreshes: ["/auth/passkeys"] })
  const [isRenaming, setRenaming] = useState(false)
  if (isRenaming) return <Rename id={id} name={name} onDone={() => setRenaming(false)} />
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2.5">
      <div className="min-w-0">
        <p className="break-words font-medium">{name}</p>
        <p className="text-muted text-xs">
          {host !== location.hostname && `For ${host}, `}
          {lastUsedAt === null ? "added " : "used "}
          <Time value={lastUsedAt ?? createdAt} isRelative />
        </p>
      </div>
      <div className="flex gap-2">
        <Button small aria-label={`Rename the passkey ${name}`} onClick={() => setRenaming(true)}>
          Rename
        </Button>
        <Button
          small
          kind="danger"
          disabled={remove.isPending}
          aria-label={`Remove the passkey ${name}`}
          onClick={() =>
            remove.mutate(
              { params: { passkeyId: id } },
              {
                onSuccess: () => toast.done("Passkey removed"),
                onError: (failure) => toast.failed(failure)
              }
            )
          }
        >
          Remove
        </Button>
      </div>
    </li>
  )
}

interface RenameProps {
  readonly id: string
  readonly name: string
  readonly onDone: () => void
}

const Rename = ({ id, name: former, onDone }: RenameProps) => {
  const rename = useChange("PATCH", "/auth/passkeys/:passkeyId", { refreshes: ["/auth/passkeys"] })
  const [name, setName] = useState(former)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rename.mutate({ params: { passkeyId: id }, body: { name } }, { onSuccess: onDone })
  }
  return (
    <li className="py-2.5">
      <form onSubmit={submit} className="flex flex-col gap-3">
        <Field
          label={`New name of ${former}`}
          required
          autoFocus
          value={name}
          problem={problemsOf(rename.error)("name")}
          onChange={(event) => setName(event.target.value)}
        />
        <Refusal failure={rename.error} fields={["name"]} />
        <div className="flex justify-end gap-2">
          <Button onClick={onDone}>Cancel</Button>
          <Button kind="primary" type="submit" busy={rename.isPending}>
            Save the name
          </Button>
        </div>
      </form>
    </li>
  )
}

const AddPasskey = ({ hasPassword }: { readonly hasPassword: boolean }) => {
  const toast = useToast()
  const queries = useQueryClient()
  const [name, setName] = useState(() => browserOf(navigator.userAgent))
  const [current, setCurrent] = useState<string>()
  const add = useMutation<void, ApiFailure>({
    mutationFn: () => addPasskey(name, current),
    onSuccess: () => {
      toast.done("Passkey added")
      setCurrent(undefined)
      void queries.invalidateQueries({ queryKey: ["/auth/passkeys"] })
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field
        label="Name of the passkey"
        required
        value={name}
        problem={problemsOf(add.error)("name")}
        onChange={(event) => setName(event.target.value)}
      />
      <OwnPassword hasPassword={hasPassword} value={current} failure={add.error} onChange={setCurrent} />
      <Refusal failure={add.error} fields={["name", "current"]} />
      <div className="flex justify-end">
        <Button kind="primary" type="submit" busy={add.isPending}>
          Add a passkey
        </Button>
      </div>
    </form>
  )
}
