import { Context, Effect, Layer, Option, Schema, Semaphore, type Stream } from "effect"
import type { DocumentType } from "../domain/knowledge/KnowledgeBase.ts"
import { type ProcessEnd, runConfined } from "./reading-process.ts"

/** Why nothing can be read in a document, for the person who uploaded it: a sentence that says what to do. */
export class UnreadableDocument extends Schema.TaggedError<UnreadableDocument>()("UnreadableDocument", {
  reason: Schema.String
}) {}

/** Makes the pieces that are searched of any document, however hostile: a process of its own reads it. */
export class DocumentReader extends Context.Service<
  DocumentReader,
  {
    /**
     * The texts of its chunks, in order, never empty. Fails with what is wrong with the document; dies when it could not be
     * tried (no process, the machine is out of memory), which is no fault of the document.
     */
    readonly read: <E>(document: {
      readonly type: DocumentType
      readonly content: Stream.Stream<Uint8Array, E>
    }) => Effect.Effect<ReadonlyArray<string>, UnreadableDocument | E>
  }
>()("carillon/rag/DocumentReader") {
  /** One document at a time, so that reading never takes more of a node than it can spare. */
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
const limits = { seconds: 30, cpuSeconds: 120, megabytes: 400, outputMegabytes: 32 }

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

/** A document may break the process that reads it, but it cannot keep it from starting, nor send it a signal of ours. */
const withoutAnswer = ({ code, signal, stderr }: ProcessEnd & { readonly end: "exit" }) => {
  if (/heap out of memory|Array buffer allocation failed/i.test(stderr)) return unreadable(reasons.memory)
  return signal !== null && crashes.has(signal)
    ? unreadable(reasons.crash)
    : Effect.die(new Error(`The process that reads documents ended with ${signal ?? code}: ${stderr}`))
}

const crashes: ReadonlySet<string> = new Set(["SIGABRT", "SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE", "SIGTRAP"])
