import { Effect, Option, Random, type Redacted, Schema, Stream } from "effect"
import type OpenAI from "openai"
import type { Settings } from "../../platform/config.ts"
import { type Circuit, makeCircuit } from "../circuit/circuit.ts"
import type { Embedder } from "../contract/Embedder.ts"
import { ProviderFailure } from "../contract/ProviderFailure.ts"
import { openAiClient } from "./openai-client.ts"
import { openAiFailure } from "./openai-failure.ts"

/** Embeds with OpenAI or a compatible server, with the model of the settings and with earlier ones. */
export const make = Effect.fnUntraced(function* (settings: Settings) {
  const server = serverOf(settings)
  const current = nameOf(server)
  if (server.isMissing) {
    const embedder: Embedder = { ...current, embed: () => Effect.fail(notSet), scoreOf }
    return { current: embedder, named: () => undefined }
  }
  const client = yield* openAiClient(server, documentMillis)
  // Protects calls only: embedding of documents can wait, and retries.
  const circuit = yield* makeCircuit({
    provider,
    patienceMillis: 250,
    probe: once(makeRequest(client, server, current)(["hello"]))
  })
  const made = new Map<string, Embedder>()
  const embedderOf = (model: Model) => {
    const embedder = made.get(model.name) ?? makeEmbedder(makeRequest(client, server, model), circuit, model)
    made.set(model.name, embedder)
    return embedder
  }
  return {
    current: embedderOf(current),
    named: (name: string): Embedder | undefined => {
      const model = readName(name)
      return model === undefined ? undefined : embedderOf(model)
    }
  }
})

/** Embeds one word, to check that the server answers, accepts the key, and knows the model and the dimensions. */
export const examine = (settings: Settings): Effect.Effect<void, ProviderFailure> => {
  const server = serverOf(settings)
  if (server.isMissing) return Effect.fail(notSet)
  return Effect.flatMap(openAiClient(server, documentMillis), (client) =>
    Effect.asVoid(once(makeRequest(client, server, nameOf(server))(["hello"])))
  )
}

interface Server {
  readonly isMissing: boolean
  readonly baseUrl: string
  readonly apiKey: Option.Option<Redacted.Redacted>
  readonly model: string
  readonly dimensions: number
}

interface Model {
  readonly name: string
  readonly model: string
  readonly dimensions: number
}

const provider = "embeddings"

const serverOf = ({ embedding: { apiKey, baseUrl, dimensions, model } }: Settings): Server => ({
  isMissing: Option.isNone(baseUrl) && Option.isNone(apiKey),
  baseUrl: Option.getOrElse(baseUrl, () => "https://api.openai.com/v1"),
  apiKey,
  model: Option.getOrElse(model, () => "text-embedding-3-small"),
  dimensions
})

const notSet = new ProviderFailure({ provider, reason: "EMBEDDING_API_KEY not set", retryable: false })

const nameOf = ({ dimensions, model }: Pick<Server, "model" | "dimensions">): Model => ({
  name: `${model}/${dimensions}`,
  model,
  dimensions
})

const readName = (name: string): Model | undefined => {
  const [, model = "", dimensions = ""] = /^(.+)\/([1-9]\d{0,3})$/.exec(name) ?? []
  return model === "" ? undefined : { name, model, dimensions: Number(dimensions) }
}

/** Returns the cosine itself, since clients of the API may rely on it. */
const scoreOf = (cosine: number) => Math.min(1, Math.max(0, cosine))

/** Timeouts, ms. Calls set a shorter one for their questions. */
const documentMillis = 60_000
const questionMillis = 2_000

const makeEmbedder = (request: Request, circuit: Circuit, { dimensions, name }: Model): Embedder => {
  const asDocuments = (texts: ReadonlyArray<string>) =>
    Effect.map(
      Effect.forEach(batchesOf(texts), (batch) => withRetries(request(batch)), { concurrency: 2 }),
      (batches) => batches.flat()
    )
  const asQuestions = (texts: ReadonlyArray<string>) =>
    once(request(texts)).pipe(
      Effect.timeoutOrElse({
        duration: questionMillis,
        orElse: () => Effect.fail(failed(`no answer within ${questionMillis} ms`))
      }),
      Stream.fromEffect,
      circuit.protect,
      Stream.runCollect,
      Effect.map((answers) => answers.flat())
    )
  return {
    name,
    dimensions,
    scoreOf,
    embed: Effect.fnUntraced(function* (texts, use) {
      // A server refuses the whole batch when one input is empty.
      const inputs = texts.map(shorten)
      const asked = inputs.filter((text) => text !== "")
      const vectors = asked.length === 0 ? [] : yield* use === "question" ? asQuestions(asked) : asDocuments(asked)
      const remaining = vectors.values()
      return inputs.map((text) => (text === "" ? undefined : remaining.next().value) ?? new Float32Array(dimensions))
    })
  }
}

// Maximum bytes of an input, maximum bytes of a request, and maximum inputs of a request. OpenAI
// accepts 8,192 tokens per input and 300,000 per request; a token has at least one byte.
const mostBytes = 8_000
const mostBytesOfBatch = 200_000
const mostOfBatch = 128

