import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { type ApiFailure, request } from "../../../api/request.ts"
import { Button } from "../../../ui/Button.tsx"
import { Confirm } from "../../../ui/Dialog.tsx"
import { Copyable } from "../../../ui/form/Copyable.tsx"
import { Refusal } from "../../../ui/form/Refusal.tsx"
import { Time } from "../../../ui/Time.tsx"

type Secret = Answer<"GET", "/admin/v1/organizations/:id/webhook-secret">

/** The secret is read only when it is asked for: each read is an entry of the security log. */
export const WebhookSecret = () => {
  const [isRotating, setRotating] = useState(false)
  const [shown, setShown] = useState<Secret>()
  const read = useMutation<Secret, ApiFailure>({
    mutationFn: () => request("GET", "/admin/v1/organizations/:id/webhook-secret", {}),
    onSuccess: setShown
  })
  const rotate = useMutation<Secret, ApiFailure>({
    mutationFn: () => request("POST", "/admin/v1/organizations/:id/webhook-secret/rotate", {}),
    onSuccess: (secret) => {
      setShown(secret)
      setRotating(false)
    }
  })
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">
        Deliveries are signed with it, as{" "}
        <a className="underline" href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
          Standard Webhooks
        </a>{" "}
        says. Check the signature in your system.
      </p>
      {shown !== undefined && <Copyable label="The secret" value={shown.secret} />}
      {shown?.previous && (
        <p className="text-muted text-sm">
          The previous secret is valid until <Time value={shown.previousExpiresAt} />; until then deliveries are signed
          with both.
        </p>
      )}
      <Refusal failure={read.error} />
      <div className="flex flex-wrap gap-2">
        {shown === undefined ? (
          <Button busy={read.isPending} onClick={() => read.mutate()}>
            Show the secret
          </Button>
        ) : (
          <Button onClick={() => setShown(undefined)}>Hide</Button>
        )}
        <Button icon="refresh" onClick={() => setRotating(true)}>
          Rotate
        </Button>
      </div>
      <Confirm
        title="Make a new secret?"
        confirm="Make a new secret"
        isOpen={isRotating}
        onClose={() => setRotating(false)}
        busy={rotate.isPending}
        failure={rotate.error}
        onConfirm={() => rotate.mutate()}
      >
        The present one stays valid for 24 hours: until then deliveries are signed with both. Put the new one into your
        system by then.
      </Confirm>
    </div>
  )
}
