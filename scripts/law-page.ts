import { laws } from "../src/domain/law/all-laws.ts"
import { countryWithoutEntry } from "../src/domain/law/common.ts"
import { checked, everyPurpose, type Holidays, type LawOfCountry } from "../src/domain/law/Law.ts"
import type { LawRule } from "../src/domain/law/LawRule.ts"
import { placesOf, rulesOf } from "../src/domain/law/rules-in-words.ts"

/** Returns docs/law.md, which a compliance officer checks line by line. */
export const lawPage = (): string =>
  `${[
    introduction,
    ...[...laws].sort((one, other) => (one.name < other.name ? -1 : 1)).map(section),
    section(countryWithoutEntry)
  ].join("\n\n")}\n`

const introduction = `# The rules of countries

[//]: # (Written by \`npm run law\` from src/domain/law. Change the data, not this page.)

This page shows every rule by which the dialer decides when and how often a number may be called, as
of ${checked}. It is generated from the data that the dialer uses.

**It is no legal advice, and it is not complete.** Have counsel check each line that matters to you
against its source. \`high\` means that the wording of a statute is known; \`medium\` that the rule is
known, but not its exact section, wording or scope; \`low\` that the line is a code of an industry,
custom or a cautious reading.

## How the rules apply

- The rules apply with a real carrier, unless \`complianceProfile\` of the organization is \`NONE\`.
  With the simulated carrier they apply if it is \`LAW\`.
- They only narrow: a call must also be within the organization's calling window and within the
  common hours, 08:00 to 21:00 on each day, and 08:00 to 19:00 for \`COLLECTIONS\` in India.
- The purpose follows from the use case of the campaign: \`COLLECTIONS\` is \`DEBT\`,
  \`LEAD_QUALIFICATION\`, \`EDUTECH\` and \`CUSTOM\` are \`MARKETING\`, \`CUSTOMER_SUPPORT\` is \`SERVICE\` and
  \`MEDICAL_BOOKING\` is \`MEDICAL\`. An admin may state a purpose, which adds its rules; that of a
  \`CUSTOM\` campaign replaces \`MARKETING\`.
- A fixed line is where its area code is. The owner of any other number may be anywhere in the
  country, so the hours must be open in all of its time zones. If the contact's \`timezone\` is one of
  the country, it counts instead, together with the zone of the area code if the number has one.
- A rule of a state applies to the numbers with its area codes, beside those of the country.
- An admin may except a rule for an organization, with a reason. Rule, reason and person are in the
  security log. Nothing else widens a rule: no field of a contact, no column of a file, no setting
  of a campaign.
- \`call explain\`, the API and the console name the rule for which a call waits.

## What the product does not do

- It does not know consent-dependent exceptions: where the law allows more with consent, the
  narrower rule applies until an admin excepts it.
- It does not know the holidays of regions and towns, holidays that a government moves or adds, and
  the time bands that a person registered.
- It does not enforce the duties listed as *Duty*. They are for your script and your contracts.
- It counts calls of one organization. Calls by your other dialers, and messages, are not counted.
- It does not decide whether a text is marketing: the use case says so.`

const section = (law: LawOfCountry) => {
  const parts = placesOf(law).flatMap(([place, rules]) => [
    ...("areaCodes" in rules
      ? [`### ${rules.name} (${place})`, wrapped(`Area codes: ${String(rules.areaCodes).split(" ").join(", ")}.`)]
      : []),
    table(rulesOf(place, rules)),
    ...(rules.holidays === undefined ? [] : [wrapped(`Public holidays: ${holidaysIn(rules.holidays)}.`)])
  ])
  return [`## ${law.name} (${law.country})`, ...parts, ...(law.remarks ?? []).map(wrapped)].join("\n\n")
}

const table = (rules: ReadonlyArray<LawRule>) =>
  [
    "| Rule | Purpose | What it says | Source | Confidence | Checked |",
    "|---|---|---|---|---|---|",
    ...rules.map(({ checked, confidence, kind, name, note, purposes, says, source }) => {
      const purpose = purposes.length === everyPurpose.length ? "all" : purposes.join(", ").toLowerCase()
      const what = [kind === "DUTY" ? `*Duty*: ${says}` : says, ...(note === null ? [] : [note])].join(". ")
      return `| ${[`\`${name}\``, purpose, what, source, confidence, checked].join(" | ")} |`
    })
  ].join("\n")

const holidaysIn = (holidays: Holidays) =>
  Object.entries(holidays)
    .map(([name, dates]) => `${name} (${dates})`)
    .join(", ")

/** Breaks a paragraph into lines of at most 100 characters. */
const wrapped = (paragraph: string) => {
  const lines: Array<string> = []
  for (const word of paragraph.split(" ")) {
    const line = lines.at(-1)
    if (line === undefined || line.length + word.length >= 100) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines.join("\n")
}
