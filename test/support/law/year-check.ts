import { isOfHours, type NaiveHistory, type NaiveRule, naiveProblem, naiveRules } from "./naive-law.ts"
import type { YearPerson } from "./people.ts"
import type { VirtualCall, VirtualCampaign, VirtualOrganization } from "./virtual-dialer.ts"

const minute = 60_000

/** The purposes of a use case, as docs/law.md names them. */
const purposeOf: Readonly<Record<string, string>> = {
  COLLECTIONS: "DEBT",
  LEAD_QUALIFICATION: "MARKETING",
  EDUTECH: "MARKETING",
  CUSTOM: "MARKETING",
  CUSTOMER_SUPPORT: "SERVICE",
  MEDICAL_BOOKING: "MEDICAL"
}

type Placed = VirtualCall & { readonly startedAt: number }

/** Checks all calls of an organization by the second reading, and returns what is wrong with them. */
export const problemsOf = (
  organization: VirtualOrganization,
  people: ReadonlyMap<string, YearPerson>,
  calls: ReadonlyArray<VirtualCall>
): ReadonlyArray<string> => {
  const placed = calls.filter((call): call is Placed => call.startedAt !== undefined)
  const byNumber = Map.groupBy(placed, ({ person }) => person.phoneNumber)
  const byCampaign = Map.groupBy(placed, ({ campaign }) => campaign)
  const busy = new Map([...byCampaign].map(([campaign, own]) => [campaign, busyMinutes(campaign, own)] as const))
  const openMinutes = new Map<string, Uint8Array>()
  const problems = [...byCampaign].flatMap(([campaign, own]) => capacityProblems(campaign, own))
  for (const call of calls) {
    const person = people.get(call.person.phoneNumber)
    if (person === undefined) throw new Error(`No person has the number ${call.person.phoneNumber}`)
    const toNumber = byNumber.get(person.phoneNumber) ?? []
    const history = historyOf(toNumber)
    const rules = rulesOf(organization, person, call)
    const what = () =>
      `${call.campaign.useCaseType} ${call.campaign.purpose ?? ""} ${JSON.stringify(person)} due ${iso(call.due)} ` +
      `priority ${call.priority} at ${call.startedAt === undefined ? "no time" : iso(call.startedAt)} ` +
      JSON.stringify(organization)
    if (call.startedAt !== undefined) {
      const problem =
        naiveProblem(rules, call.startedAt, history) ??
        (isWhereStated(person) ? naiveProblem(atHome(rules, person), call.startedAt, history) : undefined)
      if (problem !== undefined) problems.push(`against ${problem}: ${what()}`)
      if (call.startedAt < call.due) problems.push(`too early: ${what()}`)
      if (wasToldNever(toNumber, call.startedAt)) problems.push(`after an opt-out: ${what()}`)
    }
    const missed = firstMissed(call, rules, history, toNumber, busy.get(call.campaign), openMinutes)
    if (missed !== undefined) problems.push(`not called at ${iso(missed)}: ${what()}`)
  }
  return problems
}

const iso = (at: number) => new Date(at).toISOString()

const historyOf = (toNumber: ReadonlyArray<Placed>): NaiveHistory => {
  const talked = toNumber.filter(({ answer }) => answer?.outcome === "CONNECTED")
  const refused = talked.filter(({ answer }) => answer?.says === "no" || answer?.says === "never again")
  return {
    calls: toNumber.map(({ startedAt }) => startedAt),
    refusals: refused.map(({ endedAt }) => endedAt),
    conversations: talked.map(({ endedAt }) => endedAt)
  }
}

