import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { UseCaseType } from "../../src/domain/campaigns/Campaign.ts"
import {
  byStandIn,
  callbackVariable,
  conversationOf,
  customLabel,
  labelsOf,
  variable
} from "../support/data/analysis.ts"

type UseCase = typeof UseCaseType.Type

const none: null = null

/** Conversations and the label that each gets; lines of the agent begin with "A: ". */
const conversations: Partial<
  Readonly<Record<UseCase, ReadonlyArray<readonly [label: string | null, ...lines: ReadonlyArray<string>]>>>
> = {
  COLLECTIONS: [
    ["Do Not Call", "Stop calling me, I have told you before."],
    ["Do Not Call", "मुझे दोबारा कॉल मत करना।"],
    ["Do Not Call", "Mujhe call mat karo."],
    ["Wrong Number", "Sorry, you have the wrong number."],
    ["Wrong Number", "Galat number hai bhai."],
    ["Callback Requested", "I am driving, please call me back in the evening."],
    ["Callback Requested", "Kal shaam 5 baje phone karna."],
    ["Callback Requested", "I'm busy.", "A: I understand. When may we call you back?", "Tomorrow at 5 pm."],
    ["Already Paid", "I have already paid it last week."],
    ["Already Paid", "I am not interested.", "A: It is about your card.", "Oh, then I am interested."],
    [none, "I have not paid."],
    [none, "If I am interested, what happens then?"],
    [none, "Hmm."],
    [none, "A: Is there anything else you would like to know?", "No, goodbye."]
  ],
  LEAD_QUALIFICATION: [
    ["Do Not Call", "Remove my number from your list."],
    ["Hot Lead", "Yes, sign me up."],
    ["Hot Lead", "जी, मुझे रुचि है।"],
    ["Hot Lead", "A: Would you like to hear about our offer?", "Yes, sure."],
    ["Needs Information", "I need more information."],
    ["Not Interested", "I do not want it."],
    ["Not Interested", "मुझे नहीं चाहिए।"],
    ["Not Interested", "Mujhe interest nahi hai."],
    ["Not Interested", "A: Would you like to hear about our offer?", "No."],
    ["Hot Lead", "No, I am not interested.", "A: It is free.", "Oh. Then yes, I am interested."],
    ["Not Interested", "Yes, I am interested.", "A: It costs ten thousand.", "Then I am not interested."],
    [none, "Maybe, I have to think about it."],
    [none, "A: Am I speaking with Asha?", "Yes."]
  ],
  MEDICAL_BOOKING: [
    ["Booked", "Please book it for me."],
    ["Rescheduled", "Please reschedule it."],
    ["Cancelled", "No, I do not need it."]
  ]
}

// The lines of the simulated people by the last digit of their number.
const personas: Readonly<Record<string, ReadonlyArray<string>>> = {
  0: ["Hello?", "Yes, I am interested. Please go ahead.", "Thank you, goodbye."],
  1: ["Hello?", "No, I am not interested, thank you.", "Goodbye."],
  5: ["Hello?", "Can you call me back tomorrow at 4 pm?", "Thanks, until tomorrow. Goodbye."],
  6: ["Hello?", "Please do not call me again.", "Goodbye."],
  7: ["Hello?", "What are your opening hours?", "I see. Yes, I am interested.", "Thank you, goodbye."],
  8: ["Hello?", "Sorry to interrupt you, I am not interested.", "Goodbye."],
  9: ["Hello?", "Hello? Are you there?"]
}

const refusals: Readonly<Record<UseCase, string>> = {
  COLLECTIONS: "Refused to Pay",
  LEAD_QUALIFICATION: "Not Interested",
  MEDICAL_BOOKING: "Cancelled",
  CUSTOMER_SUPPORT: "Dissatisfied",
  EDUTECH: "Not Interested",
  CUSTOM: "Negative"
}

const useCases = UseCaseType.literals

