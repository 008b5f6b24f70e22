import {
  type Action,
  type Answer,
  actions,
  type Finding,
  type Found,
  type Label,
  type Outcome,
  outcomes,
  type Settings
} from "./dialing-model.ts"

/** The commands of a walk. A share from 0 to 1 selects one of the objects that exist at the time. */
export type Command =
  | { readonly do: "create"; readonly settings: Settings }
  | {
      readonly do: "start" | "startScheduled" | "pause" | "resume" | "cancel" | "takeOver" | "turn" | "staleTurn"
      readonly campaign: number
    }
  | {
      readonly do: "pace"
      readonly campaign: number
      readonly change: Partial<Pick<Settings, "callsPerMinute" | "maxConcurrentCalls">>
    }
  | { readonly do: "policy"; readonly campaign: number; readonly change: PolicyChange }
  | {
      readonly do: "rule"
      readonly campaign: number
      readonly label: Label
      readonly action: Action | null
      readonly delay: number | null
    }
  | { readonly do: "failures"; readonly campaign: number; readonly count: number; readonly failed: number }
  | { readonly do: "answer"; readonly attempt: number; readonly answer: Answer; readonly waitMillis: number }
  | { readonly do: "word"; readonly attempt: number; readonly kind: "placed" | "ringing" | "answered" }
  | { readonly do: "ended"; readonly attempt: number; readonly outcome: Outcome; readonly seconds: number }
  | { readonly do: "talked"; readonly attempt: number; readonly seconds: number }
  | { readonly do: "says"; readonly attempt: number; readonly what: "word" | "optOut" }
  | { readonly do: "lookUp"; readonly attempt: number; readonly found: Found }
  | { readonly do: "strangerEnded" }
  | { readonly do: "tag"; readonly attempt: number; readonly finding: Finding }
  | { readonly do: "giveUp" }
  | { readonly do: "fulfil" | "restore"; readonly call: number }
  | { readonly do: "addDnc" | "removeDnc"; readonly number: number }
  | { readonly do: "deleteContact"; readonly contact: number }
  | { readonly do: "changeNumber"; readonly contact: number; readonly number: number }
  | { readonly do: "cap"; readonly perDay: number; readonly perWeek: number }
  | { readonly do: "quota"; readonly left: number }
  | { readonly do: "window"; readonly opensInMinutes: number | null; readonly minutes: number }
  | { readonly do: "pass"; readonly millis: number }

type PolicyChange = Partial<Settings["policy"]> & { readonly endsInMinutes?: number | null }

const minute = 60_000

/** Returns a number of commands; the first ones create objects to act on. */
export const randomCommands = (random: () => number, count: number): ReadonlyArray<Command> => {
  const { command, create, promising } = makeChoices(random)
  const beginning: ReadonlyArray<Command> = [
    create(),
    { do: "start", campaign: 0 },
    // Most conversations lead to another call.
    ...(random() < 0.5 ? [{ do: "rule", campaign: 0, label: "Neutral", action: "RETRY", delay: 1 } as const] : []),
    ...(random() < 0.4 ? promising() : []),
    ...(random() < 0.5 ? [create(), { do: "start", campaign: 0.99 } as const] : [])
  ]
  return [...beginning, ...Array.from({ length: count }, command)]
}