const shorten = (text: string) => {
  const bytes = Buffer.from(text.trim())
  // Drops an incomplete character at the end.
  return bytes.length <= mostBytes
    ? text.trim()
    : new TextDecoder().decode(bytes.subarray(0, mostBytes), { stream: true })
}

const batchesOf = (texts: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const batches: Array<Array<string>> = []
  let bytes = 0
  for (const text of texts) {
    const size = Buffer.byteLength(text)
    const last = batches.at(-1)
    if (last === undefined || last.length === mostOfBatch || bytes + size > mostBytesOfBatch) {
      batches.push([text])
      bytes = size
    } else {
      last.push(text)
      bytes += size
    }
  }
  return batches
}

type Request = (texts: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Float32Array>, Refusal>

/** A failed request, and the time that the server asks to wait. */
class Refusal extends Schema.TaggedError<Refusal>()("Refusal", {
  failure: ProviderFailure,
  waitMillis: Schema.Number,
  namesDimensions: Schema.Boolean
}) {}

const once = <A>(request: Effect.Effect<A, Refusal>) => Effect.mapError(request, ({ failure }) => failure)

const withRetries = <A>(request: Effect.Effect<A, Refusal>, attempt = 1): Effect.Effect<A, ProviderFailure> =>
  Effect.catch(request, ({ failure, waitMillis }) =>
    failure.retryable && attempt < mostAttempts
      ? Effect.gen(function* () {
          const jitter = yield* Random.nextBetween(0.5, 1)
          yield* Effect.sleep(Math.max(waitMillis, jitter * 250 * 2 ** attempt))
          return yield* withRetries(request, attempt + 1)
        })
      : Effect.fail(failure)
  )

/** Maximum number of attempts of a request for documents. */
const mostAttempts = 6
/** Maximum wait that a server may ask for, ms. */
const longestWaitMillis = 60_000

/**
 * Requests the vectors of texts. Omits `dimensions` once the server has refused it; the vectors are checked in any
 * case.
 */
const makeRequest = (client: OpenAI, { baseUrl }: Server, { dimensions, model }: Model): Request => {
  // Base64 is half as long. Other servers may not support it.
  const encoding_format = new URL(baseUrl).hostname === "api.openai.com" ? "base64" : "float"
  let takesDimensions = true
  const ask = (texts: ReadonlyArray<string>) =>
    Effect.tryPromise({
      try: (signal) =>
        client.embeddings.create(
          { model, input: [...texts], encoding_format, ...(takesDimensions && { dimensions }) },
          { signal }
        ),
      catch: refusalOf
    })
  return Effect.fnUntraced(function* (texts) {
    const answer = yield* Effect.catch(ask(texts), (refusal) => {
      if (!takesDimensions || !refusal.namesDimensions) return Effect.fail(refusal)
      takesDimensions = false
      return ask(texts)
    })
    const vectors = readVectors(answer, texts.length, dimensions)
    return typeof vectors === "string" ? yield* Effect.fail(wrong(vectors)) : vectors
  })
}

const refusalOf = (cause: unknown): Refusal => {
  const { message, param, status } = (cause ?? {}) as Readonly<Record<string, unknown>>
  const isRefused = status === 400 || status === 422
  const failure = openAiFailure(provider, cause)
  return new Refusal({
    failure,
    waitMillis: Math.min(longestWaitMillis, failure.retryAfterMillis ?? 0),
    namesDimensions: isRefused && /dimension|matryoshka/i.test(`${message} ${param}`)
  })
}

const failed = (reason: string) => new ProviderFailure({ provider, reason, retryable: true })
const wrong = (reason: string) =>
  new Refusal({
    failure: new ProviderFailure({ provider, reason, retryable: false }),
    waitMillis: 0,
    namesDimensions: false
  })

const isAnswer = Schema.is(
  Schema.Struct({
    data: Schema.Array(
      Schema.Struct({
        index: Schema.optionalKey(Schema.Int),
        embedding: Schema.Union([Schema.String, Schema.Array(Schema.Number)])
      })
    )
  })
)

/** Returns the vectors in the order of the texts, or the problem with the answer. */
const readVectors = (answer: unknown, count: number, dimensions: number): ReadonlyArray<Float32Array> | string => {
  if (!isAnswer(answer)) return "the answer is malformed"
  if (answer.data.length !== count) return `${answer.data.length} vectors came for ${count} texts`
  const vectors: Array<Float32Array> = []
  for (const [place, { embedding, index = place }] of answer.data.entries()) {
    const vector = typeof embedding === "string" ? fromBase64(embedding) : Float32Array.from(embedding)
    if (vector.length !== dimensions) {
      return `its vectors have ${vector.length} dimensions, not ${dimensions}: set EMBEDDING_DIMENSIONS`
    }
    const length = Math.hypot(...vector)
    if (!(length > 0 && length < Number.POSITIVE_INFINITY)) return "a vector has no direction"
    vectors[index] = vector.map((value) => value / length)
  }
  return Object.keys(vectors).length === count && vectors.length === count ? vectors : "the vectors are misnumbered"
}

const fromBase64 = (written: string) => {
  const bytes = Buffer.from(written, "base64")
  return Float32Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readFloatLE(4 * index))
}
