import { Cause, Effect, Queue, type Scope, Stream } from "effect"
import { CurrentUsageMeter, charactersOf } from "../contract/CurrentUsageMeter.ts"
import { ProviderFailure } from "../contract/ProviderFailure.ts"
import type { SpokenTime, Voice } from "../contract/TextToSpeech.ts"
import { openSocket, type ProviderSocket, type SocketAddress, type VendorAccount } from "./ProviderSocket.ts"
import { makeWordTimes, type SpokenWord } from "./word-times.ts"

/** How a vendor speaks over a websocket. Calls share the sockets; each text is a context of its own. */
export interface VoiceProtocol extends SocketAddress {
  /** The model that the vendor bills. */
  readonly model: string
  /** Messages to send first. */
  readonly begin?: ReadonlyArray<string>
  /** Maximum number of texts that one socket speaks at a time. With one, messages need not name their context. */
  readonly maxContexts: number
  /** Number of texts after which a socket is replaced; undefined if the vendor sets no limit. */
  readonly maxTexts?: number
  /** Returns the messages that request a text. */
  readonly speak: (context: string, text: string) => ReadonlyArray<string>
  /** Returns the messages that end a text once it sounds, for a vendor that drops a text which was ended too soon. */
  readonly finish?: (context: string) => ReadonlyArray<string>
  /**
   * Returns the messages that stop a text, which the vendor confirms by `isStopped` or, if it names the context, by
   * `isDone`; undefined if only closing the socket stops it.
   */
  readonly cancel: (context: string) => ReadonlyArray<string> | undefined
  /** The last message, with which the vendor's bill ends. */
  readonly farewell?: string
  /** Reads a message; binary ones are audio of the only context. */
  readonly read: (message: string | Uint8Array) => ReadonlyArray<VoiceMessage>
}

/** How a vendor speaks in a voice. */
export type VoiceAdapter = (account: VendorAccount, voice: Voice) => VoiceProtocol

/** News of a context; without one it concerns all contexts of the socket. */
export interface VoiceMessage {
  readonly context?: string | undefined
  readonly audio?: Uint8Array
  readonly times?: ReadonlyArray<SpokenTime>
  /** The times of words, from vendors that do not report those of characters. */
  readonly words?: ReadonlyArray<SpokenWord>
  /** The text is complete. */
  readonly isDone?: boolean
  /** The text was stopped as requested; no more of it follows. */
  readonly isStopped?: boolean
  readonly failure?: ProviderFailure
}

/** A piece of a text's audio. */
export interface SpokenPiece {
  readonly audio: Uint8Array
  readonly times?: ReadonlyArray<SpokenTime>
}

/** The sockets of the node to voices. */
export interface VoiceSockets {
  /** Speaks a text. Interruption stops the provider's work. */
  readonly speak: (protocol: VoiceProtocol, text: string) => Stream.Stream<SpokenPiece, ProviderFailure>
}

