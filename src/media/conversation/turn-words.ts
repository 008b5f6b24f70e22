import { isBareOptOut, type Languages } from "../opt-out/opt-out.ts"
import { interruptionWordsOf } from "../turns/barge-in.ts"
import { type Turn, textOf } from "../turns/endpointing.ts"
import type { Conversation } from "./conversation-state.ts"

/** Finds something out about the words of an open turn. Rules ask at every event, so the answer is kept for each turn. */
const askedOften = <A>(find: (text: string, languages: Languages) => A) => {
  const found = new WeakMap<Turn, A>()
  return ({ settings, turn }: Pick<Conversation, "settings" | "turn">): A => {
    const answer = found.get(turn) ?? find(textOf(turn), settings.languages)
    found.set(turn, answer)
    return answer
  }
}

/** Returns how the words of the open turn count as an interruption. */
export const interruptionWords = askedOften(interruptionWordsOf)

/** Whether the open turn is a bare "stop", which may go on as "stop, wait a second". */
export const isBareStop = askedOften(isBareOptOut)
