import type { ReactNode } from "react"
import { placeholdersOf } from "../../../../src/domain/flows/placeholders.ts"
import type { TrialAbilities } from "../../../../src/domain/views/FlowTrial.ts"
import type { Answer } from "../../api/contract.ts"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Card } from "../../ui/Page.tsx"
import type { Person } from "./use-trial.ts"

interface TrialSetupProps {
  readonly flow: Pick<Answer<"GET", "/admin/v1/organizations/:id/flows/:flowId">, "initialPrompt" | "systemInstruction">
  /** Chooses between the draft and the published version, if there are both. */
  readonly version: ReactNode
  readonly abilities: TrialAbilities
  readonly person: Person
  readonly onChange: (person: Person) => void
  readonly isBusy: boolean
  readonly problem: string | undefined
  readonly onBegin: (byMicrophone: boolean) => void
}

/** Asks whom the agent speaks to, and whether the person speaks or types. */
export const TrialSetup = ({
  abilities,
  flow,
  isBusy,
  onBegin,
  onChange,
  person,
  problem,
  version
}: TrialSetupProps) => {
  const { hearsSpeech, speaks } = abilities
  const keys = placeholdersOf(flow.initialPrompt, flow.systemInstruction).filter((key) => key !== "name")
  return (
    <div className="grid gap-4 lg:grid-cols-[2fr_1fr]">
      <Card title="Whom the agent speaks to">
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            onBegin(false)
          }}
        >
          {version}
          <Field
            label="Name"
            value={person.name}
            maxLength={200}
            autoComplete="off"
            onChange={({ target }) => onChange({ ...person, name: target.value })}
          />
          {keys.map((key) => (
            <Field
              key={key}
              label={key}
              value={person.values[key] ?? ""}
              maxLength={2000}
              autoComplete="off"
              onChange={({ target }) => onChange({ ...person, values: { ...person.values, [key]: target.value } })}
            />
          ))}
          {problem !== undefined && (
            <p role="alert" className="text-bad">
              {problem}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" kind="primary" icon="edit" busy={isBusy}>
              Type to the agent
            </Button>
            <Button icon="microphone" busy={isBusy} disabled={!hearsSpeech} onClick={() => onBegin(true)}>
              Talk to the agent
            </Button>
          </div>
          {!hearsSpeech && (
            <Note>
              Talking needs a recognizer: no vendor of speech recognition has a key, and the stand-in understands no
              person. The recognition of browsers is not used, because it sends your voice to their makers.
            </Note>
          )}
          {!speaks && (
            <Note>No vendor of voices has a key, so your browser speaks the replies, if it has a voice for them.</Note>
          )}
        </form>
      </Card>
      <Card title="About a trial">
        <ul className="flex list-disc flex-col gap-1 pl-4 text-muted">
          <li>The agent hears, thinks and answers as in a call of this flow, with its knowledge base and its model.</li>
          <li>
            No number is dialed, and nothing is stored: no call, no label, no webhook, no entry in Do Not Contact.
          </li>
          <li>It lasts up to ten minutes. The security log notes who began it.</li>
          <li>The vendors of the flow bill for it as for a call.</li>
        </ul>
      </Card>
    </div>
  )
}

const Note = ({ children }: { readonly children: string }) => (
  <p className="flex items-start gap-2 text-muted text-sm">
    <span className="mt-0.5">
      <Icon name="info" size={16} />
    </span>
    <span>{children}</span>
  </p>
)
