import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
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

/** The passkeys of the person: by a finger, face or PIN they sign in without a password. */
export const Passkeys = () => {
  const toast = useToast()
  const passkeys = useApi("/auth/passkeys", {})
  const remove = useChange("DELETE", "/auth/passkeys/:passkeyId", { refreshes: ["/auth/passkeys"] })
  return (
    <>
      <p className="text-muted">
        With a passkey you sign in by finger, face or PIN of this device, without a password and a code.
      </p>
      <Read of={passkeys}>
        {(all) => (
          <ul className="divide-y divide-line">
            {all.map(({ createdAt, host, id, lastUsedAt, name }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-2.5">
                <div className="min-w-0">
                  <p className="break-words font-medium">{name}</p>
                  <p className="text-muted text-xs">
                    {host !== location.hostname && `For ${host}, `}
                    {lastUsedAt === null ? (
                      <>
                        added <Time value={createdAt} isRelative />
                      </>
                    ) : (
                      <>
                        used <Time value={lastUsedAt} isRelative />
                      </>
                    )}
                  </p>
                </div>
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
              </li>
            ))}
          </ul>
        )}
      </Read>
      {passkeyProblem === undefined ? <AddPasskey /> : <p className="text-muted text-xs">{passkeyProblem}</p>}
    </>
  )
}

const AddPasskey = () => {
  const toast = useToast()
  const queries = useQueryClient()
  const [name, setName] = useState(() => browserOf(navigator.userAgent))
  const add = useMutation<void, ApiFailure>({
    mutationFn: () => addPasskey(name),
    onSuccess: () => {
      toast.done("Passkey added")
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
      <Refusal failure={add.error} fields={["name"]} />
      <div className="flex justify-end">
        <Button kind="primary" type="submit" busy={add.isPending}>
          Add a passkey
        </Button>
      </div>
    </form>
  )
}
