import { describe, expect, test } from "vitest"
import { asksToHold, machineOf } from "../../../src/media/machines/machine-words.ts"

describe("words that ask to wait", () => {
  test.each([
    "One moment, please.",
    "Hang on a sec.",
    "I'll get my wife.",
    "Okay, let me go and get him.",
    "I'll put her on.",
    "Let me see if she's in.",
    "Moment bitte, ich hole meinen Mann.",
    "Ich hol ihn mal.",
    "Ich gebe Ihnen mal meine Frau.",
    "Voy a llamar a mi esposa.",
    "Se lo paso.",
    "Je vais chercher ma femme.",
    "Je vous la passe.",
    "मैं अपनी पत्नी को बुलाता हूँ।",
    "Main unko phone deta hoon."
  ])("are understood: %s", (words) => {
    expect(asksToHold(words)).toBe(true)
  })

  test.each([
    "Yes, I have a minute.",
    "I've only got a second.",
    "Ja, ich habe einen Moment.",
    "Sí, tengo un momento.",
    "Oui, j'ai une minute.",
    "I'll take it.",
    "I'll get it done tomorrow.",
    "My wife is not here.",
    "Meine Frau holt es ab.",
    "Mi esposa no está.",
    "हाँ, बोलिए।"
  ])("are not seen where a person says: %s", (words) => {
    expect(asksToHold(words)).toBe(false)
  })
})

describe("a message for a relative", () => {
  test("is that of a person, also while it is being recognized", () => {
    const words = "Please leave a message with my wife, she knows about it."
    for (let length = 1; length <= words.length; length++)
      expect(machineOf(words.slice(0, length), length === words.length), words.slice(0, length)).toBeUndefined()
    for (const ending of ["", ".", " after the tone.", " at the beep", " with the tone"])
      expect(machineOf(`Please leave a message${ending}`), ending).toBe("VOICEMAIL")
    expect(machineOf("Please leave a message after the", false)).toBe("VOICEMAIL")
  })
})

describe("a missed call", () => {
  test.each([
    "Sorry I missed your call, please leave a message.",
    "I'm sorry I missed your call. Leave your name and number.",
    "Sorry we missed your call. We will get back to you as soon as we can.",
    "Hey, it's Jack, sorry I missed your call, I'll call you back."
  ])("is that of a mailbox: %s", (words) => {
    expect(machineOf(words)).toBe("VOICEMAIL")
  })

  test.each([
    "Hello? Sorry, I missed your call earlier.",
    "Sorry I missed your call.",
    "I think I missed your call yesterday, what is it about?"
  ])("is that of a person: %s", (words) => {
    expect(machineOf(words)).toBeUndefined()
    expect(machineOf(words, false)).toBeUndefined()
  })
})
