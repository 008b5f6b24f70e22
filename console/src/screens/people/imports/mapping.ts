/** The fields of a contact that a column can become. */
export const contactFields = [
  { field: "name", label: "Name", names: /^(full |customer |contact )?name$/ },
  {
    field: "phoneNumber",
    label: "Phone number",
    names: /^(phone|mobile|telephone|tel|cell)( ?(number|no))?$|^number$/
  },
  { field: "language", label: "Language", names: /^(language|lang|locale)$/ },
  { field: "ageBand", label: "Age band", names: /^age ?band$/ },
  { field: "gender", label: "Gender", names: /^(gender|sex)$/ },
  { field: "cityTier", label: "City tier", names: /^city ?tier$/ },
  { field: "occupation", label: "Occupation", names: /^(occupation|job)$/ },
  { field: "incomeBand", label: "Income band", names: /^income ?band$/ },
  { field: "productType", label: "Product", names: /^product( ?type)?$/ }
] as const

/** A field of contacts; `metadata` keeps the column under its own name, and nothing leaves it out. */
export type Target = (typeof contactFields)[number]["field"] | "metadata" | ""

/** The columns of a file by their names. */
export type Targets = ReadonlyMap<string, Target>

/** Whether a column can be metadata: the service takes one with the name of a field for this field. */
export const canBeMetadata = (column: string): boolean =>
  column !== "" && !contactFields.some(({ field }) => field === column)

/** Guesses by the names of the columns. Each field is taken once. */
export const guessTargets = (columns: ReadonlyArray<string>): Targets => {
  const taken = new Set<Target>()
  return new Map(
    columns.map((column) => {
      const words = column
        .replace(/([a-z])([A-Z])/g, "$1 $2")
        .toLowerCase()
        .replace(/[\s_.-]+/g, " ")
        .trim()
      const found = contactFields.find(({ field, names }) => names.test(words) && !taken.has(field))?.field
      const target = found ?? (canBeMetadata(column) ? "metadata" : "")
      taken.add(target)
      return [column, target]
    })
  )
}

/** The fields that every contact needs and no column becomes. */
export const unchosenFields = (targets: Targets) =>
  contactFields.filter(({ field }) => (field === "name" || field === "phoneNumber") && !hasTarget(targets, field))

const hasTarget = (targets: Targets, field: Target) => [...targets.values()].includes(field)

/** Returns the mapping as the service takes it: the new name of each column, and an empty one to leave it out. */
export const mappingOf = (targets: Targets): string =>
  JSON.stringify(
    Object.fromEntries(Array.from(targets, ([column, target]) => [column, target === "metadata" ? column : target]))
  )
