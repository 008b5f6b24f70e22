import { useState } from "react"
import { download } from "../../../api/download.ts"
import { urlOf } from "../../../api/request.ts"
import { Button } from "../../../ui/Button.tsx"
import { useToast } from "../../../ui/Toasts.tsx"

interface ExportContactProps {
  readonly contact: { readonly name: string; readonly phoneNumber: string }
}

/** Saves everything that is kept about a person, such as to answer their request for it. */
export const ExportContact = ({ contact: { name, phoneNumber } }: ExportContactProps) => {
  const toast = useToast()
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    await download(urlOf("/admin/v1/organizations/:id/contacts/export"), `${name}.tar`, { phoneNumber }).catch(
      toast.failed
    )
    setSaving(false)
  }
  return (
    <Button icon="download" busy={isSaving} onClick={() => void save()}>
      Export all data
    </Button>
  )
}
