import { useState } from "react"
import { useChange } from "../../../api/use-api.ts"
import { AudienceChoice } from "../../../app/choices.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Refusal } from "../../../ui/form/Refusal.tsx"
import { useToast } from "../../../ui/Toasts.tsx"

interface AddToAudienceProps {
  readonly contactIds: ReadonlyArray<string>
  readonly onCancel: () => void
  readonly onDone: () => void
}

/** Adds contacts to an audience. */
export const AddToAudience = ({ contactIds, onCancel, onDone }: AddToAudienceProps) => {
  const toast = useToast()
  const add = useChange("POST", "/v1/contacts/add-to-audience", { refreshes: ["/v1/audiences"] })
  const [audienceId, setAudienceId] = useState("")
  return (
    <>
      <AudienceChoice
        placeholder="Choose"
        none="There is no audience yet. Create one under People, Audiences."
        value={audienceId}
        onChange={setAudienceId}
      />
      <Refusal failure={add.error} />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          kind="primary"
          disabled={audienceId === ""}
          busy={add.isPending}
          onClick={() =>
            add.mutate(
              { body: { audienceId, contactIds } },
              {
                onSuccess: ({ name }) => {
                  toast.done(
                    contactIds.length === 1 ? `Added to ${name}` : `${contactIds.length} contacts added to ${name}`
                  )
                  onDone()
                }
              }
            )
          }
        >
          Add
        </Button>
      </div>
    </>
  )
}
