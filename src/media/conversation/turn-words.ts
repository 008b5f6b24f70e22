import { isBareOptOut, type Languages } from "../opt-out/opt-out.ts"
import { type InterruptionWords, interruptionWordsOf } from "../turns/barge-in.ts"
import { type Turn, textOf } from "../turns/endpointing.ts"
import { askedOften } from "./asked-often.ts"
import type { Conversation } from "./conversation-state.ts"

/** Returns how the words of the open turn count as an interruption. */
export const interruptionWords = ({ settings, turn }: Conversation): InterruptionWords =>
  interruptionIn(turn, settings.languages)

/** Whether the open turn is a bare "stop", which may go on as "stop, wait a second". */
export const isBareStop = ({ settings, turn }: Conversation): boolean => isBareOptOutIn(turn, settings.languages)

const interruptionIn = askedOften((turn: Turn, languages: Languages) => interruptionWordsOf(textOf(turn), languages))
const isBareOptOutIn = askedOften((turn: Turn, languages: Languages) => isBareOptOut(textOf(turn), languages))
