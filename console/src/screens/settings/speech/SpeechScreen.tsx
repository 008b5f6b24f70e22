import { useMay } from "../../../api/session.ts"
import { useApi } from "../../../api/use-api.ts"
import { Card } from "../../../ui/Page.tsx"
import { Read } from "../../../ui/States.tsx"
import { CallsDoctor } from "../CallsDoctor.tsx"
import { SettingsPage } from "../SettingsPage.tsx"
import { SpeechForm } from "./SpeechForm.tsx"
import { SpeechKeys } from "./SpeechKeys.tsx"
import { path } from "./speech-profile.ts"
import { VoiceBrowser } from "./VoiceBrowser.tsx"

/** The vendors that hear and speak in the calls of the organization, in which order, and by which keys. */
export const SpeechScreen = () => {
  const may = useMay("ADMIN")
  const profile = useApi(path, {})
  return (
    <SettingsPage>
      <Read of={profile} lines={10}>
        {(found) => (
          <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
            <SpeechForm profile={found} isReadOnly={!may} />
            <div className="flex min-w-0 flex-col gap-4">
              <Card title="Keys of vendors">
                <SpeechKeys profile={found} isReadOnly={!may} />
              </Card>
              <Card title="Voices">
                <VoiceBrowser />
              </Card>
              <CallsDoctor />
            </div>
          </div>
        )}
      </Read>
    </SettingsPage>
  )
}
