import { Link, useParams } from "@tanstack/react-router"
import { useState } from "react"
import { useMay } from "../../api/session.ts"
import { useApi } from "../../api/use-api.ts"
import { Card, Page } from "../../ui/Page.tsx"
import { Select } from "../../ui/Select.tsx"
import { Forbidden, Read } from "../../ui/States.tsx"
import { TrialSetup } from "./TrialSetup.tsx"
import { TrialView } from "./TrialView.tsx"
import { type Beginning, useTrial } from "./use-trial.ts"

const path = "/admin/v1/organizations/:id/flows/:flowId"

/** A person talks to a flow in the browser, before any campaign uses it. */
export const TryScreen = () => {
  const { flowId } = useParams({ from: "/flows/$flowId/try" })
  const may = useMay("MEMBER")
  const flow = useApi(path, { params: { flowId } })
  const draft = useApi(`${path}/draft`, { params: { flowId } })
  const abilities = useApi(`${path}/trials`, { params: { flowId } })
  const trial = useTrial()
  const [person, setPerson] = useState<Beginning["person"]>({ name: "", values: {} })
  const [isPublished, setPublished] = useState(false)
  const [byMicrophone, setByMicrophone] = useState(false)
  const name = flow.data?.name ?? "Flow"
  return (
    <Page
      title={`Try ${name}`}
      above={
        <>
          <Link to="/flows" className="hover:underline">
            Flows
          </Link>{" "}
          /{" "}
          <Link to="/flows/$flowId" params={{ flowId }} className="hover:underline">
            {name}
          </Link>
        </>
      }
    >
      {may ? (
        <Read of={flow} lines={8}>
          {(published) => (
            <Read of={abilities} lines={8}>
              {(able) => {
                const hasDraft = draft.data !== undefined && draft.data.revision !== null
                const ofDraft = hasDraft && !isPublished
                const flow = ofDraft ? draft.data.flow : published
                const begin = (withMicrophone: boolean) => {
                  setByMicrophone(withMicrophone)
                  const { speaks } = able
                  const { language } = flow
                  void trial.begin({ flowId, language, ofDraft, person, byMicrophone: withMicrophone, speaks })
                }
                return trial.stage === "open" ? (
                  <TrialView trial={trial} byMicrophone={byMicrophone} onRestart={() => begin(byMicrophone)} />
                ) : (
                  <TrialSetup
                    flow={flow}
                    version={
                      hasDraft && (
                        <Select
                          label="Version"
                          value={ofDraft ? "draft" : "published"}
                          onChange={(chosen) => setPublished(chosen === "published")}
                          options={[
                            { value: "draft", label: "The saved draft" },
                            { value: "published", label: `Version ${published.version}, which is published` }
                          ]}
                        />
                      )
                    }
                    abilities={able}
                    person={person}
                    onChange={setPerson}
                    isBusy={trial.stage === "connecting"}
                    problem={trial.problem}
                    onBegin={begin}
                  />
                )
              }}
            </Read>
          )}
        </Read>
      ) : (
        <Card>
          <Forbidden>Members of the organization try flows.</Forbidden>
        </Card>
      )}
    </Page>
  )
}