/** Makes the sockets of the node; they close with the scope, or when they are not used. */
export const makeVoiceSockets: Effect.Effect<VoiceSockets, never, Scope.Scope> = Effect.gen(function* () {
  const sockets = new Map<string, Set<SharedSocket>>()
  let contexts = 0
  let isOpen = true

  const open = (key: string, protocol: VoiceProtocol): SharedSocket => {
    const shared: SharedSocket = {
      socket: openSocket(protocol, {
        onText: (message) => read(shared, message),
        onBinary: (message) => read(shared, message),
        onLost: (failure) => lose(shared, failure)
      }),
      key,
      protocol,
      texts: new Map(),
      textCount: 0,
      isSpent: false,
      hasSpoken: false,
      idle: undefined
    }
    for (const message of protocol.begin ?? []) shared.socket.send(message)
    const others = sockets.get(key) ?? new Set()
    sockets.set(key, others.add(shared))
    return shared
  }

  const forget = (shared: SharedSocket) => {
    clearTimeout(shared.idle)
    const others = sockets.get(shared.key)
    others?.delete(shared)
    if (others?.size === 0) sockets.delete(shared.key)
  }

  const close = (shared: SharedSocket) => {
    forget(shared)
    for (const text of shared.texts.values()) clearTimeout(text.timer)
    shared.socket.close(shared.protocol.farewell)
  }

  /** Takes a place at the socket that has the most texts, so that others become idle. */
  const placeAt = (protocol: VoiceProtocol): SharedSocket => {
    const key = JSON.stringify([protocol.url, protocol.headers, protocol.begin])
    const free = [...(sockets.get(key) ?? [])].filter(
      (shared) => shared.texts.size < protocol.maxContexts && !shared.isSpent
    )
    const [fullest] = free.sort((one, other) => other.texts.size - one.texts.size)
    return fullest ?? open(key, protocol)
  }

  const begin = (text: SpokenText) => {
    const shared = placeAt(text.protocol)
    clearTimeout(shared.idle)
    text.at = shared
    text.isFinished = false
    text.isRepeatable = shared.hasSpoken
    shared.texts.set(text.context, text)
    shared.textCount++
    shared.isSpent ||= shared.textCount >= (text.protocol.maxTexts ?? Number.POSITIVE_INFINITY)
    for (const message of text.protocol.speak(text.context, text.text)) shared.socket.send(message, text.count)
    if (text.protocol.finish !== undefined) text.timer = setTimeout(() => finish(text), soundlessMillis).unref()
  }

  const finish = (text: SpokenText) => {
    if (text.isFinished) return
    text.isFinished = true
    clearTimeout(text.timer)
    for (const message of text.protocol.finish?.(text.context) ?? []) text.at?.socket.send(message)
  }

  const end = (text: SpokenText, cause: Cause.Cause<ProviderFailure | Cause.Done>) => {
    // First, because the reader continues at once, and may request its next text.
    leave(text)
    Queue.failCauseUnsafe(text.pieces, cause)
  }

  const leave = (text: SpokenText) => {
    const shared = text.at
    text.at = undefined
    clearTimeout(text.timer)
    if (shared === undefined || !shared.texts.delete(text.context) || shared.texts.size > 0) return
    if (shared.isSpent) close(shared)
    else shared.idle = setTimeout(() => close(shared), idleMillis).unref()
  }

  const read = (shared: SharedSocket, message: string | Uint8Array) => {
    let news: ReadonlyArray<VoiceMessage>
    try {
      news = shared.protocol.read(message)
    } catch {
      news = [{ failure: failureOf(shared.protocol, "an unreadable message") }]
    }
    for (const one of news) {
      const text = one.context === undefined ? undefined : shared.texts.get(one.context)
      const texts = one.context === undefined ? [...shared.texts.values()] : text === undefined ? [] : [text]
      for (const each of texts) take(each, one)
    }
  }

  const take = (text: SpokenText, { audio, failure, isDone, isStopped, words, ...message }: VoiceMessage) => {
    if (text.isStopped) {
      // Where no context is named, the end of a text may cross the request to stop it, which is still to be confirmed.
      if (failure !== undefined || isStopped || (isDone && text.protocol.maxContexts > 1)) leave(text)
      return
    }
    if (failure !== undefined) return fail(text, failure)
    const sounds = (audio?.length ?? 0) > 0
    if (sounds) finish(text)
    const times = message.times ?? (words && text.timesOf(words))
    if (sounds || times !== undefined) {
      if (text.at !== undefined) text.at.hasSpoken = true
      text.isRepeatable = false
      Queue.offerUnsafe(text.pieces, { audio: audio ?? nothing, ...(times !== undefined && { times }) })
    }
    if (isDone) end(text, Cause.fail(Cause.Done()))
  }

  const fail = (text: SpokenText, failure: ProviderFailure) => {
    // More audio of the text may follow, and nothing would distinguish it from the audio of the next one.
    const { at } = text
    leave(text)
    if (at !== undefined && text.protocol.maxContexts === 1) close(at)
    end(text, Cause.fail(failure))
  }

  const lose = (shared: SharedSocket, failure: ProviderFailure) => {
    forget(shared)
    for (const text of [...shared.texts.values()]) {
      shared.texts.delete(text.context)
      text.at = undefined
      clearTimeout(text.timer)
      if (text.isStopped) continue
      // A provider may close an idle socket at the moment in which it is used again.
      if (text.isRepeatable && isOpen) begin(text)
      else end(text, Cause.fail(failure))
    }
  }

  const stop = (text: SpokenText) => {
    const shared = text.at
    if (shared === undefined || !isOpen) return
    const messages = shared.protocol.cancel(text.context)
    if (messages === undefined) return close(shared)
    for (const message of messages) shared.socket.send(message)
    // The text keeps its place until the vendor confirms: it may still send audio, and counts it as underway.
    text.isStopped = true
    const giveUp = () => {
      if (text.protocol.maxContexts === 1) return close(shared)
      // The vendor may count it for long, and would refuse one text more than it allows.
      shared.isSpent = true
      leave(text)
    }
    clearTimeout(text.timer)
    text.timer = setTimeout(giveUp, stoppingMillis).unref()
  }

  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      isOpen = false
      for (const others of [...sockets.values()]) for (const shared of [...others]) close(shared)
    })
  )

  return {
    speak: (protocol, text) =>
      Stream.unwrap(
        Effect.gen(function* () {
          const pieces = yield* Queue.unbounded<SpokenPiece, ProviderFailure | Cause.Done>()
          const context = `c${++contexts}`
          const meter = yield* CurrentUsageMeter
          let isCounted = false
          // The messages of a text, and those that repeat it on another socket, are billed once.
          const count = () => {
            if (isCounted) return
            isCounted = true
            const { model, provider } = protocol
            meter.add({ kind: "voice", vendor: provider, model, quantity: charactersOf(text) })
          }
          const spoken: SpokenText = {
            protocol,
            context,
            text,
            count,
            pieces,
            timesOf: makeWordTimes(text),
            at: undefined,
            isFinished: false,
            isRepeatable: false,
            isStopped: false,
            timer: undefined
          }
          yield* Effect.acquireRelease(
            Effect.sync(() => begin(spoken)),
            () => Effect.sync(() => stop(spoken))
          )
          return Stream.fromQueue(pieces)
        })
      )
  }
})

