import { Schema } from "effect"

/** The end of a call with a machine, beside the outcome of the attempt. With the last two, a person came after it. */
export const MachineDetail = Schema.Literals([
  "MESSAGE_LEFT",
  "MESSAGE_MAY_BE_LEFT",
  "NO_MESSAGE",
  "VOICE_MENU",
  "SCREENED",
  "REACHED_BY_MENU",
  "REACHED_BY_SCREENING"
]).annotate({
  description:
    "MESSAGE_LEFT: the whole message was left on a voicemail. MESSAGE_MAY_BE_LEFT: the message had begun when the service lost the call. NO_MESSAGE: a voicemail, and none or only a part. VOICE_MENU: the menu did not lead to a person. SCREENED: an assistant asked who is calling, and no person came. REACHED_BY_MENU, REACHED_BY_SCREENING: a person came after it"
})
export type MachineDetail = typeof MachineDetail.Type

/** The machine that a conversation found, and what showed it. */
export const MachineRecord = Schema.Struct({
  detail: MachineDetail,
  signs: Schema.Array(
    Schema.Struct({
      kind: Schema.Literals(["WORDS", "BEEP", "CARRIER"]),
      machine: Schema.Literals(["VOICEMAIL", "SCREENING", "MENU"]),
      atMs: Schema.Int.annotate({ description: "Milliseconds since the audio of the call began" })
    })
  ).annotate({ description: "The signs of the machine, in order: its words, a beep, or the carrier's detection" }),
  isFinal: Schema.Boolean.annotate({
    description: "Whether the person is not called again because of it, by the settings of the flow"
  })
}).annotate({ identifier: "MachineRecord" })
export type MachineRecord = typeof MachineRecord.Type

/** Whether no person came to the phone. */
export const isUnattended = ({ detail }: MachineRecord): boolean =>
  detail !== "REACHED_BY_MENU" && detail !== "REACHED_BY_SCREENING"