describe("the stand-in's analysis", () => {
  it.effect("chooses a label by what the person says, in English, Hindi and Hinglish", () =>
    Effect.gen(function* () {
      for (const useCase of useCases) {
        for (const [label, ...lines] of conversations[useCase] ?? []) {
          const { evidence, labelId, undetermined } = yield* byStandIn(
            conversationOf(lines, { labels: labelsOf(useCase) })
          )
          assert.strictEqual(labelId, label, `${lines.join(" / ")}: ${evidence ?? undetermined}`)
        }
      }
    })
  )

  for (const useCase of useCases) {
    it.effect(`finds label and callback of every simulated person in a campaign of ${useCase}`, () =>
      Effect.gen(function* () {
        const labels = labelsOf(useCase)
        const positive = labels.find(({ isPositive }) => isPositive)!.name
        const expected: Readonly<Record<string, string | null>> = {
          0: positive,
          1: refusals[useCase],
          5: "Callback Requested",
          6: "Do Not Call",
          7: positive,
          8: refusals[useCase],
          9: null
        }
        for (const [digit, said] of Object.entries(personas)) {
          const conversation = conversationOf(
            said.flatMap((line) => ["A: Hello, this is Acme. Would you like to hear about it?", line]),
            { labels, variables: [callbackVariable] }
          )
          const { callback, labelId } = yield* byStandIn(conversation)
          assert.strictEqual(labelId, expected[digit], `digit ${digit}`)
          assert.deepStrictEqual(
            callback === null ? null : [callback.day, callback.time, callback.certain],
            digit === "5" ? [{ kind: "offset", days: 1 }, { hour: 4, minute: 0, meridiem: "PM" }, true] : null
          )
        }
      })
    )
  }

  it.effect("chooses a label with a custom name when the person uses its words", () =>
    Effect.gen(function* () {
      const labels = [
        ...labelsOf("CUSTOM"),
        customLabel("Wants Brochure", 20),
        customLabel("Not Available", 21),
        customLabel("दुकान बंद", 22)
      ]
      for (const [label, said] of [
        ["Wants Brochure", "My wife wants the brochure."],
        ["Not Available", "She is not available."],
        [null, "She is available."],
        ["दुकान बंद", "हमारी दुकान बंद है।"]
      ] as const) {
        assert.strictEqual((yield* byStandIn(conversationOf([said], { labels }))).labelId, label, said)
      }
    })
  )

  it.effect("chooses a renamed label by what it stops", () =>
    Effect.gen(function* () {
      const renamed = new Map([
        ["Do Not Call", "Ruhe"],
        ["Wrong Number", "Falsch verbunden"],
        ["Positive", "Gut"],
        ["Negative", "Schlecht"]
      ])
      const labels = labelsOf("CUSTOM").map((label) => ({ ...label, name: renamed.get(label.name) ?? label.name }))
      for (const [label, said] of [
        ["Do Not Call", "Please do not call me again."],
        ["Wrong Number", "Wrong number."],
        ["Positive", "I am interested."],
        ["Negative", "I am not interested."]
      ] as const) {
        assert.strictEqual((yield* byStandIn(conversationOf([said], { labels }))).labelId, label, said)
      }
    })
  )

  it.effect("chooses the first fitting label in the order of the campaign", () =>
    Effect.gen(function* () {
      const lines = ["I have already paid.", "A: I see.", "And it is a wrong number."]
      const labels = labelsOf("COLLECTIONS")
      assert.strictEqual((yield* byStandIn(conversationOf(lines, { labels }))).labelId, "Wrong Number")
      const reordered = labels.map((label) => ({
        ...label,
        sortOrder: label.name === "Already Paid" ? -1 : label.sortOrder
      }))
      assert.strictEqual((yield* byStandIn(conversationOf(lines, { labels: reordered }))).labelId, "Already Paid")
    })
  )

  it.effect("fills the variables from the answers to the agent's questions", () =>
    Effect.gen(function* () {
      const variables = [
        variable("amount", "NUMBER", "How much they will pay"),
        variable("isOwner", "BOOLEAN", "Whether they own the house"),
        variable("city", "STRING", "Where they live"),
        variable("dueDate", "DATE_TIME", "When they will pay"),
        variable("age", "NUMBER")
      ]
      const { variables: said } = yield* byStandIn(
        conversationOf(
          [
            "A: Which amount can you pay?",
            "I will pay 2 lakh.",
            "A: Are you the owner of it?",
            "Haan, ji.",
            "A: In which city do you live?",
            "Pune",
            "A: And the due date?",
            "2026-12-24, I think."
          ],
          { variables }
        )
      )
      assert.deepStrictEqual(said, { amount: 200_000, isOwner: true, city: "Pune", dueDate: "2026-12-24" })
    })
  )
})
