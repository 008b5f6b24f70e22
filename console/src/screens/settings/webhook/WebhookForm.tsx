import { type FormEvent, useState } from "react"
import type { Answer } from "../../../api/contract.ts"
import { useChange } from "../../../api/use-api.ts"
import { Contested } from "../../../ui/edits/Contested.tsx"
import { changedFields } from "../../../ui/edits/changed-fields.ts"
import { SaveFooter } from "../../../ui/edits/SaveFooter.tsx"
import { useEdited } from "../../../ui/edits/use-edited.ts"
import { Checkbox, Field } from "../../../ui/Field.tsx"
import { problemsOf, Refusal } from "../../../ui/form/Refusal.tsx"
import { Select } from "../../../ui/Select.tsx"
import { useToast } from "../../../ui/Toasts.tsx"

type Config = NonNullable<Answer<"GET", "/v1/write-back/config">>

const unset: Config = {
  webhookEnabled: false,
  webhookUrl: null,
  webhookMethod: "POST",
  authType: "NONE",
  authHeaderName: null,
  csvAutoExport: false,
  shareTranscript: false,
  shareRecording: false,
  sendResults: false,
  hasCredential: false
}

interface WebhookFormProps {
  readonly config: Config | null
  readonly isReadOnly: boolean
}

export const WebhookForm = ({ config, isReadOnly }: WebhookFormProps) => {
  const toast = useToast()
  const former = config ?? unset
  const configure = useChange("PUT", "/v1/write-back/config", { refreshes: ["/v1/write-back"] })
  const { accept, before, contested, edited: values, set } = useEdited(former)
  const [credential, setCredential] = useState("")
  const problemOf = problemsOf(configure.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { authHeaderName, authType, webhookUrl } = values
    const edited = {
      ...values,
      webhookUrl: webhookUrl || null,
      authHeaderName: authType === "API_KEY" ? authHeaderName : null,
      ...(credential !== "" && authType !== "NONE" && { credential })
    }
    configure.mutate(
      { body: changedFields<typeof edited>(before, edited) },
      {
        onSuccess: (saved) => {
          accept(saved)
          setCredential("")
          toast.done("Webhook saved")
        }
      }
    )
  }
  return (
    <form onSubmit={submit}>
      <fieldset disabled={isReadOnly} className="flex flex-col gap-4">
        <Checkbox
          label="Deliver the outcome of each call"
          checked={values.webhookEnabled}
          onChange={(event) => set({ webhookEnabled: event.target.checked })}
        />
        <div className="grid gap-3 sm:grid-cols-[1fr_7rem]">
          <Field
            label="Address"
            type="url"
            placeholder="https://crm.example.com/calls"
            required={values.webhookEnabled}
            value={values.webhookUrl ?? ""}
            problem={problemOf("webhookUrl")}
            onChange={(event) => set({ webhookUrl: event.target.value })}
          />
          <Select
            label="Method"
            value={values.webhookMethod}
            onChange={(webhookMethod) => set({ webhookMethod })}
            options={[
              { value: "POST", label: "POST" },
              { value: "PATCH", label: "PATCH" }
            ]}
          />
        </div>
        <div className="grid gap-3 sm:grid-cols-2">
          <Select
            label="Your system asks for"
            value={values.authType}
            onChange={(authType) => set({ authType })}
            options={[
              { value: "NONE", label: "Only our signature" },
              { value: "API_KEY", label: "An API key in a header" },
              { value: "BEARER", label: "A bearer token" }
            ]}
          />
          {values.authType === "API_KEY" && (
            <Field
              label="Header"
              required
              placeholder="x-api-key"
              value={values.authHeaderName ?? ""}
              problem={problemOf("authHeaderName")}
              onChange={(event) => set({ authHeaderName: event.target.value })}
            />
          )}
          {values.authType !== "NONE" && (
            <Field
              label={values.authType === "BEARER" ? "Token" : "API key"}
              type="password"
              autoComplete="off"
              hint={former.hasCredential ? "Stored; empty keeps it" : "Stored encrypted, and never shown"}
              value={credential}
              problem={problemOf("credential")}
              onChange={(event) => setCredential(event.target.value)}
            />
          )}
        </div>
        <Checkbox
          label="Send a link to the transcript with each call"
          checked={values.shareTranscript}
          onChange={(event) => set({ shareTranscript: event.target.checked })}
        />
        <Checkbox
          label="Send a link to the recording with each call"
          hint="Whoever has the link hears the call, without a key, for seven days"
          checked={values.shareRecording}
          onChange={(event) => set({ shareRecording: event.target.checked })}
        />
        <Checkbox
          label="Send the results of each call, with the words that show them"
          checked={values.sendResults}
          onChange={(event) => set({ sendResults: event.target.checked })}
        />
        <Checkbox
          label="Store the results of each campaign as a file when it ends"
          checked={values.csvAutoExport}
          onChange={(event) => set({ csvAutoExport: event.target.checked })}
        />
        <Contested fields={contested} />
        <Refusal failure={configure.error} fields={["webhookUrl", "authHeaderName", "credential"]} />
        {!isReadOnly && <SaveFooter busy={configure.isPending} />}
      </fieldset>
    </form>
  )
}
