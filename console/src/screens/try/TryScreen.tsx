import { Link, useParams } from "@tanstack/react-router"
import { useState } from "react"
import { useMay } from "../../api/session.ts"
import { useApi } from "../../api/use-api.ts"
import { Card, Page } from "../../ui/Page.tsx"
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
  const abilities = useApi(`${path}/trials`, { params: { flowId } })
  const trial = useTrial()
  const [person, setPerson] = useState<Beginning["person"]>({ name: "", values: {} })
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
          {(shown) => (
            <Read of={abilities} lines={8}>
              {(able) => {
                const begin = (withMicrophone: boolean) => {
                  setByMicrophone(withMicrophone)
                  const { language } = shown
                  void trial.begin({ flowId, language, person, byMicrophone: withMicrophone, speaks: able.speaks })
                }
                return trial.stage === "open" ? (
                  <TrialView trial={trial} byMicrophone={byMicrophone} onRestart={() => begin(byMicrophone)} />
                ) : (
                  <TrialSetup
                    flow={shown}
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
