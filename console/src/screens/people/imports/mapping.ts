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

/** Guesses by the names of the columns. Each field is taken once. */
export const guessMapping = (columns: ReadonlyArray<string>): ReadonlyArray<Target> => {
  const taken = new Set<Target>()
  return columns.map((column) => {
    const words = column
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .replace(/[\s_.-]+/g, " ")
      .trim()
    if (words === "") return ""
    const found = contactFields.find(({ field, names }) => names.test(words) && !taken.has(field))?.field ?? "metadata"
    taken.add(found)
    return found
  })
}

/** Returns why a mapping cannot be used; undefined if it can. */
export const mappingProblem = (columns: ReadonlyArray<string>, mapping: ReadonlyArray<Target>): string | undefined => {
  for (const { field, label } of contactFields) {
    const count = mapping.filter((target) => target === field).length
    if (count > 1) return `Two columns are ${label}. Choose one of them.`
    if (count === 0 && (field === "name" || field === "phoneNumber"))
      return `Choose the column with the ${label.toLowerCase()}.`
  }
  const names = columns.filter((_, index) => mapping[index] === "metadata").map((name) => name.trim())
  const double = names.find((name, index) => names.indexOf(name) !== index)
  if (double !== undefined) return `Two columns are called “${double}”. Leave one of them out.`
  const fields: ReadonlyArray<string> = contactFields.map(({ field }) => field)
  const reserved = names.find((name) => fields.includes(name))
  return reserved === undefined ? undefined : `“${reserved}” is a field of contacts and cannot be metadata.`
}

/** Returns a file as the service takes it: the chosen columns under the names of their fields. */
export const mapped = (
  rows: ReadonlyArray<ReadonlyArray<string>>,
  mapping: ReadonlyArray<Target>
): ReadonlyArray<ReadonlyArray<string>> => {
  const [columns = [], ...others] = rows
  const kept = mapping.flatMap((target, index) => (target === "" ? [] : [{ target, index }]))
  return [
    kept.map(({ index, target }) => (target === "metadata" ? (columns[index] ?? "").trim() : target)),
    ...others.map((row) =>
      kept.map(({ index, target }) => (target === "phoneNumber" ? phoneOf(row[index] ?? "") : (row[index] ?? "")))
    )
  ]
}

/** Leaves out what people write into numbers to read them better. */
export const phoneOf = (text: string): string => {
  const digits = text
    .trim()
    .replace(/^'(?=\+)/, "")
    .replace(/[\s().\u00a0/-]/g, "")
  return digits.replace(/^00(?=[1-9])/, "+")
}

/** Returns why the service would reject a row; undefined if nothing is wrong that can be seen here. */
export const rowProblem = (row: ReadonlyArray<string>, mapping: ReadonlyArray<Target>): string | undefined => {
  const name = row[mapping.indexOf("name")] ?? ""
  const phone = phoneOf(row[mapping.indexOf("phoneNumber")] ?? "")
  if (name.trim() === "") return "has no name"
  if (phone === "") return "has no phone number"
  return /^\+[1-9][0-9]{6,14}$/.test(phone) ? undefined : "has a number without country code, or none at all"
}
