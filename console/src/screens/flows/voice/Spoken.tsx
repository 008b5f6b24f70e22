import { fillPlaceholders, placeholdersOf } from "../../../../../src/domain/flows/placeholders.ts"
import type { Answer } from "../../../api/contract.ts"
import { useApi } from "../../../api/use-api.ts"
import { Sample } from "../../../app/Sample.tsx"
import type { FlowDraft } from "../flow-draft.ts"

type Contact = Answer<"GET", "/v1/contacts/:id">

interface SpokenProps {
  readonly text: string
  readonly draft: FlowDraft
  readonly isReadOnly: boolean
}

/** The opening as the latest contact that has a value for each of its placeholders would hear it. */
export const Spoken = ({ text, draft, isReadOnly }: SpokenProps) => {
  const contacts = useApi("/v1/contacts", { query: { limit: 100 } })
  const keys = placeholdersOf(text)
  const hasAll = (one: Contact) =>
    keys.every((key) => Object.hasOwn(one.metadata, key) || Boolean((one as unknown as Record<string, unknown>)[key]))
  const contact = contacts.data?.data.find(hasAll) ?? contacts.data?.data[0]
  if (contact === undefined || text.trim() === "") return null
  const spoken = fillPlaceholders(text, contact as never)
  return (
    <div className="flex flex-wrap items-start justify-between gap-2 rounded-lg bg-sunken p-3">
      <p className="min-w-48 flex-1">
        <span className="block text-muted text-xs">As {contact.name} would hear it</span>
        {spoken}
      </p>
      {!isReadOnly && (
        <Sample
          label="Hear the opening"
          words="Hear"
          of={{
            text: spoken.slice(0, 500),
            language: draft.language,
            ttsProvider: draft.ttsProvider,
            voiceGender: draft.voiceGender
          }}
        />
      )}
    </div>
  )
}
