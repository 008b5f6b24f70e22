import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { UseCaseType } from "../../src/domain/campaigns/Campaign.ts"
import { byStandIn, callbackVariable, customLabel, labelsOf, talkOf, variable } from "../support/data/analysis.ts"

type UseCase = typeof UseCaseType.Type

const none: null = null

/** What the person says, after each of our lines where that matters, and what it comes to. */
const talks: Readonly<Record<UseCase, ReadonlyArray<readonly [label: string | null, ...said: ReadonlyArray<string>]>>> =
  {
    COLLECTIONS: [
      ["Do Not Call", "Stop calling me, I have told you before."],
      ["Do Not Call", "मुझे दोबारा कॉल मत करना।"],
      ["Do Not Call", "Mujhe call mat karo."],
      ["Wrong Number", "Sorry, you have the wrong number."],
      ["Wrong Number", "Galat number hai bhai."],
      ["Wrong Number", "यह गलत नंबर है।"],
      ["Callback Requested", "I am driving, please call me back in the evening."],
      ["Callback Requested", "Kal shaam 5 baje phone karna."],
      ["Callback Requested", "I'm busy.", "A: I understand. When may we call you back?", "Tomorrow at 5 pm."],
      ["Deceased", "I am sorry, my father passed away last month."],
      ["Deceased", "उनका देहांत हो गया है।"],
      ["Dispute or Fraud Claim", "I never took any loan from you."],
      ["Dispute or Fraud Claim", "This is a fraud."],
      ["Dispute or Fraud Claim", "मैंने कोई लोन नहीं लिया।"],
      ["Already Paid", "I have already paid it last week."],
      ["Already Paid", "Maine payment kar diya hai."],
      ["Already Paid", "मैंने भुगतान कर दिया है।"],
      ["Already Paid", "No, I paid on Monday."],
      ["Promise to Pay", "Okay, I will pay on Friday."],
      ["Promise to Pay", "A: Will you pay the instalment by Friday?", "Yes."],
      ["Promise to Pay", "Do not worry, I will pay tomorrow."],
      ["Promise to Pay", "Main kal payment kar dunga."],
      ["Promise to Pay", "मैं शुक्रवार को भुगतान कर दूंगा।"],
      ["Payment Plan Requested", "Can I pay it in parts?"],
      ["Payment Plan Requested", "Kya main kiston mein de sakta hoon?"],
      ["Hardship", "I lost my job in March."],
      ["Hardship", "मेरे पास पैसे नहीं हैं।"],
      ["Refused to Pay", "I will not pay a single rupee."],
      ["Refused to Pay", "Main nahi dunga."],
      ["Third Party Answered", "He is not at home, I am his wife."],
      ["Language Barrier", "I do not speak English."],
      [none, "I have not paid."],
      [none, "If I will pay, what happens then?"],
      [none, "Hmm."],
      ["Already Paid", "I am not interested.", "A: It is about your card.", "Oh, then I am interested."],
      [none, "A: Is there anything else you would like to know?", "No, goodbye."],
      [none, "A: Would you like to know anything else?", "No."]
    ],
    LEAD_QUALIFICATION: [
      ["Do Not Call", "Remove my number from your list."],
      ["Hot Lead", "Yes, sign me up."],
      ["Hot Lead", "जी, मुझे रुचि है।"],
      ["Hot Lead", "A: Would you like to hear about our offer?", "Yes, sure."],
      ["Needs Information", "Please send me the details on WhatsApp."],
      ["Needs Information", "मुझे जानकारी भेज दीजिए।"],
      ["Not Qualified", "I am a student."],
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
      ["Needs Clinician", "I have chest pain since the morning."],
      ["Needs Clinician", "Mujhe doctor se baat karni hai."],
      ["Booked", "Please book an appointment for me."],
      ["Booked", "A: Shall I book the slot on Monday?", "Yes, please do."],
      ["Booked", "अपॉइंटमेंट बुक कर दीजिए।"],
      ["Confirmed", "I will be there."],
      ["Confirmed", "A: Will you come on Monday?", "Haan ji."],
      ["Confirmed", "मैं आऊंगा।"],
      ["Rescheduled", "Can we move my appointment to Tuesday?"],
      ["Rescheduled", "Please reschedule it."],
      ["Cancelled", "Cancel my appointment."],
      ["Cancelled", "अपॉइंटमेंट कैंसल कर दीजिए।"],
      ["Undecided", "I am not sure yet."],
      ["Undecided", "Sochna padega."]
    ],
    CUSTOMER_SUPPORT: [
      ["Complaint", "This is the third time, and it is pathetic."],
      ["Complaint", "मुझे शिकायत करनी है।"],
      ["Escalation Needed", "I want to speak to a manager."],
      ["Escalation Needed", "Connect me to a human."],
      ["Resolved", "It is working now, thank you."],
      ["Resolved", "Haan, theek ho gaya."],
      ["Resolved", "A: Is your problem solved?", "Yes."],
      ["Satisfied", "I am very happy with your team."],
      ["Dissatisfied", "It is still not working."],
      ["Dissatisfied", "A: Are you satisfied with the answer?", "No."],
      ["Dissatisfied", "मैं खुश नहीं हूं।"]
    ],
    EDUTECH: [
      ["Demo or Visit Booked", "Yes, I want to attend the demo."],
      ["Demo or Visit Booked", "Demo book kar dijiye."],
      ["Fee Concern", "It is too expensive for us."],
      ["Fee Concern", "फीस बहुत ज्यादा है।"],
      ["Enrolled Elsewhere", "My son has already joined another school."],
      ["Enrolled Elsewhere", "Admission ho gaya hai."],
      ["Not Interested", "We are not interested."]
    ],
    CUSTOM: [
      ["Positive", "That sounds good."],
      ["Positive", "Haan, bataiye."],
      ["Neutral", "I do not know, maybe."],
      ["Neutral", "Pata nahi."],
      ["Negative", "No thank you."],
      ["Negative", "नहीं चाहिए।"],
      ["Callback Requested", "मुझे बाद में फोन कीजिए।"],
      [none, "The weather is nice."]
    ]
  }