interface SharedSocket {
  readonly socket: ProviderSocket
  readonly key: string
  readonly protocol: VoiceProtocol
  readonly texts: Map<string, SpokenText>
  /** Number of texts that were requested. */
  textCount: number
  /** Whether it takes no more texts, and closes after the last one. */
  isSpent: boolean
  /** Whether it has produced audio, so that its loss is no failure of the provider. */
  hasSpoken: boolean
  idle: NodeJS.Timeout | undefined
}

interface SpokenText {
  readonly protocol: VoiceProtocol
  readonly context: string
  readonly text: string
  /** Counts the text as sent. */
  readonly count: () => void
  readonly pieces: Queue.Queue<SpokenPiece, ProviderFailure | Cause.Done>
  readonly timesOf: ReturnType<typeof makeWordTimes>
  at: SharedSocket | undefined
  /** Whether its end was asked for. */
  isFinished: boolean
  /** Whether another socket may speak it: it has not sounded yet, and its socket was in use before. */
  isRepeatable: boolean
  /** The vendor was asked to stop it. */
  isStopped: boolean
  /** Ends a text that does not sound, and later the wait for the vendor to stop it. */
  timer: NodeJS.Timeout | undefined
}

/** Time after which an unused socket is closed, ms. */
const idleMillis = 60_000

/** Time after which the end of a text without a sound is asked for, ms: longer than a slow voice takes to begin. */
const soundlessMillis = 3_000

/** Time in which a vendor confirms that a text was stopped, ms. */
const stoppingMillis = 2_000

const nothing = new Uint8Array()

const failureOf = ({ provider }: VoiceProtocol, reason: string) =>
  new ProviderFailure({ provider, reason, retryable: true })
