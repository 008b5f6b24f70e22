import { answerKey, readsComplete, textOf } from "../turns/endpointing.ts"
import {
  type Conversation,
  type ConversationStep,
  hasWords,
  type SpokenMessage,
  step,
  unheardUntil
} from "./conversation-state.ts"
import { closeTurn } from "./conversation-turns.ts"
import { interruptionWords, isBareStop } from "./turn-words.ts"

/**
 * Prepares the reply to a turn that has probably ended, so that it can sound sooner. Nothing of it is played or
 * recorded, and none of its tools takes effect, unless the turn ends with exactly these words.
 */
export const prepare = (state: Conversation): ConversationStep => {
  if (!mayPrepare(state)) return step(state)
  const messages = messagesToAnswer(closeTurn(state, "answered"), state.unanswered)
  const preparation: Preparation = {
    id: state.preparationCount + 1,
    words: answerKey(textOf(state.turn), state.settings.asksIdentity),
    messages
  }
  return step(
    { ...state, preparation, preparationCount: preparation.id },
    { do: "prepare", preparation: preparation.id, messages }
  )
}

/** Prepares the reply when the words are stable and read complete. */
export const prepareIfComplete = (state: Conversation): ConversationStep =>
  readsComplete(state.turn) ? prepare(state) : step(state)

const mayPrepare = (state: Conversation) => {
  const { discardedCount, ending, mustRepeatOpening, preparation, reply, replyCount } = state
  if (reply !== undefined || replyCount === 0 || ending !== undefined || mustRepeatOpening) return false
  if (state.machine !== undefined) return false
  if (!hasWords(state) || preparation !== undefined || discardedCount >= maxDiscarded) return false
  // An opt-out is answered at once, and needs no model.
  if (interruptionWords(state).kind === "opt-out" || isBareStop(state)) return false
  return unheardUntil(state) <= state.now
}

/** Maximum number of preparations of one turn that are discarded: they cost money, too. */
const maxDiscarded = 2

/** Discards the preparation once other words came, or something else is said. */
export const discardIfStale = (state: Conversation): ConversationStep => {
  const { ending, phase, preparation, reply, settings, turn } = state
  if (preparation === undefined) return step(state)
  const isCurrent = answerKey(textOf(turn), settings.asksIdentity) === preparation.words
  return isCurrent && reply === undefined && ending === undefined && phase !== "ended" ? step(state) : discard(state)
}

/** Discards the preparation, if there is one. */
export const discard = (state: Conversation): ConversationStep => {
  const { discardedCount, preparation } = state
  if (preparation === undefined) return step(state)
  return step(
    { ...state, preparation: undefined, discardedCount: discardedCount + 1 },
    { do: "discard", preparation: preparation.id }
  )
}

/** Returns the preparation of a reply to these messages, if there is one. */
export const preparationFor = (
  { preparation, settings }: Conversation,
  messages: ReadonlyArray<SpokenMessage>
): Preparation | undefined =>
  preparation !== undefined && areSame(preparation.messages, messages, settings.asksIdentity) ? preparation : undefined

/** Returns the transcript for the model. The messages to answer come last, even if a reply began after them. */
export const messagesToAnswer = (
  { closed, transcript }: Conversation,
  unanswered: SpokenMessage | undefined
): ReadonlyArray<SpokenMessage> => {
  const last = [unanswered, closed?.message].filter((line) => line !== undefined)
  return [...transcript.filter((line) => !last.includes(line)), ...new Set(last)]
}

type Preparation = NonNullable<Conversation["preparation"]>

/** Whether two transcripts get the same answer. */
const areSame = (
  some: ReadonlyArray<SpokenMessage>,
  others: ReadonlyArray<SpokenMessage>,
  asksIdentity: boolean | undefined
) =>
  some.length === others.length &&
  some.every((one, index) => {
    const other = others[index]
    if (other === one) return true
    if (other?.role !== one.role || other.interrupted !== one.interrupted) return false
    return answerKey(other.text, asksIdentity) === answerKey(one.text, asksIdentity)
  })