// The lines of the ten, as the simulated line speaks them.
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

describe("the stand-in reads what was said", () => {
  for (const useCase of useCases) {
    it.effect(`in ${useCase}`, () =>
      Effect.gen(function* () {
        for (const [label, ...said] of talks[useCase]) {
          const { evidence, labelId, undetermined } = yield* byStandIn(talkOf(said, { labels: labelsOf(useCase) }))
          assert.strictEqual(labelId, label, `${said.join(" / ")}: ${evidence ?? undetermined}`)
        }
      })
    )

    it.effect(`of the ten persons in ${useCase}`, () =>
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
          const talked = talkOf(
            said.flatMap((line) => ["A: Hello, this is Acme. Would you like to hear about it?", line]),
            { labels, variables: [callbackVariable] }
          )
          const { callback, labelId } = yield* byStandIn(talked)
          assert.strictEqual(labelId, expected[digit], `digit ${digit}`)
          assert.deepStrictEqual(
            callback === null ? null : [callback.day, callback.time, callback.certain],
            digit === "5" ? [{ kind: "offset", days: 1 }, { hour: 4, minute: 0, meridiem: "PM" }, true] : null
          )
        }
      })
    )
  }

  it.effect("by a label's own name, where it is no usual one", () =>
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
        assert.strictEqual((yield* byStandIn(talkOf([said], { labels }))).labelId, label, said)
      }
    })
  )

  it.effect("by what labels mean, where they have other names", () =>
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
        assert.strictEqual((yield* byStandIn(talkOf([said], { labels }))).labelId, label, said)
      }
    })
  )

  it.effect("takes the first that fits, in the order of the campaign", () =>
    Effect.gen(function* () {
      const said = ["I have already paid half of it.", "A: And the rest?", "I will pay it on Friday."]
      const labels = labelsOf("COLLECTIONS")
      assert.strictEqual((yield* byStandIn(talkOf(said, { labels }))).labelId, "Already Paid")
      const otherWay = labels.map((label) => ({
        ...label,
        sortOrder: label.name === "Promise to Pay" ? -1 : label.sortOrder
      }))
      assert.strictEqual((yield* byStandIn(talkOf(said, { labels: otherWay }))).labelId, "Promise to Pay")
    })
  )

  it.effect("and fills in what was answered", () =>
    Effect.gen(function* () {
      const variables = [
        variable("amount", "NUMBER", "How much they will pay"),
        variable("isOwner", "BOOLEAN", "Whether they own the house"),
        variable("city", "STRING", "Where they live"),
        variable("dueDate", "DATE_TIME", "When they will pay"),
        variable("age", "NUMBER")
      ]
      const { variables: said } = yield* byStandIn(
        talkOf(
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
