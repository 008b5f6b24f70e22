import { type FormEvent, useState } from "react"
import { type KeyVendor, keyVendors } from "../../../../../src/domain/speech/vendors.ts"
import { useReplace } from "../../../api/use-api.ts"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Dialog } from "../../../ui/Dialog.tsx"
import { Field } from "../../../ui/Field.tsx"
import { ConfirmChange } from "../../../ui/form/ConfirmChange.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { type Profile, path, vendorName } from "./speech-profile.ts"

interface SpeechKeysProps {
  readonly profile: Profile
  readonly isReadOnly: boolean
}

/** The keys at vendors of speech: the organization's own, or those of the service. They are never shown. */
export const SpeechKeys = ({ profile, isReadOnly }: SpeechKeysProps) => {
  const [set, setSet] = useState<KeyVendor>()
  const [removed, setRemoved] = useState<KeyVendor>()
  return (
    <>
      <ul className="divide-y divide-line">
        {keyVendors.map((vendor) => {
          const key = profile.keys.find((one) => one.vendor === vendor)
          const isOwn = key?.source === "ORGANIZATION"
          return (
            <li key={vendor} className="flex min-h-11 flex-wrap items-center gap-2 py-1.5">
              <span className="min-w-24 flex-1 font-medium">{vendorName(vendor)}</span>
              {isOwn ? (
                <Badge tone="good">{key.lastFour === null ? "Own key" : `Own key …${key.lastFour}`}</Badge>
              ) : (
                <Badge tone={key === undefined ? "muted" : "info"}>
                  {key === undefined ? "No key" : "Key of the service"}
                </Badge>
              )}
              {!isReadOnly && (
                <Button
                  small
                  aria-label={`${isOwn ? "Replace the" : "Set a"} key of ${vendorName(vendor)}`}
                  onClick={() => setSet(vendor)}
                >
                  {isOwn ? "Replace" : "Set"}
                </Button>
              )}
              {!isReadOnly && isOwn && (
                <Button
                  small
                  kind="danger"
                  aria-label={`Remove the key of ${vendorName(vendor)}`}
                  onClick={() => setRemoved(vendor)}
                >
                  Remove
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <Dialog
        title={`Key of ${set === undefined ? "" : vendorName(set)}`}
        description="It is stored encrypted, sent to the vendor only, and never shown again."
        isOpen={set !== undefined}
        onClose={() => setSet(undefined)}
      >
        {set !== undefined && <KeyForm vendor={set} onDone={() => setSet(undefined)} />}
      </Dialog>
      <RemoveKey vendor={removed} onDone={() => setRemoved(undefined)} />
    </>
  )
}

// A change of the profile replaces its lists, so that a change of a key sends them as they are.
const useKeyChange = () =>
  useReplace(
    path,
    ({ ears, onlyListed, voices }, { key, vendor }: { readonly vendor: KeyVendor; readonly key: string | null }) => ({
      ears,
      voices,
      onlyListed,
      apiKeys: { [vendor]: key }
    }),
    // A key may bring voices.
    { refreshes: [""] }
  )

interface KeyFormProps {
  readonly vendor: KeyVendor
  readonly onDone: () => void
}

const KeyForm = ({ vendor, onDone }: KeyFormProps) => {
  const toast = useToast()
  const put = useKeyChange()
  const [key, setKey] = useState("")
  const submit = (event: FormEvent) => {
    event.preventDefault()
    put.mutate(
      { vendor, key },
      {
        onSuccess: () => {
          toast.done("Key set: test it below")
          onDone()
        }
      }
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field
        label="API key"
        type="password"
        autoComplete="off"
        required
        autoFocus
        value={key}
        problem={problemsOf(put.error)(`apiKeys.${vendor}`)}
        onChange={(event) => setKey(event.target.value.trim())}
      />
      <Refusal failure={put.error} fields={[`apiKeys.${vendor}`]} />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button kind="primary" type="submit" busy={put.isPending}>
          Set the key
        </Button>
      </div>
    </form>
  )
}

interface RemoveKeyProps {
  readonly vendor: KeyVendor | undefined
  readonly onDone: () => void
}

const RemoveKey = ({ vendor, onDone }: RemoveKeyProps) => {
  const put = useKeyChange()
  return (
    <ConfirmChange
      title={`Remove the key of ${vendor === undefined ? "the vendor" : vendorName(vendor)}?`}
      confirm="Remove"
      isDangerous
      change={put}
      input={vendor && { vendor, key: null }}
      done="Key removed"
      onDone={onDone}
    >
      Calls use the key of the service again, or another vendor where it has none.
    </ConfirmChange>
  )
}