/** Every rule for a call: of the law, of the common hours, of the organization. */
const rulesOf = (
  organization: VirtualOrganization,
  person: YearPerson,
  { campaign, priority }: VirtualCall
): ReadonlyArray<NaiveRule> => {
  const { callingWindow, lawExceptions, maxCallsPerDay, maxCallsPerWeek, timezone } = organization
  const usual = purposeOf[campaign.useCaseType] ?? "none"
  const stated = campaign.purpose
  const purposes = stated === null ? [usual] : campaign.useCaseType === "CUSTOM" ? [stated] : [usual, stated]
  const excepted = lawExceptions.map(({ rule }) => rule)
  const fallback = campaign.timezone ?? callingWindow?.timezone ?? timezone
  const own = (name: string, says: string, zones: ReadonlyArray<string>) => ({ name, says, zones, holidays: [] })
  const names = ["", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  const open = callingWindow ?? { days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "21:00" }
  const window = open.days.map((day) => `${names[day]} ${open.start}-${open.end}`).join("; ")
  const dayZones = person.windowZones?.length === 1 ? person.windowZones : [fallback]
  const end = campaign.useCaseType === "COLLECTIONS" && person.country === "IN" ? "19:00" : "21:00"
  return [
    own("the common hours", `Mon-Sun 08:00-${end}`, zonesFor(person, fallback)),
    ...(priority === 1 && !campaign.retryWithinWindow
      ? []
      : [own("the window", window, person.windowZones ?? [fallback])]),
    ...naiveRules({ ...person, zones: zonesFor(person, fallback) }, purposes)
      .filter(({ name }) => !excepted.includes(name))
      // The person asked for this call.
      .filter(({ says }) => priority !== 0 || !says.endsWith("after a conversation")),
    ...(maxCallsPerDay > 0
      ? [own("the daily cap", `At most ${maxCallsPerDay} calls on a calendar day`, dayZones)]
      : []),
    ...(maxCallsPerWeek > 0 ? [own("the weekly cap", `At most ${maxCallsPerWeek} calls in 7 days`, ["UTC"])] : [])
  ]
}

const zonesFor = ({ zones }: YearPerson, fallback: string) => (zones.length === 0 ? [fallback] : zones)

const isWhereStated = ({ home, stated, zones }: YearPerson) =>
  zones.length > 0 && (stated === undefined || stated === home)

/** The rules of the law at the place where the person really is. */
const atHome = (rules: ReadonlyArray<NaiveRule>, { home }: YearPerson) =>
  rules.filter(({ name }) => /^[A-Z]|common/.test(name)).map((rule) => ({ ...rule, zones: [home] }))

const wasToldNever = (toNumber: ReadonlyArray<Placed>, at: number) =>
  toNumber.some(({ answer, endedAt }) => answer?.says === "never again" && endedAt < at)

/** The first whole minute of the wait in which the person could have been called, and the campaign had room. */
const firstMissed = (
  call: VirtualCall,
  rules: ReadonlyArray<NaiveRule>,
  history: NaiveHistory,
  toNumber: ReadonlyArray<Placed>,
  busy: ReadonlySet<number> | undefined,
  openMinutes: Map<string, Uint8Array>
): number | undefined => {
  const until = call.startedAt ?? call.endedAt
  const hours = rules.filter(isOfHours).flatMap((rule) => rule.zones.map((zone) => hoursIn(rule, zone, openMinutes)))
  const others = rules.filter((rule) => !isOfHours(rule))
  const isOpen = (at: number) => hours.every((isOpenAt) => isOpenAt(at))
  for (let at = Math.ceil(call.due / minute) * minute; at + minute <= until; at += minute) {
    if (!isOpen(at) || busy?.has(at / minute) || naiveProblem(others, at, history) !== undefined) continue
    // A number with a live call is looked at again every ten seconds.
    const isLive = toNumber.some(({ endedAt, startedAt }) => startedAt < at + minute && at < endedAt + 10_000)
    if (!isLive) return at
  }
  return undefined
}

/** Whether hours are open in a zone. The answer for each minute is found once: many people have the same hours. */
const hoursIn = (rule: NaiveRule, zone: string, openMinutes: Map<string, Uint8Array>) => {
  const key = [rule.says, ...rule.holidays, zone].join()
  const known = openMinutes.get(key) ?? new Uint8Array(500 * 1440)
  openMinutes.set(key, known)
  const single = [{ ...rule, zones: [zone] }]
  return (at: number) => {
    const index = (at - firstMinute) / minute
    if (known[index] === 0) known[index] = naiveProblem(single, at, noCalls) === undefined ? 1 : 2
    return known[index] === 1
  }
}

const noCalls: NaiveHistory = { calls: [], conversations: [], refusals: [] }

const firstMinute = Date.parse("2027-06-01T00:00Z")

/** The minutes in which the campaign was kept from starting a call by its pace or by its live calls. */
const busyMinutes = ({ callsPerMinute, maxConcurrentCalls }: VirtualCampaign, calls: ReadonlyArray<Placed>) => {
  const busy = new Set<number>()
  const mark = (from: number, to: number) => {
    for (let index = Math.floor(from / minute); index <= Math.floor(to / minute); index++) busy.add(index)
  }
  for (const { startedAt } of calls) mark(startedAt, startedAt + 61_000 / callsPerMinute)
  const changes = calls
    .flatMap(({ endedAt, startedAt }) => [[startedAt, 1] as const, [endedAt, -1] as const])
    .sort(([one, up], [other, down]) => one - other || up - down)
  let live = 0
  for (const [index, [at, change]] of changes.entries()) {
    live += change
    if (live >= maxConcurrentCalls) mark(at, changes[index + 1]?.[0] ?? at)
  }
  return busy
}

const capacityProblems = (campaign: VirtualCampaign, calls: ReadonlyArray<Placed>): ReadonlyArray<string> => {
  const { callsPerMinute, endAt, maxConcurrentCalls, maxRetries } = campaign
  const starts = calls.map(({ startedAt }) => startedAt).sort((one, other) => one - other)
  const tooFast = starts.find(
    (start, index) => (starts[index + callsPerMinute] ?? Number.POSITIVE_INFINITY) - start < minute
  )
  const tooMany = calls.find(
    ({ startedAt }) =>
      calls.filter((other) => other.startedAt <= startedAt && startedAt < other.endedAt).length > maxConcurrentCalls
  )
  const tooLate = calls.find(({ startedAt }) => startedAt >= endAt)
  const tooOften = [...Map.groupBy(calls, ({ person }) => person).values()].find(
    (own) => own.filter(({ priority }) => priority !== 0).length > 1 + maxRetries
  )
  return [
    ...(tooFast === undefined ? [] : [`more than ${callsPerMinute} a minute from ${iso(tooFast)}`]),
    ...(tooMany === undefined ? [] : [`more than ${maxConcurrentCalls} live at ${iso(tooMany.startedAt)}`]),
    ...(tooLate === undefined ? [] : [`after the end of the campaign at ${iso(tooLate.startedAt)}`]),
    ...(tooOften === undefined ? [] : [`more than ${maxRetries} retries to ${tooOften[0]?.person.phoneNumber}`])
  ]
}
