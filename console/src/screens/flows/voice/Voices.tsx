import type { Answer, Body } from "../../../api/contract.ts"
import { useMay } from "../../../api/session.ts"
import { useApi, useReplace } from "../../../api/use-api.ts"
import { Sample } from "../../../app/Sample.tsx"
import { Badge } from "../../../ui/Badge.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Empty, Read } from "../../../ui/States.tsx"
import { useToast } from "../../../ui/Toasts.tsx"
import { languageName } from "../../../ui/words/language-name.ts"
import type { FlowDraft } from "../flow-draft.ts"

type Voice = Answer<"GET", "/admin/v1/organizations/:id/voices">["data"][number]
type Profile = Answer<"GET", "/admin/v1/organizations/:id/speech-profile">

const path = "/admin/v1/organizations/:id/speech-profile"

/** Most voices of one kind that a speech profile may name. */
const most = 10

/** Lists the voices for the language of the flow. An admin makes one the first choice, for all flows of its kind. */
export const Voices = ({ draft }: { readonly draft: FlowDraft }) => {
  const toast = useToast()
  const may = useMay("ADMIN")
  const voices = useApi("/admin/v1/organizations/:id/voices", { query: { language: draft.language } })
  const profile = useApi(path, {})
  const put = useReplace(path, (latest, voice: Voice) => withVoice(latest, draft, voice))
  const first = profile.data?.voices[draft.language]?.[draft.ttsProvider]?.find(
    ({ gender }) => gender === undefined || gender === draft.voiceGender
  )
  const choose = (voice: Voice) =>
    put.mutate(voice, {
      onSuccess: () => toast.done(`${voice.name} speaks first in ${languageName(draft.language)}`),
      onError: (failure) => toast.failed(failure)
    })
  return (
    <Read of={voices}>
      {({ data, problems }) => (
        <>
          {problems.map(({ message, vendor }) => (
            <p key={vendor} role="status" className="text-warn">
              {vendor}: {message}
            </p>
          ))}
          {data.length === 0 ? (
            <Empty icon="live" title={`No voice is listed for ${languageName(draft.language)}`}>
              Calls speak with what is built in. With the key of a vendor of voices, its voices appear here.
            </Empty>
          ) : (
            <ul className="divide-y divide-line">
              {data.map((voice) => {
                const { gender, name, vendor, voiceId } = voice
                const isFirst = first?.vendor === vendor && first.voiceId === voiceId
                return (
                  <li key={`${vendor}/${voiceId}`} className="flex flex-wrap items-center gap-2 py-2">
                    <div className="min-w-40 flex-1">
                      <p className="font-medium">{name}</p>
                      <p className="text-muted text-xs">{[vendor, gender?.toLowerCase()].filter(Boolean).join(", ")}</p>
                    </div>
                    {isFirst && <Badge tone="accent">First choice</Badge>}
                    <Sample
                      label={`Hear ${name}`}
                      of={{ ...wantedOf(draft), vendor, voiceId, text: draft.initialPrompt.slice(0, 300) || "Hello." }}
                    />
                    {may && !isFirst && profile.data !== undefined && (
                      <Button small busy={put.isPending} onClick={() => choose(voice)}>
                        Use first
                      </Button>
                    )}
                  </li>
                )
              })}
            </ul>
          )}
        </>
      )}
    </Read>
  )
}

const wantedOf = ({ language, ttsProvider, voiceGender }: FlowDraft) => ({ language, ttsProvider, voiceGender })

/** Returns the profile with a voice before the others of its language and kind. */
const withVoice = (
  { ears, onlyListed, voices }: Profile,
  { language, ttsProvider, voiceGender }: FlowDraft,
  { vendor, voiceId }: Voice
): Body<"PUT", typeof path> => {
  const former = voices[language]?.[ttsProvider] ?? []
  const others = former.filter(
    (one) => !(one.vendor === vendor && one.voiceId === voiceId && one.gender === voiceGender)
  )
  const list = [{ vendor, voiceId, gender: voiceGender }, ...others].slice(0, most)
  return { ears, onlyListed, voices: { ...voices, [language]: { ...voices[language], [ttsProvider]: list } } }
}
