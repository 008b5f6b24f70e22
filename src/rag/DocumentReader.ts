import { Context, Effect, Layer, Option, Schema, Semaphore, type Stream } from "effect"
import type { DocumentType } from "../domain/knowledge/KnowledgeBase.ts"
import { type ProcessEnd, runConfined } from "./reading-process.ts"

/**
 * The reason why a document cannot be read, for the person who uploaded it: a sentence that says
 * what to do.
 */
export class UnreadableDocument extends Schema.TaggedError<UnreadableDocument>()("UnreadableDocument", {
  reason: Schema.String
}) {}

/**
 * Splits a document into the chunks that are searched. A separate process reads it, because a
 * document may be hostile.
 */
export class DocumentReader extends Context.Service<
  DocumentReader,
  {
    /**
     * Returns the texts of the chunks, in order; at least one. Fails with the problem of the
     * document; dies when the document could not be read for other reasons, such as a lack of memory on
     * the machine.
     */
    readonly read: <E>(document: {
      readonly type: DocumentType
      readonly content: Stream.Stream<Uint8Array, E>
    }) => Effect.Effect<ReadonlyArray<string>, UnreadableDocument | E>
  }
>()("carillon/rag/DocumentReader") {
  /** Reads one document at a time, which limits the load on the node. */
  static readonly layer = Layer.effect(
    DocumentReader,
    Effect.gen(function* () {
      const oneAtATime = yield* Semaphore.make(1)
      return DocumentReader.of({ read: (document) => oneAtATime.withPermits(1)(read(document)) })
    })
  )
}

const script = new URL("./text/read-document.ts", import.meta.url)
const code = ["./", "../../node_modules/", "../../package.json"].map((path) => new URL(path, import.meta.url))
// On a busy machine, a document may wait long for its CPU time: that alone must not make it unreadable.
const limits = { seconds: 600, cpuSeconds: 60, megabytes: 400, outputMegabytes: 32 }

const read = Effect.fn("DocumentReader.read")(function* <E>(document: {
  readonly type: DocumentType
  readonly content: Stream.Stream<Uint8Array, E>
}) {
  const chunks: Array<string> = []
  let last: Last | undefined
  const ending = yield* runConfined({ script, argument: document.type, code, limits }, document.content, (text) => {
    const line = Option.getOrUndefined(decodeLine(text))
    if (typeof line === "string") chunks.push(line)
    else last = line
  })
  if (ending.end !== "exit") return yield* unreadable(reasons[ending.end])
  if (last === undefined) return yield* withoutAnswer(ending)
  if ("unreadable" in last) return yield* unreadable(last.unreadable)
  return chunks
})

/** The last line that the process prints: the reason for a failure, or the number of chunks. */
const Last = Schema.Union([Schema.Struct({ unreadable: Schema.String }), Schema.Struct({ chunks: Schema.Int })])
type Last = typeof Last.Type

const decodeLine = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Union([Schema.String, Last])))

const unreadable = (reason: string) => Effect.fail(new UnreadableDocument({ reason }))

const reasons = {
  time: "It takes too long to read: split it into smaller documents.",
  memory: "It takes too much memory to read: split it into smaller documents.",
  output: "It has too much text: split it into several documents.",
  crash: "It is damaged and cannot be read: save it again and upload that."
}

/**
 * The process started and ended without a last line. A crash is the fault of the document; failing
 * to start, or a signal such as SIGKILL, is not.
 */
const withoutAnswer = ({ code, signal, stderr }: ProcessEnd & { readonly end: "exit" }) => {
  if (/heap out of memory|Array buffer allocation failed/i.test(stderr)) return unreadable(reasons.memory)
  return signal !== null && crashes.has(signal)
    ? unreadable(reasons.crash)
    : Effect.die(new Error(`The process that reads documents ended with ${signal ?? code}: ${stderr}`))
}

const crashes: ReadonlySet<string> = new Set(["SIGABRT", "SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE", "SIGTRAP"])
