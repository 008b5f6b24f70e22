import { type ReactNode, useState } from "react"
import { useApi } from "../api/use-api.ts"
import { SearchSelect } from "../ui/form/SearchSelect.tsx"
import { isolated, plural } from "../ui/words/format.ts"

interface ChoiceProps {
  readonly label?: string
  readonly hint?: ReactNode
  readonly value: string
  readonly onChange: (id: string) => void
  readonly placeholder?: string
  readonly problem?: string | undefined
  /** Shown while there is nothing to choose. */
  readonly none?: ReactNode
  /** Choices besides those of the service, such as all of them. */
  readonly others?: ReadonlyArray<{ readonly value: string; readonly label: string }>
}

/** Maximum number of choices that a list shows at once. */
const limit = 100

const queryOf = (search: string) => ({ limit, ...(search === "" ? {} : { search }) })
const keepsPrevious = { keepsPrevious: true } as const

/** Chooses one of the organization's audiences. */
export const AudienceChoice = ({ label = "Audience", ...props }: ChoiceProps) => {
  const [search, setSearch] = useState("")
  const found = useApi("/v1/audiences", { query: queryOf(search) }, { ...keepsPrevious, every: 5000 }).data
  const chosen = useApi("/v1/audiences/:id", { params: { id: props.value } }, { enabled: isUnlisted(props, found) })
  const choiceOf = ({ contactCount, id, name }: NonNullable<typeof chosen.data>) => ({
    value: id,
    label: `${isolated(name)} (${plural(contactCount, "contact")})`
  })
  return <Choice {...{ ...props, label, found, chosen: chosen.data, choiceOf, search, onSearch: setSearch }} />
}

/** Chooses one of the organization's flows. */
export const FlowChoice = ({ label = "Flow", ...props }: ChoiceProps) => {
  const [search, setSearch] = useState("")
  const found = useApi("/v1/flows", { query: queryOf(search) }, keepsPrevious).data
  const chosen = useApi("/v1/flows/:id", { params: { id: props.value } }, { enabled: isUnlisted(props, found) })
  const choiceOf = ({ id, language, name }: NonNullable<typeof chosen.data>) => ({
    value: id,
    label: `${isolated(name)} (${language})`
  })
  return <Choice {...{ ...props, label, found, chosen: chosen.data, choiceOf, search, onSearch: setSearch }} />
}

/** Chooses one of the organization's campaigns. */
export const CampaignChoice = ({ label = "Campaign", ...props }: ChoiceProps) => {
  const [search, setSearch] = useState("")
  const found = useApi("/v1/campaigns", { query: queryOf(search) }, keepsPrevious).data
  const chosen = useApi("/v1/campaigns/:id", { params: { id: props.value } }, { enabled: isUnlisted(props, found) })
  const choiceOf = ({ id, name }: NonNullable<typeof chosen.data>) => ({ value: id, label: name })
  return <Choice {...{ ...props, label, found, chosen: chosen.data, choiceOf, search, onSearch: setSearch }} />
}

interface Found<A> {
  readonly data: ReadonlyArray<A>
  readonly total: number
}

// The chosen item stays in the list although the search does not find it, so it is asked for by its id.
const isUnlisted = ({ others = [], value }: ChoiceProps, found: Found<{ readonly id: string }> | undefined) =>
  value !== "" &&
  !others.some((other) => other.value === value) &&
  found !== undefined &&
  !found.data.some(({ id }) => id === value)

interface InnerProps<A> extends ChoiceProps {
  readonly label: string
  readonly found: Found<A> | undefined
  readonly chosen: A | undefined
  readonly choiceOf: (one: A) => { readonly value: string; readonly label: string }
  readonly search: string
  readonly onSearch: (text: string) => void
}

const Choice = <A,>({ hint, none, others = [], found, chosen, choiceOf, search, ...select }: InnerProps<A>) => {
  const { data = [], total = 0 } = found ?? {}
  const isNone = found !== undefined && total === 0 && search === ""
  return (
    <SearchSelect
      {...select}
      hint={isNone ? none : hint}
      found={data.map(choiceOf)}
      total={total}
      always={[...others, ...(chosen === undefined ? [] : [choiceOf(chosen)])]}
      search={search}
    />
  )
}