const makeChoices = (random: () => number) => {
  const one = <const A>(...items: ReadonlyArray<A>): A => items[Math.floor(random() * items.length)]!
  const maybe = <A>(share: number, item: () => A) => (random() < share ? item() : undefined)
  const seconds = () => one(0, 3, 9, 10, 12, 59, 60, 61, 200)
  const delay = () => one(30, 60, 90)
  const ended = (): Found => ({ outcome: one(...carrierOutcomes), seconds: seconds() })
  const carrierOutcomes = outcomes.filter((outcome) => outcome !== "TIMEOUT" && outcome !== "DISPATCH_UNKNOWN")

  const found = [null, "Neutral", "Neutral", "Neutral", "Positive", "Negative", "Do Not Call"] as const
  const callbacks: ReadonlyArray<Finding["callback"]> = [null, null, "unsure", 20, 20, 120]

  // India's days.
  const promised = () => {
    const days = one(null, 0, 1, 2, 2, 3, 8, 61)
    return days === null
      ? null
      : new Date(Date.now() + 330 * minute + days * 24 * 60 * minute).toISOString().slice(0, 10)
  }

  const create = (): Command => ({
    do: "create",
    settings: {
      callsPerMinute: one(1, 6, 60, 1000, 1000),
      maxConcurrentCalls: one(1, 2, 5, 100),
      callTimeoutMinutes: one(1, 3, 5),
      scheduledInMinutes: one(null, null, null, -5, 5, 90),
      endsInMinutes: one(null, null, null, -1, 45, 200, 2000),
      policy: {
        maxRetries: one(0, 1, 2, 3),
        retryDelayMinutes: delay(),
        retryDelaysMinutes: one([], [], [30, 90], [60, 30, 60]),
        retryWithinWindow: one(true, true, false)
      }
    }
  })
  const policyChange = (): PolicyChange => {
    const [maxRetries, retryDelayMinutes] = [maybe(0.5, () => one(0, 1, 2, 3)), maybe(0.4, delay)]
    const retryDelaysMinutes = maybe(0.4, () => one([], [90, 30]))
    const endsInMinutes = maybe(0.5, () => one(null, -1, 20, 90))
    return {
      ...(maxRetries !== undefined && { maxRetries }),
      ...(retryDelayMinutes !== undefined && { retryDelayMinutes }),
      ...(retryDelaysMinutes !== undefined && { retryDelaysMinutes }),
      ...(endsInMinutes !== undefined && { endsInMinutes })
    }
  }

  /** A conversation in which the person promises something, and most often the day of its reminder. */
  const promising = (): ReadonlyArray<Command> => [
    { do: "rule", campaign: 0, label: "Neutral", action: "COMMITMENT_REMINDER", delay: null },
    { do: "turn", campaign: 0 },
    { do: "answer", attempt: 0, answer: "placed", waitMillis: 0 },
    { do: "talked", attempt: 0, seconds: 60 },
    { do: "tag", attempt: 0, finding: { label: "Neutral", callback: null, promise: promised() } },
    ...(random() < 0.7
      ? ([
          { do: "pass", millis: one(240, 1500, 2880, 11_520) * minute },
          { do: "turn", campaign: 0 }
        ] as const)
      : [])
  ]

  const choices: ReadonlyArray<readonly [weight: number, make: () => Command]> = [
    [2, create],
    [3, () => ({ do: "start", campaign: random() })],
    [1, () => ({ do: "startScheduled", campaign: random() })],
    [1.5, () => ({ do: "pause", campaign: random() })],
    [3, () => ({ do: "resume", campaign: random() })],
    [0.7, () => ({ do: "cancel", campaign: random() })],
    [1.5, () => ({ do: "takeOver", campaign: random() })],
    [32, () => ({ do: "turn", campaign: random() })],
    [1, () => ({ do: "staleTurn", campaign: random() })],
    [
      2,
      () => ({
        ...{ do: "pace", campaign: random() },
        change: one({ callsPerMinute: one(1, 6, 60, 1000) }, { maxConcurrentCalls: one(1, 2, 5, 100) }, {})
      })
    ],
    [1.5, () => ({ do: "policy", campaign: random(), change: policyChange() })],
    [
      4,
      () => ({
        ...{ do: "rule", campaign: random(), label: one("Not Reachable", "Neutral", "Positive", "Negative") },
        ...{ action: one(null, ...actions), delay: one(null, 1, 45) }
      })
    ],
    [2, () => ({ do: "failures", campaign: random(), count: one(10, 19, 25), failed: one(5, 12, 19) })],
    [
      12,
      () => ({
        do: "answer",
        attempt: random(),
        answer: one("placed", "placed", "placed", "busy", "busy", "invalid", "refused", "noWord"),
        waitMillis: one(0, 1_000, 60_000)
      })
    ],
    [5, () => ({ do: "word", attempt: random(), kind: one("placed", "ringing", "answered") })],
    [
      16,
      () => ({ do: "ended", attempt: random(), outcome: one(...carrierOutcomes, "CARRIER_ERROR"), seconds: seconds() })
    ],
    [14, () => ({ do: "talked", attempt: random(), seconds: seconds() })],
    [4, () => ({ do: "says", attempt: random(), what: one("word", "optOut") })],
    [5, () => ({ do: "lookUp", attempt: random(), found: one("notPlaced", "noWord", "ringing", "answered", ended()) })],
    [0.3, () => ({ do: "strangerEnded" })],
    [
      14,
      () => ({
        do: "tag",
        attempt: random(),
        finding: { label: one(...found), callback: one(...callbacks), promise: promised() }
      })
    ],
    [2, () => ({ do: "giveUp" })],
    [2, () => ({ do: "fulfil", call: random() })],
    [3, () => ({ do: "restore", call: random() })],
    [3, () => ({ do: "addDnc", number: random() })],
    [2.5, () => ({ do: "removeDnc", number: random() })],
    [0.7, () => ({ do: "deleteContact", contact: random() })],
    [4, () => ({ do: "changeNumber", contact: random(), number: random() })],
    [1.2, () => ({ do: "cap", perDay: one(0, 0, 1, 2, 3), perWeek: one(0, 0, 1, 3, 5) })],
    [1.2, () => ({ do: "quota", left: one(0, 1, 2, 6, 1000, 1000, 1000) })],
    [1.2, () => ({ do: "window", opensInMinutes: one(null, null, -60, -600, 120, 400), minutes: one(90, 240, 900) })],
    [14, () => ({ do: "pass", millis: one(1_000, 6_000, 20_000, minute, minute, 6 * minute, 11 * minute) })],
    [7, () => ({ do: "pass", millis: one(35, 61, 95, 240, 1500, 5000, 11_520) * minute })]
  ]
  const total = choices.reduce((sum, [weight]) => sum + weight, 0)
  const command = (): Command => {
    let place = random() * total
    for (const [weight, make] of choices) {
      place -= weight
      if (place < 0) return make()
    }
    return create()
  }
  return { command, create, promising }
}
